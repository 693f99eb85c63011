// A device of the floor keeps the empty form of a new incident, so that one can be
// opened without contact (sw.js). Where nobody is signed in, it goes.
const form = document.querySelector("form[data-new-incident]");

// The kept form of a new incident knows nothing of the address it opens at: what
// the address names is filled in here, and each copy gets a one-time key of its own.
function fillIn() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const fields = form.querySelectorAll(`[name="${CSS.escape(name)}"]:not([name=key])`);
    for (const field of fields) {
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
  }
  const parts = crypto.getRandomValues(new Uint32Array(4));
  form.elements.key.value = [...parts].map((part) => part.toString(16).padStart(8, "0")).join("");
}

async function start() {
  const { keepPage } = document.body.dataset;
  const signedOut = document.querySelector("form[action='/sign-in']:not(dialog form)");
  if (!keepPage && !signedOut) return;
  const registration = keepPage ? await navigator.serviceWorker.register("/sw.js") : await navigator.serviceWorker.getRegistration();
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  const files = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((file) => file.src || file.href);
  worker?.postMessage(keepPage ? { keep: { page: keepPage, files } } : { forget: true });
}

if (form && document.body.dataset.kept) fillIn();
if ("serviceWorker" in navigator) addEventListener("load", () => start().catch(() => {}));
