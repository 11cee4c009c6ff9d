// A slip that the recipient sends back is addressed to whoever issued the form.
import { describe, expect, test } from "vitest";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import { deliveryNote } from "../../../../src/plugins/profiles/jp/trade/index.ts";

const RULES = deliveryNote.rules.filter(({ meta }) => meta.id === "parties");

/** A delivery note above, a slip of another title below; `to` and `back` are who is addressed in each. */
function form(slip: string, to: string, back: string): string {
  return `rpt 1
document delivery title="納品書" lang=ja
field buyer string(20) role=recipient.name example="青葉商事株式会社"
field seller string(20) role=issuer.name example="山川製作所株式会社"
fonts gothic="Noto Sans JP"
sizes title=16pt body=10pt
style base font=gothic size=body
page A4 margin=15mm {
  body gap=6mm {
    text "納品書" size=title heading=1
    text "{${to}} 御中"
    text "下記のとおり納品いたします。"
    text "${slip}" size=title heading=1
    text "{${back}} 御中"
    text "下記のとおり受領いたしました。"
    text "{buyer}"
    text "{seller}"
  }
}
`;
}

function told(source: string): readonly (string | undefined)[] {
  const { diagnostics, isDrawn } = checkForm([{ ...deliveryNote, rules: RULES }], { source });
  expect(isDrawn).toBe(true);
  return diagnostics.filter(({ code }) => code.endsWith("/parties")).map(({ message }) => message);
}

describe.each(["受領書", "受 領 書", "物品受領書", "受領書（控）", "受領証", "注文請書", "検収書", "返信用紙"])(
  "%s",
  (slip) => {
    test("is addressed to whoever issued the form", () => {
      expect(told(form(slip, "buyer", "seller"))).toEqual([]);
    });

    test("excuses nothing of the part before it", () => {
      expect(told(form(slip, "seller", "seller"))).toEqual([expect.stringContaining("山川製作所株式会社")]);
    });
  },
);

test.each(["納品書（控）", "請求書"])("%s goes to the recipient like the first part", (slip) => {
  expect(told(form(slip, "buyer", "seller"))).toEqual([expect.stringContaining("is addressed with 御中")]);
});
