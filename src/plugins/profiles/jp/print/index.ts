// jp.print: what becomes of a form on office printers, in folding machines and window envelopes.
import { defineProfile } from "../../../../core/sdk/index.ts";
import { addressInWindow, foldMarks, lettersLegible, linesPrint, storeBarcode } from "./rules/paper.ts";

export const print = defineProfile({
  name: "jp.print",
  sdk: 1,
  title: "印刷",
  rules: [linesPrint, lettersLegible, foldMarks, addressInWindow, storeBarcode],
});
