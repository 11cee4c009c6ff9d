// Bar codes: what the source says of them, with the text beneath in the style around them.
import type { CheckedElement, CheckedValue } from "../check/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import { lengthOf, wordOf } from "./boxes.ts";
import type { BarcodeElement } from "./canvas-elements.ts";
import type { Box } from "./canvas-styles.ts";
import type { TextStyles, TextValues } from "./text-styles.ts";

/** The text beneath stands on one line in the middle, as small as it must. */
const BENEATH: readonly (readonly [string, CheckedValue])[] = [
  ["align", { kind: "word", text: "center" }],
  ["valign", { kind: "word", text: "top" }],
  ["fit", { kind: "word", text: "shrink" }],
  ["wrap", { kind: "word", text: "none" }],
  ["line-height", { kind: "number", thousandths: 1_000 }],
];

export function compileBarcode(
  styles: TextStyles,
  element: CheckedElement,
  text: TextValues,
  box: Box,
  span: SourceSpan,
): BarcodeElement {
  const { args, properties } = element;
  const content = args.get("data");
  const quiet = properties.get("quiet");
  const shows = properties.get("text");
  return {
    kind: "barcode",
    box,
    span,
    symbology: wordOf(args, "kind") ?? "qr",
    content: content?.kind === "template" ? content.template : [],
    correction: wordOf(properties, "ecc") as BarcodeElement["correction"],
    moduleEmu: lengthOf(properties, "module"),
    quietModules: quiet?.kind === "number" ? Math.round(quiet.thousandths / 1000) : null,
    showsText: shows?.kind === "flag" ? shows.value : null,
    style: styles.index(new Map([...text, ...BENEATH]), true),
  };
}
