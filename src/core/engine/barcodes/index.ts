// Bar codes: kinds and texts → the bars that are drawn.
export { barcodesIn, createCodeEncoder, missingCodes } from "./code-encoder.ts";
