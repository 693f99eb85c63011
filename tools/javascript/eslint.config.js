// What eslint looks for in static/js, beside what tsc finds (static/js/tsconfig.json):
// faults that types do not show, and the few rules of our own. Layout is nobody's affair here.
import js from "@eslint/js";
import globals from "globals";

// The server hands each sentence over in the reader's language; a script knows none.
const said = "/^(textContent|innerText|placeholder|title|alt|ariaLabel)$/";
const words = "/[A-Za-z]{2}/";
const ownWords = [`AssignmentExpression[left.property.name=${said}]`, `CallExpression[callee.property.name='assign'] > ObjectExpression > Property[key.name=${said}]`].flatMap((at) => [
  `${at} > Literal[value=${words}]`,
  `${at} TemplateElement[value.raw=${words}]`,
]);

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "array-callback-return": "error",
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      "dot-notation": "error",
      "max-lines": ["error", { max: 300, skipComments: true, skipBlankLines: true }], // a longer file holds a second idea
      "no-alert": "error",
      "no-constructor-return": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-self-compare": "error",
      "no-restricted-globals": ["error", { name: "localStorage", message: "A device may refuse to keep anything: device.js does what then is best." }],
      "no-restricted-syntax": ["error", ...ownWords.map((selector) => ({ selector, message: "The page brings the words, in the reader's language: read them from it." }))],
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-undef": "off", // tsc does, and knows types as well
      "no-unreachable-loop": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "all" }],
      "no-use-before-define": ["error", { functions: false, classes: true, variables: false }],
      "no-var": "error",
      "no-warning-comments": ["error", { terms: ["@ts-ignore", "@ts-nocheck", "@ts-expect-error", "{any}", "{*}", "any[]", "any>"], location: "anywhere" }], // types are said, not silenced
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-object-spread": "error",
      "prefer-template": "error",
    },
  },
  { files: ["device.js"], rules: { "no-restricted-globals": "off" } },
  { files: ["reference.js"], rules: { "no-restricted-syntax": "off" } }, // for programmers, in English
  { files: ["test/**"], languageOptions: { globals: globals.node }, rules: { "no-restricted-syntax": "off" } },
];
