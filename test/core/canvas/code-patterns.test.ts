// The pattern that a finding proposes for the field of a bar code takes exactly the data that the code holds, but for
// the check digits of EAN.
import fc from "fast-check";
import { expect, test } from "vitest";
import { PATTERNS } from "../../../src/core/canvas/code-fields.ts";
import { BARCODE_KINDS, barcodeMistake } from "../../../src/core/schema/index.ts";

const WITH_CHECK_DIGITS = ["ean13", "ean8"];
const SIGNS = fc.constantFrom(..."0123456789ABCDEabcdeZz$:/.+-% ");

test.each(BARCODE_KINDS.filter((kind) => PATTERNS[kind] !== undefined && !WITH_CHECK_DIGITS.includes(kind)))(
  "%s",
  (kind) => {
    const pattern = new RegExp(PATTERNS[kind] ?? "", "u");
    const middles = fc.stringMatching(/^[0-9$:/.+-]{1,8}$/);
    const framed = fc.tuple(SIGNS, middles, SIGNS).map(([first, middle, last]) => first + middle + last);
    const texts = fc.oneof(
      fc.array(SIGNS, { minLength: 1, maxLength: 9 }).map((signs) => signs.join("")),
      framed,
    );
    fc.assert(
      fc.property(texts, (text) => {
        // The address behind a postcode is converted before it is encoded.
        if (pattern.test(text)) expect(barcodeMistake(kind, text), text).toBeNull();
        else if (kind !== "jp-postal") expect(barcodeMistake(kind, text), text).not.toBeNull();
      }),
    );
  },
);
