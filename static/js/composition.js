// While an input method (Chinese, Japanese, Korean, accents) still has what is typed, keys
// are its own: Enter takes a word then and sends nothing. Safari sends that Enter after
// the word was taken, with the number by which keys of input methods are known.
const ofInputMethod = 229;

window.addEventListener("keydown", (e) => (e.isComposing || e.keyCode === ofInputMethod) && e.stopImmediatePropagation(), true);
