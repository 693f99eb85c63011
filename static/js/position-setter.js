// Sets up the boards of an incident card by tap and by key. It only rewrites the
// fields that the form has anyway: the boards as text, the clocks, the acts. Tap a
// man of the palette and then squares, or a man on the board and then his square;
// a stock place adds a piece, with the eraser it gives one back. While a board has
// the focus: arrows move the mark, letters choose a man, Enter puts or takes up,
// Delete empties, + marks a promoted man. All words come from the page.
import { files, format, parse } from "./board-text.js";
import { all, around, find, inputNamed, named, need } from "./elements.js";
import { chord, meant, singleKeys } from "./keys.js";

const svgNS = "http://www.w3.org/2000/svg";

/** @import { Position } from "./board-text.js" */

/**
 * Tools is what the boards share.
 * @typedef {object} Tools
 * @property {() => string | null} hand a letter of the palette, "" for the eraser, "~" to mark promoted men, null for nothing
 * @property {(piece: string | null) => void} choose
 * @property {(words: string) => void} announce
 * @property {(man: string | undefined) => string} nameOf
 * @property {() => boolean} marking the next two squares are the move in question
 * @property {() => void} marked
 */

/** @param {string} letter */
const isWhite = (letter) => letter === letter.toUpperCase();

/** @param {string} man */
const symbol = (man) => (isWhite(man[0]) ? "w" : "b") + man[0].toUpperCase();

/** @param {HTMLElement} area */
function setUp(area) {
  const palette = need("[data-palette]", area);
  const announcer = need("[data-announce]", area);
  /** @type {string | null} */
  let hand = null;
  let marking = false; // the next two squares are the move in question
  palette.hidden = false;

  /** @param {string | undefined} man */
  const nameOf = (man) => {
    if (!man) return area.dataset.wordEmpty ?? "";
    const name = need(`[data-piece="${man[0]}"]`, palette).getAttribute("aria-label") ?? "";
    return man.endsWith("~") ? `${name}, ${area.dataset.wordPromoted}` : name;
  };
  /** @param {string} words */
  const announce = (words) => {
    announcer.textContent = words;
  };

  /** @param {string | null} piece */
  function choose(piece) {
    hand = hand === piece ? null : piece;
    marking = false;
    show();
  }

  function show() {
    for (const b of all("[data-piece]", palette)) b.setAttribute("aria-pressed", String(hand !== null && b.dataset.piece === hand));
    need('[data-tool="move"]', palette).setAttribute("aria-pressed", String(marking));
    need('[data-tool="promoted"]', palette).setAttribute("aria-pressed", String(hand === "~"));
  }

  const boards = all("[data-board-field]", area).map((box) => boardOf(area, box, { hand: () => hand, choose, announce, nameOf, marking: () => marking, marked }));

  function marked() {
    marking = false;
    show();
  }

  palette.addEventListener("click", (e) => {
    const button = around(e.target, "button");
    if (!button) return;
    if (button.dataset.piece !== undefined) choose(button.dataset.piece);
    else if (button.dataset.tool === "promoted") choose("~");
    else if (button.dataset.tool === "move") {
      hand = null;
      marking = !marking;
      show();
    } else if (button.dataset.startA) start(button);
  });

  /** @param {HTMLElement} button */
  function start(button) {
    const clocks = button.dataset.startClocks?.split(" ") || [];
    for (const b of boards) if (!b.name.startsWith("other_")) b.set((b.name === "a" ? button.dataset.startA : button.dataset.startB) ?? "");
    ["WA", "BA", "WB", "BB"].forEach((seat, i) => {
      for (const field of clocks[i] ? named(`clock_${seat}`, area) : []) field.value = clocks[i];
    });
    boards[0]?.changed();
  }

  for (const field of all("[data-clock]", area, HTMLInputElement)) {
    // 241 is 2:41; what is no number stays as typed and the server says so.
    field.addEventListener("change", () => {
      if (/^\d{3,4}$/.test(field.value.trim())) field.value = field.value.trim().replace(/(\d\d)$/, ":$1");
    });
  }
}

