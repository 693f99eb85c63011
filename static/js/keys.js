// What all scripts ask about keys.

// singleKeys tells whether single letters and digits mean something: people who dictate
// or have another use for them switch that off.
export const singleKeys = () => document.body.dataset.singleKeys !== "false";

/**
 * chord tells whether a key is held with another: it is the browser's then.
 * @param {KeyboardEvent | MouseEvent} e
 */
export const chord = (e) => e.ctrlKey || e.metaKey || e.altKey;

/**
 * meant is what a press means where single letters and digits do something. The row of
 * digits gives other characters on French, Czech and other keyboards, and all letters
 * are other ones while a Cyrillic, Greek or Hebrew layout is on: there the place of the
 * key counts. With Caps Lock a letter means what it means without.
 * @param {KeyboardEvent} e
 */
export function meant(e) {
  if (e.key.length !== 1) return e.key;
  const [, row, place] = e.code.match(/^(Digit|Key)(.)$/) ?? [];
  const foreign = row === "Key" ? e.key > "\x7f" : !e.shiftKey && !/[\d/?]/.test(e.key);
  return ((foreign && place) || e.key).toLowerCase();
}
