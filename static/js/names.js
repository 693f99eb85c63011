// Finds teams in the list of names that a phone keeps, as the server finds them
// (internal/publicpages/search.go): words in any order, initials, codes without a dash, tables.
// It knows no document. testdata/find.json holds both to the same answers.
import { plainDigits } from "./digits.js";

// What decomposes to no plain letter.
/** @type {Record<string, string>} */
const plain = { ß: "ss", ø: "o", đ: "d", ł: "l", æ: "ae", œ: "oe", þ: "th", ð: "d", ı: "i", "’": "'" };

// The marks that a person in a hurry may leave out. Those of Indian, Thai and Japanese
// letters are vowels, or make another letter of it.
const accents = /(?=\p{Mn})(?![\u3099\u309a])[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]/gu;

/**
 * fold makes texts comparable for a person in a hurry, as the server's NameKey does.
 * @param {string | undefined} text
 */
export const fold = (text) =>
  (text ?? "")
    .toLowerCase()
    .normalize("NFD")
    .replace(accents, "")
    .normalize("NFC")
    .replace(/[ßøđłæœþðı’]/g, (letter) => plain[letter])
    .replace(/\s+/g, " ")
    .trim();

/** @param {string | undefined} text */
const wordsOf = (text) => fold(text).replaceAll("'", "").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

// The longest words choose first: what they can be, a shorter beginning of them can be
// as well.
/** @import { KeptName } from "./server.d.ts" */

/**
 * @param {string[]} typed
 * @param {string[]} name
 * @param {(other: string, word: string) => boolean} fits
 */
function each(typed, name, fits) {
  const left = [...name];
  return typed.every((word) => {
    const at = left.findIndex((other) => fits(other, word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * @param {string[]} typed
 * @param {string[]} name
 */
const starts = (typed, name) => each(typed, name, (word, start) => word.startsWith(start));

/**
 * @param {string[]} typed
 * @param {string[]} name
 */
const same = (typed, name) => typed.length === name.length && each(typed, name, (word, other) => word === other);

// Chinese, Japanese and Korean names are written without a blank, the family's before the
// given one.
const withoutBlanks = /[\p{sc=Hani}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}]/gu;

/**
 * @param {string[]} typed
 * @param {string[]} name
 */
const runs = (typed, name) =>
  typed.length === 1 &&
  name.length > 1 &&
  typed[0].search(withoutBlanks) >= 0 &&
  name.some((_, i) => [...name.slice(i), ...name.slice(0, i)].join("").startsWith(typed[0]));

/** @param {string} text */
const width = (text) => text.length + (text.match(withoutBlanks)?.length ?? 0);

/**
 * tableIn is the number of a table, alone or beside one of the words for it.
 * @param {string[]} words
 * @param {string[]} tableWords
 */
function tableIn(words, tableWords) {
  const left = words.length === 2 ? words.filter((word) => !tableWords.includes(word)) : words;
  const number = plainDigits(left[0] ?? "");
  return left.length === 1 && /^\d+$/.test(number) ? Number(number) : 0;
}

/**
 * @param {KeptName} team
 * @param {string[]} typed
 * @param {string} text
 * @param {string} joined
 * @param {number} table
 */
function rank(team, typed, text, joined, table) {
  const players = team.players.map(wordsOf);
  const name = wordsOf(team.team);
  if (fold(team.team) === text || (team.code && wordsOf(team.code).join("") === joined)) return 0;
  if (players.some((words) => words.length > 1 && same(typed, words))) return 0;
  if (table > 0 && team.table === table) return 1;
  if (fold(team.team).startsWith(text)) return 2;
  if (starts(typed, name)) return 3;
  if (players.some((words) => starts(typed, words) || runs(typed, words))) return 4;
  if (starts(typed, players.flat())) return 5;
  if (starts(typed, wordsOf(team.school))) return 6;
  if (width(text) >= 3 && fold(team.team).includes(text)) return 7;
  return -1;
}

/**
 * lookUp returns the teams that fit what was typed, the best first.
 * @param {KeptName[]} teams
 * @param {string} query
 * @param {string[]} [tableWords]
 */
export function lookUp(teams, query, tableWords = ["table"]) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const typed = [...words].sort((a, b) => b.length - a.length);
  const table = tableIn(words, tableWords.map(fold));
  return teams
    .map((team) => ({ team, rank: rank(team, typed, fold(query), words.join(""), table) }))
    .filter((hit) => hit.rank >= 0)
    .sort((a, b) => a.rank - b.rank || (fold(a.team.team) < fold(b.team.team) ? -1 : 1))
    .map((hit) => hit.team);
}
