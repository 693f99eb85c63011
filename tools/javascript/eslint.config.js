// What eslint looks for in static/js, beside what tsc finds (static/js/tsconfig.json):
// faults that types do not show, and the few rules of our own. Layout is nobody's affair here.
import js from "@eslint/js";
import globals from "globals";

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
  { files: ["test/**"], languageOptions: { globals: globals.node } },
];
