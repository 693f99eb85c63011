// Finding elements. A script says which class of element it needs; one of another class
// counts as not there. need is for what the page of that script always has: a page
// without it is a fault of ours, and the error names the selector.

/**
 * @template {Element} T
 * @typedef {{ new (): T }} Kind
 */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * find is the first element that fits.
 * @overload
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
/**
 * @template {Element} T
 * @overload
 * @param {string} selector
 * @param {ParentNode} within
 * @param {Kind<T>} kind
 * @returns {T | null}
 */
/**
 * @param {string} selector
 * @param {ParentNode} within
 * @param {Kind<Element>} kind
 */
export function find(selector, within = document, kind = HTMLElement) {
  const found = within.querySelector(selector);
  return found instanceof kind ? found : null;
}

/**
 * need is find for what has to be there.
 * @overload
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
/**
 * @template {Element} T
 * @overload
 * @param {string} selector
 * @param {ParentNode} within
 * @param {Kind<T>} kind
 * @returns {T}
 */
/**
 * @param {string} selector
 * @param {ParentNode} within
 * @param {Kind<Element>} kind
 */
export function need(selector, within = document, kind = HTMLElement) {
  const found = find(selector, within, kind);
  if (!found) throw new Error(`the page has no ${kind.name} ${selector}`);
  return found;
}

/**
 * all are the elements that fit, in the order of the page.
 * @overload
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
/**
 * @template {Element} T
 * @overload
 * @param {string} selector
 * @param {ParentNode} within
 * @param {Kind<T>} kind
 * @returns {T[]}
 */
/**
 * @param {string} selector
 * @param {ParentNode} within
 * @param {Kind<Element>} kind
 */
export function all(selector, within = document, kind = HTMLElement) {
  return [...within.querySelectorAll(selector)].filter((element) => element instanceof kind);
}

/**
 * around is the element that fits and holds another one, or is it; made for e.target.
 * @overload
 * @param {EventTarget | null | undefined} inner
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
/**
 * @template {Element} T
 * @overload
 * @param {EventTarget | null | undefined} inner
 * @param {string} selector
 * @param {Kind<T>} kind
 * @returns {T | null}
 */
/**
 * @param {EventTarget | null | undefined} inner
 * @param {string} selector
 * @param {Kind<Element>} kind
 */
export function around(inner, selector, kind = HTMLElement) {
  const found = inner instanceof Element ? inner.closest(selector) : null;
  return found instanceof kind ? found : null;
}

/**
 * fits tells whether an element, made for e.target, fits a selector.
 * @param {EventTarget | null} element
 * @param {string} selector
 */
export const fits = (element, selector) => element instanceof Element && element.matches(selector);

/**
 * isField narrows to what somebody fills in.
 * @param {unknown} element
 * @returns {element is Field}
 */
export const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/**
 * isTicked narrows to radio buttons and check boxes.
 * @param {unknown} element
 * @returns {element is HTMLInputElement}
 */
export const isTicked = (element) => element instanceof HTMLInputElement && (element.type === "radio" || element.type === "checkbox");

/**
 * fields are the fields that fit.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const fields = (selector, within = document) => [...within.querySelectorAll(selector)].filter(isField);

/**
 * named are the fields of a name.
 * @param {string} name
 * @param {ParentNode} within
 */
export const named = (name, within) => fields(`[name="${CSS.escape(name)}"]`, within);

/**
 * inputNamed is the first input of a name, which has to be there.
 * @param {string} name
 * @param {ParentNode} within
 */
export const inputNamed = (name, within) => need(`[name="${CSS.escape(name)}"]`, within, HTMLInputElement);

/**
 * formOf is the form that an event is about.
 * @param {Event} e
 */
export const formOf = (e) => (e.target instanceof HTMLFormElement ? e.target : null);

/**
 * buttonOf is the button by which a form is sent; null for Enter in a field.
 * @param {SubmitEvent} e
 */
export const buttonOf = (e) => (e.submitter instanceof HTMLButtonElement ? e.submitter : null);

/**
 * entriesOf is what a form would send; button is the one by which it is sent. FormData itself takes the
 * button since 2023 only, and leaves it out in silence before.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 * @returns {[string, FormDataEntryValue][]}
 */
export function entriesOf(form, button) {
  const entries = [...new FormData(form)];
  if (button instanceof HTMLButtonElement && button.name) entries.push([button.name, button.value]);
  return entries;
}

/**
 * textsOf is what a form would send, as text; button is the one by which it is sent.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 * @returns {[string, string][]}
 */
export const textsOf = (form, button) => entriesOf(form, button).map(([name, value]) => [name, String(value)]);

/**
 * bodyOf is that as the body of a request.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 */
export const bodyOf = (form, button) => new URLSearchParams(textsOf(form, button));

/**
 * pageOf reads a page of the server.
 * @param {string} text
 */
export const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");
