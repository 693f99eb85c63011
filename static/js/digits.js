// Numbers typed on a keyboard of another script.

const digit = /\p{Nd}/u;

/**
 * plainDigits gives the digits of all scripts ("١٢", "१२") as those that programs count
 * with, and the wide signs of Chinese and Japanese keyboards ("１：３０") as narrow ones, as
 * the server does.
 * @param {string} typed
 */
export const plainDigits = (typed) => typed.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/(?!\d)\p{Nd}/gu, plainDigit);

/**
 * plainDigit counts from the zero of the digit's script: Unicode keeps the ten of each together.
 * @param {string} one
 */
function plainDigit(one) {
  const at = one.codePointAt(0) ?? 0;
  let zero = at;
  while (digit.test(String.fromCodePoint(zero - 1))) zero--;
  return String((at - zero) % 10);
}
