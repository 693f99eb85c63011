// The acts of an incident are lines of text in its form; this adds and removes lines.
import { all, around, find, fits, need } from "./elements.js";

/**
 * acts: soon() hears that the text has changed.
 * @param {HTMLFormElement} form
 * @param {() => void} soon
 */
export function acts(form, soon) {
  const builder = find("[data-act-builder]", form);
  if (!builder) return; // nobody acts at a board away from the tables
  const text = need("[name=acts]", form, HTMLTextAreaElement);
  const by = need("[data-act-by]", builder, HTMLSelectElement);
  const kind = need("[data-act-kind]", builder, HTMLSelectElement);
  const details = need("[data-act-detail]", builder, HTMLInputElement);
  const lines = () => text.value.split("\n").filter((line) => line.trim());
  /** @param {string[]} list */
  const write = (list) => {
    text.value = list.join("\n");
    soon();
  };
  const unhide = () => {
    for (const button of all("[data-remove-act]", form)) button.hidden = false;
  };
  builder.hidden = false;
  const choice = () => find(`[data-act-choice="${kind.value}"]`, builder);
  const hint = () => {
    const detail = kind.selectedOptions[0].dataset.detail ?? "";
    for (const other of all("[data-act-choice]", builder)) other.hidden = other !== choice();
    details.placeholder = detail;
    if (details.parentElement) details.parentElement.hidden = !detail || choice() !== null;
  };
  kind.addEventListener("change", hint);
  hint();
  unhide();
  document.addEventListener("tandem:fresh", unhide);
  const add = need("[data-add-act]", builder);
  add.addEventListener("click", () => {
    const detail = choice()?.querySelector("select")?.value ?? details.value;
    write([...lines(), [by.value, kind.value, detail].join(" ").trim()]);
    details.value = "";
  });
  builder.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || !fits(e.target, "input")) return;
    e.preventDefault();
    add.click();
  });
  builder.addEventListener("change", (e) => e.stopPropagation()); // choosing an act is no change of the card
  form.addEventListener("click", (e) => {
    const remove = around(e.target, "[data-remove-act]");
    if (remove) write(lines().filter((_, i) => i !== Number(remove.dataset.removeAct)));
  });
  form.addEventListener("tandem:act", (e) => write([...lines(), e.detail]));
}
