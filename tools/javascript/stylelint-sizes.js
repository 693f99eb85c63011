// Sizes come from static/css/tokens.css: text from the ten sizes there, room from its steps,
// widths of windows from the six at its head; and no sheet holds a second idea. For stylelint.
import stylelint from "stylelint";

const longest = 600; // lines of a sheet
const widths = [360, 560, 700, 900, 1100, 1300];

const rule = (name, texts, look) => {
  const messages = stylelint.utils.ruleMessages(name, texts);
  const check = (wanted) => (root, result) => {
    if (!wanted) return;
    look(root, (node, message) => stylelint.utils.report({ ruleName: name, result, node, message }), messages);
  };
  check.ruleName = name;
  check.messages = messages;
  return stylelint.createPlugin(name, check);
};

// A box in the margin of a sheet of paper knows no custom properties.
const inMargin = (node) => node.parent?.type === "atrule" && /^(top|bottom|left|right)-/.test(node.parent.name);

const size = String.raw`var\(--f-(10|[1-9])\)`;
const part = String.raw`calc\(${size} \* [\d.]+\)`;
const fromTokens = (value) => new RegExp(`^(inherit|${size}|${part}|clamp\\((${size}|${part}), [\\d.]+(vw|cqi), (${size}|${part})\\))$`).test(value);

const text = rule(
  "tandem/text-sizes",
  { outside: (value) => `"${value}" is none of the ten sizes of text: var(--f-1) to var(--f-10), or a part of one by calc` },
  (root, report, messages) => {
    root.walkDecls("font-size", (decl) => {
      if (!inMargin(decl) && !fromTokens(decl.value)) report(decl, messages.outside(decl.value));
    });
    root.walkDecls("font", (decl) => {
      if (decl.value !== "inherit" && !decl.value.includes("var(--f-")) report(decl, messages.outside(decl.value));
    });
  },
);

const windows = rule(
  "tandem/window-widths",
  {
    outside: (width) => `${width} is none of the six widths of windows: ${widths.join(", ")} px`,
    old: (feature) => `write (width <= 900px) or (width > 900px), not ${feature}: beside each other they leave no gap`,
  },
  (root, report, messages) => {
    root.walkAtRules(/^(media|container)$/, (at) => {
      for (const [feature] of at.params.matchAll(/(min|max)-width/g)) report(at, messages.old(feature));
      for (const [condition] of at.params.matchAll(/\([^()]*\bwidth\b[^()]*\)/g)) {
        for (const [length, number, unit] of condition.matchAll(/([\d.]+)([a-z]+)/g)) {
          if (unit !== "px" || !widths.includes(Number(number))) report(at, messages.outside(length));
        }
      }
    });
  },
);

// More than 48 pixels make room for something that is drawn there; a single one is a line.
const room = rule(
  "tandem/room",
  { outside: (length) => `${length} is no room of tokens.css: var(--s0), 2px, to var(--s7), 48px` },
  (root, report, messages) => {
    root.walkDecls(/^((padding|margin)(-[a-z-]+)?|(row-|column-)?gap)$/, (decl) => {
      for (const [length, number] of decl.value.matchAll(/(?<![\w.-])-?([\d.]+)px/g)) {
        if (Number(number) > 1 && Number(number) <= 48) report(decl, messages.outside(length));
      }
    });
  },
);

const length = rule("tandem/sheet-length", { over: (lines) => `${lines} lines: a sheet of more than ${longest} holds a second idea` }, (root, report, messages) => {
  const lines = root.source.input.css.split("\n").length - 1;
  if (lines > longest) report(root, messages.over(lines));
});

export default [text, windows, room, length];
