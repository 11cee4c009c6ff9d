// Members with a word more or less than a declared one that is absent.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { readPayload, readPayloadList } from "../../../src/core/contract/index.ts";

const SOURCE = `rpt 1
field deliveryNote? text(40) example="x"
field customer? string(20) example="x"
field unit? string(8) example="x"
field to? string(8) example="x"
field name? string(40) example="x"
field address1? string(40) example="x"
field issuer.name string(20) example="x"
field lines[].fare int default=0 example=[1]
field lines[].hotel int default=0 example=[1]
field lines[].taxi_fee int default=0 example=[1]
page A4 margin=15mm {
  body {
    text "x"
  }
}
`;

const { value: canvas, diagnostics } = compileSource(SOURCE);
if (canvas === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
const { fields } = canvas;

const sent = (data: unknown) => new TextEncoder().encode(JSON.stringify(data));
const GOOD = { issuer: { name: "x" }, lines: [] };

function misses(data: object): readonly string[] {
  const { nearMisses } = readPayload(sent({ ...GOOD, ...data }), fields, { extra: "ignore" });
  return nearMisses.listed.map(({ path, declared, count }) => `${path} → ${declared}${count > 1 ? ` ×${count}` : ""}`);
}

describe("a name with a word more or less than an absent one", () => {
  test.each<readonly [string, object, readonly string[]]>([
    ["a word more", { lines: [{ fare: 1, hotel_fee: 9 }] }, ["lines[0].hotel_fee → lines[].hotel"]],
    ["a word less", { lines: [{ taxi: 9, hotel: 1 }] }, ["lines[0].taxi → lines[].taxi_fee"]],
    ["the other word less", { lines: [{ fee: 9, hotel: 1 }] }, ["lines[0].fee → lines[].taxi_fee"]],
    ["a hyphen", { lines: [{ "hotel-fee": 9 }] }, ["lines[0].hotel-fee → lines[].hotel"]],
    ["capitals", { note: "x", customerPerson: "y" }, ["note → deliveryNote", "customerPerson → customer"]],
    ["small words of capitals", { CUSTOMER_PERSON: "y" }, ["CUSTOMER_PERSON → customer"]],
    ["two words more", { "Special delivery note": "y" }, ["Special delivery note → deliveryNote"]],
    [
      "some entries",
      { lines: [{ hotel: 1 }, { hotel_fee: 9 }, { hotelFee: 8 }, { hotel_fee: 7 }] },
      ["lines[1].hotel_fee → lines[].hotel ×2", "lines[2].hotelFee → lines[].hotel"],
    ],
  ])("is told: %s", (_, data, told) => {
    expect(misses(data)).toEqual(told);
  });

  test.each<readonly [string, object]>([
    ["the declared member is there", { lines: [{ hotel: 0, hotel_fee: 9 }] }],
    ["the declared member is sent as null", { lines: [{ hotel: null, hotel_fee: 9 }] }],
    ["other entries have both", { lines: [{ hotel_fee: 9 }, { hotel: 1, hotel_fee: 9 }] }],
    ["the value is no such value", { lines: [{ hotel_fee: "9,200" }, { hotel_fee: -0.5 }] }],
    ["there is no value", { lines: [{ hotel_fee: null }], customer_person: "" }],
    ["two names may stand for it", { lines: [{ hotel_fee: 9, hotel_deposit: 8 }] }],
    ["it may stand for two", { hotel: "x", lines: [{ hotelTaxiFee: 9 }] }],
    ["the word makes another value", { customer_status: "x", unitCode: "x", name_kana: "x" }],
    ["the word is of two letters", { ship_to: "x" }],
    ["numbers differ", { address_2: "x", address2_city: "x", customer_person_2: "x" }],
    ["a word is another one", { delivery_address: "x", customs: "x" }],
    ["the declared one is no sibling", { lines: [{ customerPerson: "x" }], hotel_fee: 9 }],
  ])("is not told where %s", (_, data) => {
    expect(misses(data)).toEqual([]);
  });

  test("is the way to a declared value before it is a sibling's", () => {
    const { nearMisses } = readPayload(sent({ lines: [], issuerName: "x" }), fields, { extra: "ignore" });
    expect(nearMisses.listed.map(({ declared }) => declared)).toEqual(["issuer.name"]);
  });

  test("is told once of a list of documents", () => {
    const list = [GOOD, { ...GOOD, customer_person: "x" }, { ...GOOD, customer_person: "y" }];
    const { nearMisses } = readPayloadList(sent(list), fields, { extra: "ignore" });
    expect(nearMisses.listed).toEqual([
      { path: "dataList[1].customer_person", declared: "customer", isBeside: true, count: 2 },
    ]);
  });

  test("is named where the declared one is required, and where the contract is closed", () => {
    const data = sent({ issuer: { issuer_name: "x" }, lines: [] });
    const said = (extra: "ignore" | "forbid") =>
      readPayload(data, fields, { extra }).violations.map(({ expected, received }) => `${expected} | ${received}`);
    expect(said("ignore").join()).toContain('"issuer_name" stands beside it — did you mean name?');
    expect(said("forbid").join()).toContain("did you mean name?");
  });
});
