// What was typed into a form of a desk page is there again after a reload, and after
// "back" from a refusal. It is kept for this window and this person alone, until the
// form is taken; passwords, files and what the page itself put in are not kept. The
// page of a refusal gets the address of the form it is about: its own answers no
// visit, and "back" would meet the browser's own error there.
const isAnswer = document.body.dataset.answer !== undefined; // the page is what came of a form
const refused = isAnswer && (performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0) >= 400;
const person = document.querySelector(".deskbar .person")?.textContent ?? "";
const prefix = "tandem-typed ";
const sentName = "tandem-typed-sent";
const others = "[data-background], [data-kept-form], [data-card], [data-live-match], [data-entry-form], [data-not-kept], dialog";

// tried does what a device may refuse: without a place to keep things nothing is kept.
function tried(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

const read = (name) => tried(() => JSON.parse(sessionStorage.getItem(name)));
const write = (name, value) => tried(() => sessionStorage.setItem(name, JSON.stringify(value)));
const drop = (name) => tried(() => sessionStorage.removeItem(name));

// ownAddress gives the page of a refusal the address of the page with the form. What
// had no address of its own keeps the one it was written for.
function ownAddress() {
  const from = tried(() => new URL(document.referrer));
  if (!refused || from?.origin !== location.origin) return;
  for (const form of document.querySelectorAll("form:not([action])")) form.setAttribute("action", location.href);
  for (const link of document.querySelectorAll("a[href^='?']")) link.href = link.href; // resolved
  history.replaceState(null, "", from);
}

const kept = (field) => field.name !== "" && field.name !== "key" && !field.matches("[type=hidden], [type=password], [type=file], [type=submit], button, fieldset, output, [data-filter]");
const fieldsOf = (form) => [...form.elements].filter(kept);

// nameOf tells the forms of a page apart, also those of its rows.
function nameOf(form) {
  const about = [...form.querySelectorAll("input[type=hidden]:not([name=key], [name=revision], [name^='was.'])")].map((field) => `${field.name}=${field.value}`);
  const action = new URL(form.getAttribute("action") ?? "", location.href).pathname;
  return `${prefix}${person} ${location.pathname} ${action} ${about.join("&").slice(0, 200)}`;
}

const optionsOf = (field) => [...field.options].map((option) => option.defaultSelected).join();
const asServed = (field) => (field.options ? optionsOf(field) : field.matches("[type=radio], [type=checkbox]") ? field.defaultChecked : field.defaultValue);
const base = (form) => JSON.stringify(fieldsOf(form).map((field) => [field.name, asServed(field)]));

const chosen = (field) => (field.matches("[type=radio], [type=checkbox]") ? [field.value, field.checked] : [field.value]);

function keep(form) {
  const name = nameOf(form);
  write(name, { base: (refused && read(name)?.base) || base(form), fields: fieldsOf(form).map((field) => [field.name, ...chosen(field)]) });
}

function giveBack(form) {
  const name = nameOf(form);
  const held = read(name);
  if (!held) return;
  const fields = fieldsOf(form);
  if (held.base !== base(form) || held.fields.length !== fields.length) {
    drop(name); // the page says something else by now
    return;
  }
  let changed = false;
  held.fields.forEach(([, value, checked], i) => {
    const field = fields[i];
    const before = JSON.stringify(chosen(field));
    if (checked === undefined) field.value = value;
    else if (field.value === value) field.checked = checked;
    changed ||= before !== JSON.stringify(chosen(field));
  });
  if (!changed) return;
  form.dispatchEvent(new Event("input", { bubbles: true }));
  form.prepend(noteOf(form, name));
}

function noteOf(form, name) {
  const note = document.createElement("p");
  note.className = "note";
  note.dataset.typedAgain = "";
  const anew = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-s", textContent: "Start anew" });
  anew.addEventListener("click", () => {
    drop(name);
    form.reset();
    note.remove();
  });
  note.append(Object.assign(document.createElement("span"), { className: "grow", textContent: "What you typed before is here again. It is not saved yet." }), anew);
  return note;
}

// A field may be called like what every element can do ("matches"): its form is asked by
// other names.
const ours = (form) => form instanceof HTMLFormElement && form.getAttribute("method")?.toLowerCase() === "post" && form.closest("main") !== null && form.closest(others) === null && fieldsOf(form).length > 0;

ownAddress();

if (person !== "") {
  const sent = read(sentName);
  drop(sentName);
  if (sent && !refused) drop(sent); // it was taken
  if (!isAnswer) for (const form of document.querySelectorAll("main form")) if (ours(form)) giveBack(form);
  document.addEventListener("input", (e) => e.isTrusted && ours(e.target.form) && keep(e.target.form));
  document.addEventListener("change", (e) => ours(e.target.form) && keep(e.target.form));
  document.addEventListener("submit", (e) => {
    if (!ours(e.target)) return;
    if (e.defaultPrevented) return drop(nameOf(e.target)); // a script of the page sends it, and keeps it as long as it has to
    keep(e.target);
    write(sentName, nameOf(e.target));
  });
}
