// A board as text, as the form of an incident has it: FEN with the stocks in brackets and
// "~" behind men that were promoted. It knows no document and no rule.

export const files = "abcdefgh";

/**
 * Position is a board as its text says it. squares: by name, the letter of a man with "~"
 * behind one that was promoted; rest is what follows the turn.
 * @typedef {{ squares: Map<string, string>, stock: string, turn: string, rest: string }} Position
 */

/**
 * @param {string} fen
 * @returns {Position}
 */
export function parse(fen) {
  const [placement, ...rest] = fen.trim().split(/\s+/);
  const stock = placement.match(/\[(.*)\]$/);
  /** @type {Map<string, string>} */
  const squares = new Map();
  placement.replace(/\[.*\]$/, "").split("/").forEach((row, r) => {
    let file = 0;
    for (const c of row) {
      if (/\d/.test(c)) file += Number(c);
      else if (c === "~") {
        const man = squares.get(files[file - 1] + (8 - r));
        if (man) squares.set(files[file - 1] + (8 - r), `${man}~`);
      } else squares.set(files[file++] + (8 - r), c);
    }
  });
  return { squares, stock: stock ? stock[1] : "", turn: rest[0] || "w", rest: rest.slice(1).join(" ") };
}

/** @param {Position} position */
export function format({ squares, stock, turn, rest }) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "";
    let empty = 0;
    for (const file of files) {
      const man = squares.get(file + rank);
      if (man) {
        row += (empty || "") + man;
        empty = 0;
      } else empty++;
    }
    rows.push(row + (empty || ""));
  }
  return `${rows.join("/")}[${stock}] ${turn} ${rest}`.trim();
}
