// Texts in the composed form of Unicode, whatever the runtime knows of it, and their code points.
export { codePointIn } from "./code-points.ts";
export { type Composition, composed, compositions } from "./normalization.ts";
