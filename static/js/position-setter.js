// Sets up the boards of an incident card by tap and key. It only rewrites the
// FEN fields that the form has anyway: tap a piece of the palette and then
// squares; tap a man and then a square to move him; Delete or the eraser removes.
// Keys k q r b n p (with shift: black) choose a piece while a board has focus.
// The picture is drawn again by the server when the card is saved; meanwhile the
// squares changed here show the piece from the sprite.
const area = document.querySelector("[data-setter]");
const svgNS = "http://www.w3.org/2000/svg";
const letters = "KQRBNP";

function parse(fen) {
  const [placement, ...rest] = fen.trim().split(/\s+/);
  const stock = placement.match(/\[.*\]$/);
  const squares = new Map();
  placement.replace(/\[.*\]$/, "").split("/").forEach((row, r) => {
    let file = 0;
    for (const c of row) {
      if (/\d/.test(c)) file += Number(c);
      else if (c === "~") squares.set(square(file - 1, 7 - r), squares.get(square(file - 1, 7 - r)) + "~");
      else squares.set(square(file++, 7 - r), c);
    }
  });
  return { squares, stock: stock ? stock[0] : "[]", rest: rest.join(" ") };
}

const square = (file, rank) => "abcdefgh"[file] + (rank + 1);

function format({ squares, stock, rest }) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = squares.get(square(file, rank));
      if (!man) {
        empty++;
        continue;
      }
      row += (empty || "") + man;
      empty = 0;
    }
    rows.push(row + (empty || ""));
  }
  return `${rows.join("/")}${stock} ${rest}`;
}

function setter(board, field, sprite) {
  let hand = null; // a letter from the palette, "" for the eraser
  let lifted = null; // a square whose man is being moved

  const draw = (name, man) => {
    const group = board.querySelector(`[data-square="${name}"]`);
    for (const old of group.querySelectorAll("use, .promo, .promo-v")) old.remove();
    if (!man) return;
    const rect = group.querySelector("rect");
    const use = document.createElementNS(svgNS, "use");
    const white = man[0] === man[0].toUpperCase();
    use.setAttribute("href", `${sprite}#${white ? "w" : "b"}${man[0].toUpperCase()}`);
    for (const at of ["x", "y", "width", "height"]) use.setAttribute(at, rect.getAttribute(at));
    group.append(use);
  };

  const put = (name, man) => {
    const position = parse(field.value);
    if (man) position.squares.set(name, man);
    else position.squares.delete(name);
    field.value = format(position);
    field.dispatchEvent(new Event("change", { bubbles: true }));
    draw(name, man);
  };

  board.addEventListener("click", (e) => {
    const group = e.target.closest("[data-square]");
    if (!group || field.disabled || field.closest("fieldset:disabled")) return;
    const name = group.dataset.square;
    const man = parse(field.value).squares.get(name);
    if (hand !== null) return put(name, hand);
    if (lifted === null) {
      if (man) {
        lifted = name;
        group.classList.add("lifted");
      }
      return;
    }
    const moved = parse(field.value).squares.get(lifted);
    board.querySelector(`[data-square="${lifted}"]`).classList.remove("lifted");
    if (lifted !== name) {
      put(lifted, "");
      put(name, moved);
    }
    lifted = null;
  });

  board.setAttribute("tabindex", "0");
  board.addEventListener("keydown", (e) => {
    const letter = e.key.toUpperCase();
    if (letters.includes(letter) && e.key.length === 1) choose(e.shiftKey ? letter.toLowerCase() : letter);
    else if (e.key === "Delete" || e.key === "Backspace") choose("");
    else if (e.key === "Escape") choose(null);
    else return;
    e.preventDefault();
  });

  const palette = document.createElement("div");
  palette.className = "palette";
  const buttons = new Map();
  const choose = (piece) => {
    hand = hand === piece ? null : piece;
    for (const [p, b] of buttons) b.setAttribute("aria-pressed", String(p === hand));
  };
  for (const piece of [...letters, ...letters.toLowerCase(), ""]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "pal";
    button.setAttribute("aria-pressed", "false");
    const icon = document.createElementNS(svgNS, "svg");
    icon.setAttribute("viewBox", "0 0 40 40");
    const use = document.createElementNS(svgNS, "use");
    const white = piece === piece.toUpperCase();
    if (piece) {
      button.setAttribute("aria-label", `${white ? "w" : "b"} ${piece.toUpperCase()}`);
      use.setAttribute("href", `${sprite}#${white ? "w" : "b"}${piece.toUpperCase()}`);
      icon.append(use);
    } else {
      button.setAttribute("aria-label", area.dataset.erase);
      const cross = document.createElementNS(svgNS, "path");
      cross.setAttribute("d", "M10 10l20 20M30 10L10 30");
      cross.setAttribute("stroke", "currentColor");
      cross.setAttribute("stroke-width", "4");
      icon.append(cross);
    }
    button.append(icon);
    button.addEventListener("click", () => choose(piece));
    buttons.set(piece, button);
    palette.append(button);
  }
  board.after(palette);
}

if (area) {
  const boards = area.querySelectorAll("svg.board");
  ["a", "b"].forEach((name, i) => {
    const field = area.querySelector(`[name="${name}"]`);
    if (boards[i] && field && !field.closest("fieldset:disabled")) setter(boards[i], field, area.dataset.setter);
  });
}
