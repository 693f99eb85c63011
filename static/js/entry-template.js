// The panel of a table as the page can make it by itself, out of a template and of what
// the table's tile knows: it opens at the key, before the server has said more.
import { all, find, inputNamed, need } from "./elements.js";
import { pointsOf, sum, worth } from "./entry-form.js";
import { fill } from "./fill.js";
import { oneTimeKey } from "./outbox.js";

/** @param {HTMLElement} known the tile of a table, or its line where the view leaves it out */
export const storedOf = (known) => (known.dataset.stored ?? "").split(" ");

/**
 * panelFor is the text of a panel; given is its place, without matches where the
 * template says how many there are.
 * @param {HTMLTemplateElement} from
 * @param {{ table: string, match: string, matches?: string }} given
 * @param {HTMLElement | null} known
 */
export function panelFor(from, given, known) {
  const html = document.createElement("div");
  html.append(document.importNode(from.content, true));
  const section = need("[data-panel]", html);
  const { table, match, matches = section.dataset.ofMatches ?? "" } = given;
  section.dataset.atTable = table;
  section.dataset.atMatch = match;
  section.dataset.ofMatches = matches;
  for (const field of all("[name=table]", html)) field.setAttribute("value", table);
  for (const line of all("[data-words]", html)) line.textContent = fill(line.dataset.words, { table, match, matches });
  const form = find("[data-entry-form]", html, HTMLFormElement);
  if (form && known) fillForm(form, known, Number(match), matches);
  return html.innerHTML;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} known
 * @param {number} match
 * @param {string} matches
 */
function fillForm(form, known, match, matches) {
  const teams = all(".t", known).map((team) => team.textContent);
  const stored = storedOf(known);
  inputNamed("match", form).setAttribute("value", String(match));
  inputNamed("key", form).setAttribute("value", oneTimeKey());
  form.dataset.matches = matches;
  form.dataset.stored = stored[match - 1] in worth(form) ? stored[match - 1] : "";
  form.dataset.others = sum(stored.filter((_, i) => i !== match - 1).map((outcome) => pointsOf(form, outcome))).join(" ");
  for (const name of all("[data-team]", form)) name.textContent = teams[Number(name.dataset.team) - 1];
  const echo = need("[data-echo]", form);
  echo.dataset.first = teams[0];
  echo.dataset.second = teams[1];
}
