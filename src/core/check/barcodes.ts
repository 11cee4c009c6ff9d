// Bar codes whose data a source writes out.
import type { ElementStatement } from "../language/index.ts";
import { BARCODE_KINDS, barcodeMistake } from "./barcode-kinds.ts";
import { type CheckContext, rewrite } from "./context.ts";
import { staticText } from "./value-place.ts";

/** RPT1020: data that its kind cannot hold, or a check digit that is wrong. */
export function checkBarcode(context: CheckContext, statement: ElementStatement): void {
  const [kind, data] = statement.args;
  if (kind?.kind !== "word" || data === undefined) return;
  const text = staticText(data);
  if (text === null) return;
  const known = BARCODE_KINDS.find((each) => each === kind.text);
  const further = known === undefined ? context.barcodes().find(({ name }) => name === kind.text) : undefined;
  const mistake = known === undefined ? (further?.mistake(text) ?? null) : barcodeMistake(known, text);
  if (mistake === null) return;
  const isDigit = known !== undefined && mistake.reason.startsWith("wants");
  context.report({
    code: "RPT1020",
    span: data.span,
    message: isDigit ? `the check digit of ${text} is ${mistake.sample.at(-1)}` : `${kind.text} ${mistake.reason}`,
    why: "A reader refuses a code whose data does not fit its kind.",
    repair: rewrite(data.span, `"${mistake.sample}"`, `write "${mistake.sample}"`),
  });
}
