// What stylelint looks for in static/css: faults that a reader of one rule cannot see, one
// block for each selector, every rule in a layer, colours and sizes from tokens.css alone.
// Layout is prettier's affair (.prettierrc.json).
import layers from "./stylelint-layers.js";
import sizes from "./stylelint-sizes.js";

export default {
  plugins: [layers, ...sizes],
  overrides: [
    { files: ["**/tokens.css"], rules: { "color-no-hex": null, "function-disallowed-list": null } },
    { files: ["**/reference.css"], rules: { "color-no-hex": null, "function-disallowed-list": null, "tandem/layers": null } }, // clothes for another project's page
  ],
  rules: {
    "tandem/layers": true,
    "tandem/text-sizes": true,
    "tandem/window-widths": true,
    "tandem/room": true,
    "tandem/sheet-length": true,
    "color-named": "never",
    "color-no-hex": true,
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "light-dark"],
    "annotation-no-unknown": true,
    "at-rule-no-unknown": true,
    "block-no-empty": true,
    "color-no-invalid-hex": true,
    "custom-property-no-missing-var-function": true,
    "declaration-block-no-duplicate-custom-properties": true,
    "declaration-block-no-duplicate-properties": true,
    "declaration-block-no-shorthand-property-overrides": true,
    "font-family-no-duplicate-names": true,
    "function-calc-no-unspaced-operator": true,
    "function-no-unknown": true,
    "keyframe-block-no-duplicate-selectors": true,
    "keyframe-declaration-no-important": true,
    "media-feature-name-no-unknown": true,
    "named-grid-areas-no-invalid": true,
    "no-duplicate-at-import-rules": true,
    "no-duplicate-selectors": true,
    "no-invalid-double-slash-comments": true,
    "property-no-unknown": true,
    "selector-pseudo-class-no-unknown": true,
    "selector-pseudo-element-no-unknown": true,
    "selector-type-no-unknown": true,
    "string-no-newline": true,
    "unit-no-unknown": true,
  },
};
