// Elements: statements in blocks → checked elements, with findings about what has no effect.
export { checkCuts } from "./cut-effects.ts";
export { checkPageEffects } from "./effects.ts";
export { checkElement } from "./elements.ts";
export { type CellPlace, planGrid } from "./grid-cells.ts";
export { checkOuterBreaks } from "./outer-breaks.ts";
