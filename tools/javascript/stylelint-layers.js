// Every rule stands in a cascade layer: which of two rules counts is said by their layers
// (static/css/base.css), not by who was written last. For stylelint.
import stylelint from "stylelint";

const name = "tandem/layers";
const messages = stylelint.utils.ruleMessages(name, {
  outside: (selector) => `"${selector}" stands outside every @layer`,
});

const layers = (wanted) => (root, result) => {
  if (!wanted) return;
  root.walkRules((rule) => {
    for (let up = rule.parent; up && up.type !== "root"; up = up.parent) {
      if (up.type === "rule" || (up.type === "atrule" && (up.name === "layer" || up.name.endsWith("keyframes")))) return;
    }
    stylelint.utils.report({ ruleName: name, result, node: rule, message: messages.outside(rule.selector) });
  });
};
layers.ruleName = name;
layers.messages = messages;

export default stylelint.createPlugin(name, layers);
