// Texts in the composed form of Unicode, whatever the runtime's own version of it knows.
export { type Composition, composed, compositions } from "./normalization.ts";