/**
 * boardOf makes one board settable.
 * @param {HTMLElement} area
 * @param {HTMLElement} box
 * @param {Tools} tools
 */
function boardOf(area, box, tools) {
  const svg = need("svg.board", box, SVGElement);
  const name = box.dataset.boardField ?? "";
  const field = inputNamed(name, area.closest("form") ?? document);
  const fromBelow = name.endsWith("b") ? "black" : "white";
  /** @type {string | null} */
  let lifted = null; // the square whose man is being moved
  let mark = fromBelow === "white" ? "e2" : "e7"; // where the keys are

  /** @param {string} square */
  const squareOf = (square) => need(`[data-square="${square}"]`, svg, SVGElement);

  /**
   * @param {string} square
   * @param {string | undefined} man
   */
  function draw(square, man) {
    const group = squareOf(square);
    for (const old of group.querySelectorAll("use, .promo, .promo-v")) old.remove();
    if (!man) return;
    const rect = need("rect", group, SVGRectElement);
    const use = document.createElementNS(svgNS, "use");
    use.setAttribute("href", `${area.dataset.setter}#${symbol(man)}`);
    for (const at of ["x", "y", "width", "height"]) use.setAttribute(at, rect.getAttribute(at) ?? "");
    group.append(use);
    if (!man.endsWith("~")) return;
    const [x, y] = ["x", "y"].map((at) => Number(rect.getAttribute(at)));
    for (const [cls, d] of [["promo", `M${x + 21}.5 ${y}.5h18v18z`], ["promo-v", `M${x + 29}.5 ${y + 7}.8l3.6-4.2 3.6 4.2`]]) {
      const path = document.createElementNS(svgNS, "path");
      path.setAttribute("class", cls);
      path.setAttribute("d", d);
      group.append(path);
    }
  }

  function redraw() {
    const p = parse(field.value);
    for (const rank of "12345678") for (const file of files) draw(file + rank, p.squares.get(file + rank));
    for (const place of all("[data-stock]", box)) {
      const n = p.stock.split("").filter((c) => c === place.dataset.stock).length;
      need("[data-count]", place).textContent = String(n);
      place.classList.toggle("none", n === 0);
    }
    for (const turn of all("[data-turn]", box)) {
      const on = turn.dataset.turn === p.turn;
      turn.setAttribute("aria-pressed", String(on));
      turn.parentElement?.querySelector(".clock")?.classList.toggle("run", on);
    }
  }

  const changed = () => field.dispatchEvent(new Event("change", { bubbles: true }));

  /** @param {(position: Position) => void} edit */
  function change(edit) {
    const p = parse(field.value);
    edit(p);
    field.value = format(p);
    changed();
    redraw();
  }

  /** @param {string} square */
  const manOn = (square) => parse(field.value).squares.get(square);

  /**
   * @param {string} square
   * @param {string} man "" for nobody
   */
  function put(square, man) {
    change((p) => (man ? p.squares.set(square, man) : p.squares.delete(square)));
    tools.announce(`${square}: ${tools.nameOf(man)}`);
  }

  function drop() {
    if (lifted) squareOf(lifted).classList.remove("lifted");
    lifted = null;
  }

  /**
   * act does on a square what a tap there means.
   * @param {string} square
   */
  function act(square) {
    const man = manOn(square);
    const hand = tools.hand();
    if (hand === "~") {
      if (man && !/^[KkPp]/.test(man)) put(square, man.endsWith("~") ? man[0] : `${man}~`);
      return;
    }
    if (hand !== null) {
      put(square, hand);
      return;
    }
    if (lifted === null) {
      if (!man) return;
      lifted = square;
      squareOf(square).classList.add("lifted");
      tools.announce(`${square}: ${tools.nameOf(man)}`);
      return;
    }
    const from = lifted;
    drop();
    if (from === square) return;
    const moved = manOn(from);
    if (!moved) return; // the field was changed meanwhile
    if (tools.marking()) {
      tools.marked();
      const seat = (isWhite(moved[0]) ? "W" : "B") + name.slice(-1).toUpperCase();
      area.dispatchEvent(new CustomEvent("tandem:act", { detail: `${seat} move ${from}${square}`, bubbles: true }));
      return;
    }
    change((p) => {
      p.squares.delete(from);
      p.squares.set(square, moved);
    });
    tools.announce(`${square}: ${tools.nameOf(moved)}`);
  }

  /** @param {string} key */
  function moveMark(key) {
    const turn = fromBelow === "white" ? 1 : -1;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key] ?? [0, 0];
    const file = Math.min(7, Math.max(0, files.indexOf(mark[0]) + dx * turn));
    const rank = Math.min(8, Math.max(1, Number(mark[1]) + dy * turn));
    squareOf(mark).classList.remove("marked");
    mark = files[file] + rank;
    squareOf(mark).classList.add("marked");
    tools.announce(`${mark}: ${tools.nameOf(manOn(mark))}`);
  }

  /** @param {KeyboardEvent} e */
  function key(e) {
    if (chord(e)) return;
    const letter = meant(e).toUpperCase();
    if (e.key.startsWith("Arrow")) moveMark(e.key);
    else if (e.key === "Enter" || e.key === " ") act(mark);
    else if (e.key === "Delete" || e.key === "Backspace") put(mark, "");
    else if (e.key === "Escape") {
      drop();
      tools.choose(null);
    } else if (e.key === "+" || e.key === "~") {
      const man = manOn(mark);
      if (man && !/^[KkPp]/.test(man)) put(mark, man.endsWith("~") ? man[0] : `${man}~`);
    } else if (e.key.length === 1 && "KQRBNP".includes(letter) && singleKeys()) tools.choose(e.shiftKey ? letter.toLowerCase() : letter);
    else return;
    e.preventDefault();
  }

  svg.setAttribute("tabindex", "0");
  svg.setAttribute("role", "application");
  svg.addEventListener("keydown", key);
  svg.addEventListener("focus", () => {
    squareOf(mark).classList.add("marked");
    tools.announce(`${mark}: ${tools.nameOf(manOn(mark))}`);
  });
  svg.addEventListener("blur", () => squareOf(mark).classList.remove("marked"));
  svg.addEventListener("click", (e) => {
    const square = around(e.target, "[data-square]", SVGElement)?.dataset.square;
    if (square) act(square);
  });
  box.addEventListener("click", (e) => {
    const stock = around(e.target, "[data-stock]");
    const turn = around(e.target, "[data-turn]")?.dataset.turn;
    if (turn) change((p) => (p.turn = turn));
    if (stock) count(stock, tools.hand() === "" ? -1 : 1);
  });
  box.addEventListener("keydown", (e) => {
    const stock = around(e.target, "[data-stock]");
    if (!stock || (e.key !== "Delete" && e.key !== "Backspace")) return;
    e.preventDefault();
    count(stock, -1);
  });

  /**
   * @param {HTMLElement} place
   * @param {number} by 1 or -1
   */
  function count(place, by) {
    const letter = place.dataset.stock ?? "";
    change((p) => (p.stock = by > 0 ? p.stock + letter : p.stock.replace(letter, "")));
    const n = need("[data-count]", place).textContent;
    tools.announce(`${place.dataset.name}: ${n} ${area.dataset.wordStock}`);
  }

  field.addEventListener("change", redraw);
  return {
    name,
    changed,
    /** @param {string} fen */
    set(fen) {
      field.value = fen;
      redraw();
    },
  };
}

const found = find("[data-setter]");
if (found) setUp(found);
