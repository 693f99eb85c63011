// What all scripts ask about keys.

// singleKeys tells whether single letters and digits mean something: people who dictate
// or have another use for them switch that off.
export const singleKeys = () => document.body.dataset.singleKeys !== "false";

/**
 * chord tells whether a key is held with another: it is the browser's then.
 * @param {KeyboardEvent | MouseEvent} e
 */
export const chord = (e) => e.ctrlKey || e.metaKey || e.altKey;
