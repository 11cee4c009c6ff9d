// Bar codes: what the source says of them, with the text beneath in the style around them.
import type { CheckedElement, CheckedValue } from "../check/index.ts";
import type { PropertyName } from "../schema/index.ts";
import { boxOf, lengthOf, wordOf } from "./boxes.ts";
import type { BarcodeElement } from "./canvas-elements.ts";
import { choiceOf, colorOf, type Placed, spanOf } from "./element-values.ts";

/** The text beneath stands on one line in the middle, as small as it must. */
const BENEATH: readonly (readonly [PropertyName, CheckedValue])[] = [
  ["align", { kind: "word", text: "center" }],
  ["valign", { kind: "word", text: "top" }],
  ["fit", { kind: "word", text: "shrink" }],
  ["wrap", { kind: "word", text: "none" }],
  ["line-height", { kind: "number", thousandths: 1_000 }],
];

export function compileBarcode(
  element: CheckedElement<"barcode">,
  { compiling, text, values }: Placed,
): BarcodeElement {
  const { args, properties } = element;
  const content = args.get("data");
  const quiet = properties.get("quiet");
  const shows = properties.get("text");
  return {
    kind: "barcode",
    box: boxOf(values, colorOf(text)),
    span: spanOf(element),
    symbology: wordOf(args, "kind") ?? "qr",
    content: content?.kind === "template" ? content.template : [],
    correction: choiceOf(element, "ecc"),
    moduleEmu: lengthOf(properties, "module"),
    quietModules: quiet?.kind === "number" ? Math.round(quiet.thousandths / 1000) : null,
    showsText: shows?.kind === "flag" ? shows.value : null,
    style: compiling.styles.index(new Map([...text, ...BENEATH]), true),
  };
}
