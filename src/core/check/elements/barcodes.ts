// Bar codes whose data a source writes out.
import type { Repair } from "../../diagnostics/index.ts";
import type { ElementStatement } from "../../language/index.ts";
import { BARCODE_KINDS, type BarcodeMistake, barcodeMistake, checkDigitOf } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { staticText } from "../values/index.ts";

/** RPT1020: data that its kind cannot hold, or a check digit that is wrong. */
export function checkBarcode(context: CheckContext, statement: ElementStatement): void {
  const [kind, data] = statement.args;
  if (kind?.kind !== "word" || data === undefined) return;
  const text = staticText(data);
  if (text === null) return;
  const known = BARCODE_KINDS.find((each) => each === kind.text);
  const further = known === undefined ? context.barcodes().find(({ name }) => name === kind.text) : undefined;
  const mistakeOf = (data: string): BarcodeMistake | null =>
    known === undefined ? (further?.mistake(data) ?? null) : barcodeMistake(known, data);
  const mistake = mistakeOf(text);
  if (mistake === null) return;
  const holds = (data: string): boolean => mistakeOf(data) === null;
  const right = known === undefined ? null : checkDigitOf(mistake);
  context.report({
    code: "RPT1020",
    span: data.span,
    message:
      right === null
        ? `${kind.text} ${mistake.reason}`
        : `the check digit of ${right.of === null ? "" : `${right.of} in `}${text} is ${right.digit}`,
    why: "A reader refuses a code whose data does not fit its kind.",
    repair: repairOf(data.span, right !== null ? mistake.sample : sameData(text, holds), mistake.sample),
  });
}

/** Only data that says the same is written for an author; a sample shows what data of the kind look like. */
function repairOf(span: ElementStatement["span"], data: string | null, sample: string): Repair {
  if (data !== null) return rewrite(span, JSON.stringify(data), `write ${JSON.stringify(data)}`);
  return advise(`write data that it holds, as in "${sample}", or choose another kind of code`);
}

/** What a string of a form holds only in another way of writing it. */
const WRITTEN_OTHERWISE = /[{}"\\]/u;
/** ASCII as wide as an ideograph. */
const WIDE = /[\uff01-\uff5e]/gu;
const WIDE_BY = 0xfee0;
const CONTROLS = /\p{Cc}/gu;

/** The same data in narrow letters and without control characters; null where the kind cannot hold that either. */
function sameData(text: string, holds: (text: string) => boolean): string | null {
  const same = text.replace(CONTROLS, "").replace(WIDE, (wide) => String.fromCodePoint(wide.charCodeAt(0) - WIDE_BY));
  return same !== text && !WRITTEN_OTHERWISE.test(same) && holds(same) ? same : null;
}
