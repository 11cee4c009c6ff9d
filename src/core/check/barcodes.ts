// What a bar code can hold, where its data is written out.
import type { ElementStatement } from "../language/index.ts";
import { type CheckContext, rewrite } from "./context.ts";
import { staticText } from "./value-place.ts";

/** Characters that a kind holds, and how many; kinds that hold any text are left out. */
const RULES: Readonly<Record<string, { readonly pattern: RegExp; readonly says: string; readonly sample: string }>> = {
  ean13: { pattern: /^\d{12,13}$/, says: "12 digits, or 13 with the check digit", sample: "490123456789" },
  ean8: { pattern: /^\d{7,8}$/, says: "7 digits, or 8 with the check digit", sample: "4912345" },
  itf: { pattern: /^(?:\d\d)+$/, says: "an even number of digits", sample: "14901234567891" },
  nw7: { pattern: /^[A-Da-d]?[0-9$:/.+-]+[A-Da-d]?$/, says: "digits and - $ : / . +", sample: "A123456A" },
  code39: { pattern: /^[0-9A-Z $%*+./-]+$/, says: "digits, capital letters and - . $ / + % blank", sample: "ABC-123" },
  "jp-postal": { pattern: /^\d{3}-?\d{4}[0-9A-Z-]*$/, says: "a postcode and the address number", sample: "1000001" },
};

/** RPT1020: data that its kind cannot hold, or a check digit that is wrong. */
export function checkBarcode(context: CheckContext, statement: ElementStatement): void {
  const [kind, data] = statement.args;
  if (kind?.kind !== "word" || data === undefined) return;
  const text = staticText(data);
  const rule = Object.hasOwn(RULES, kind.text) ? RULES[kind.text] : undefined;
  if (text === null || rule === undefined) return;
  const length = kind.text === "ean13" ? 13 : kind.text === "ean8" ? 8 : 0;
  const wrong = !rule.pattern.test(text);
  const mended = wrong ? rule.sample : text.length === length ? withCheckDigit(text.slice(0, -1)) : text;
  if (mended === text) return;
  context.report({
    code: "RPT1020",
    span: data.span,
    message: wrong ? `${kind.text} holds ${rule.says}` : `the check digit of ${text} is ${mended.at(-1)}`,
    why: "A reader refuses a code whose data does not fit its kind.",
    repair: rewrite(data.span, `"${mended}"`, `write "${mended}"`),
  });
}

/** EAN's weighted sum: 3 and 1 in turn from the right. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
