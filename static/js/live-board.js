// The boards of a live match by tap: tap a man and then its square, or a piece of the
// stock and then its square. The server says which squares are legal; this only marks
// them and writes the move into the form of the board.
import { all, around, find, inputNamed, need } from "./elements.js";

/**
 * Picked is the man or the piece that was tapped; from is its square, or the letter of
 * the piece with "@".
 * @typedef {{ board: HTMLElement, from: string }} Picked
 */

/** @type {Picked | null} */
let picked = null;
/** @type {{ form: HTMLFormElement, move: string } | null} */
let promoting = null; // while it is chosen what a pawn becomes

/**
 * destinations reads "e2:e3 e4;N@:a3" of a board.
 * @param {HTMLElement} board
 */
function destinations(board) {
  /** @type {Map<string, string[]>} */
  const list = new Map();
  for (const part of board.dataset.moves?.split(";") ?? []) {
    const [from, to] = part.split(":");
    if (to) list.set(from, to.split(" "));
  }
  return list;
}

// unpick takes the marks off the boards and returns what was taken up.
export function unpick() {
  const was = picked;
  for (const marked of document.querySelectorAll("[data-live-match] .can, [data-live-match] .picked")) marked.classList.remove("can", "picked");
  picked = null;
  return was;
}

/**
 * @param {HTMLElement} board
 * @param {string} from
 * @param {Element} element
 */
function pick(board, from, element) {
  unpick();
  picked = { board, from };
  element.classList.add("picked");
  for (const square of destinations(board).get(from) ?? []) board.querySelector(`[data-square="${square}"]`)?.classList.add("can");
}

/**
 * takeUp marks a man again that was tapped before the page was drawn anew.
 * @param {Picked | null} held
 */
export function takeUp(held) {
  const board = held && document.getElementById(held.board.id);
  if (!board || !destinations(board).has(held.from)) return;
  const element = board.querySelector(held.from.endsWith("@") ? `[data-drop="${held.from[0]}"]:enabled` : `[data-square="${held.from}"]`);
  if (element) pick(board, held.from, element);
}

// choosing is true while it is asked what a pawn becomes.
export const choosing = () => promoting !== null;

// putBack ends what was begun by tap.
export function putBack() {
  unpick();
  for (const choice of all("[data-promotion]")) choice.hidden = true;
}

/**
 * tap does what a tap there means, if it means anything.
 * @param {EventTarget | null} target
 */
export function tap(target) {
  const board = around(target, "[data-board]");
  const square = around(target, "[data-square]", SVGElement);
  const drop = around(target, "[data-drop]");
  const becomes = around(target, "[data-becomes]");
  if (becomes && promoting) {
    need("[data-promotion]", promoting.form).hidden = true;
    submit(promoting.form, promoting.move + (becomes.dataset.becomes ?? "").toLowerCase());
    promoting = null;
  } else if (drop && board) {
    pick(board, `${drop.dataset.drop}@`, drop);
  } else if (square && board) {
    tapSquare(board, square);
  }
}

/**
 * @param {HTMLElement} board
 * @param {SVGElement} square
 */
function tapSquare(board, square) {
  const form = find("[data-entry-of]", board, HTMLFormElement);
  const name = square.dataset.square;
  if (!form || !name) return;
  if (picked?.board === board && picked.from !== name && !(destinations(board).has(name) && !square.classList.contains("can"))) {
    play(form, picked.from, name);
    return;
  }
  if (picked?.from === name) unpick();
  else if (square.querySelector("use")) pick(board, name, square);
  else unpick();
}

/**
 * play writes the move into the notation field and sends it; a pawn that reaches the
 * last rank asks first what it becomes.
 * @param {HTMLFormElement} form
 * @param {string} from
 * @param {string} to
 */
function play(form, from, to) {
  const man = around(form, "[data-board]")?.querySelector(`[data-square="${from}"] use`);
  unpick();
  const move = from + to;
  if (man?.getAttribute("href")?.endsWith("P") && /[18]$/.test(to)) {
    promoting = { form, move };
    const choice = need("[data-promotion]", form);
    choice.hidden = false;
    need("button", choice).focus();
    return;
  }
  submit(form, move);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} move
 */
function submit(form, move) {
  inputNamed("move", form).value = move;
  form.requestSubmit(find('[value="turn"]', form));
}
