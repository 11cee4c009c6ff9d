// Control characters, line ends and marks without a width in whatever an element shows: told or refused, or drawn as
// the reference says, and never lost without a word.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../../src/core/engine/index.ts";
import { pixels } from "../../../plugins/renderers/pdf/opened-pdf.ts";
import { decodeCodes } from "../../../support/decode-codes.ts";
import { sampled } from "../../../support/lane.ts";

const PDF = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });

const CHARACTERS: Readonly<Record<string, string>> = {
  bell: "\u0007",
  tab: "\t",
  "line feed": "\n",
  "carriage return": "\r",
  "both line ends": "\r\n",
  "vertical tab": "\v",
  "form feed": "\f",
  escape: "\u001b",
  delete: "\u007f",
  "next line": "\u0085",
  "control of the second set": "\u009b",
  "soft hyphen": "\u00ad",
  "space without a width": "\u200b",
  "line separator": "\u2028",
  "paragraph separator": "\u2029",
  "turned order": "\u202e",
  "byte order mark": "\ufeff",
  "no character": "\ufffe",
};
const LINE_ENDS = new Set(["line feed", "carriage return", "both line ends", "next line", "line separator"]);
LINE_ENDS.add("paragraph separator");
/** What has no width shows nothing where letters are set, as it is meant. */
const WITHOUT_WIDTH = new Set(["soft hyphen", "space without a width", "byte order mark"]);
/** Codes of squares hold any text. */
const HOLDS_ANY = ["qr", "datamatrix", "pdf417"] as const;

interface Drawn {
  readonly element: string;
  readonly before: string;
  readonly after: string;
  /** Whether what stands at the character is drawn as it is meant, without a finding. */
  readonly isSilent: (name: string) => boolean;
}

const never = () => false;
const asText = (name: string) => LINE_ENDS.has(name) || WITHOUT_WIDTH.has(name);
const ELEMENTS: Readonly<Record<string, Drawn>> = {
  text: { element: "text (s)", before: "甲", after: "乙", isSilent: asText },
  "a check's label": { element: 'check (true) "{s}"', before: "甲", after: "乙", isSilent: asText },
  // Its words stand beside one another, parted by whatever white space.
  "a seal of a name": { element: "seal (s) w=18mm h=18mm", before: "佐藤", after: "太郎", isSilent: asText },
  "a seal of a Latin name": { element: "seal (s) w=18mm h=18mm", before: "Ann", after: "Lee", isSilent: asText },
  "a seal of a company": { element: "seal (s) w=18mm h=18mm", before: "株式会社", after: "東京印", isSilent: asText },
  "a seal's label": { element: 'seal "{s}" w=18mm h=24mm', before: "甲", after: "乙", isSilent: asText },
  "row of seals": {
    element: 'seals w=60mm h=24mm {\n seal (s)\n seal "課長"\n }',
    before: "佐藤",
    after: "太郎",
    isSilent: asText,
  },
  comb: { element: "comb (s) cells=9 w=60mm", before: "甲", after: "乙", isSilent: (name) => WITHOUT_WIDTH.has(name) },
  "a link": { element: 'text "開く" link="https://example.jp/{s}"', before: "a", after: "b", isSilent: never },
  "a link of data": { element: 'text "開く" link="{s}"', before: "https://example.jp/a", after: "b", isSilent: never },
  "a link of a picture": {
    element: 'box link="https://example.jp/{s}" {\n text "開く"\n }',
    before: "a",
    after: "b",
    isSilent: never,
  },
  code128: { element: "barcode code128 (s) w=80mm h=15mm", before: "A1", after: "2B", isSilent: never },
  code39: { element: "barcode code39 (s) w=80mm h=15mm", before: "A1", after: "2B", isSilent: never },
  nw7: { element: "barcode nw7 (s) w=80mm h=15mm", before: "A1", after: "2B", isSilent: never },
  itf: { element: "barcode itf (s) w=80mm h=15mm", before: "12", after: "34", isSilent: never },
  ean13: { element: "barcode ean13 (s) w=60mm h=15mm", before: "490123", after: "456789", isSilent: never },
  "gs1-128": { element: "barcode gs1-128 (s) w=90mm h=15mm", before: "(10)AB", after: "CD", isSilent: never },
  ...Object.fromEntries(
    HOLDS_ANY.map((kind) => [
      kind,
      { element: `barcode ${kind} (s) w=60mm h=20mm`, before: "A1", after: "2B", isSilent: () => true },
    ]),
  ),
};

function request(element: string, s: string) {
  const source = `rpt 1
field s text(60)
page A4 margin=15mm {
  body {
    ${element}
  }
}
`;
  return { source, data: new TextEncoder().encode(JSON.stringify({ s })) };
}

function told(element: string, s: string): readonly string[] {
  const { diagnostics } = engine.check(request(element, s));
  return diagnostics
    .filter(({ code }) => code !== "RPT9010" && !/^RPT403[12]$/u.test(code))
    .map(({ code, message }) => `${code} ${message}`);
}

describe.each(Object.entries(ELEMENTS))("%s", (of, { element, before, after, isSilent }) => {
  const characters = sampled(Object.entries(CHARACTERS), 3, Object.keys(ELEMENTS).indexOf(of));
  const plain = told(element, before + after);

  test.each(characters)("%s", (name, character) => {
    const found = told(element, before + character + after).filter((one) => !plain.includes(one));
    if (isSilent(name)) expect(found).toEqual([]);
    else expect(found.join("\n")).toMatch(/^RPT(?:4005|4015|4018|4022|4029) /u);
    // What is told says what is done: no comb has lines.
    if (element.startsWith("comb")) expect(found.join("\n")).not.toContain("a line end");
  });
});

test("marks without a width and line ends take no cell of a comb", async () => {
  for (const character of ["\u200b", "\u00ad", "\ufeff", "\v", "\f", "\n", "\r\n", "\u2028"]) {
    expect(told("comb (s) cells=2 w=60mm", `甲${character}乙`).filter((one) => one.startsWith("RPT4001"))).toEqual([]);
    expect(told("comb (s) cells=2 w=60mm", `甲${character}乙丙`).some((one) => one.startsWith("RPT40"))).toBe(true);
  }
});

/** What the decoder writes for characters that nobody sees. */
const WRITTEN: Readonly<Record<string, string>> = { "<BEL>": "\u0007", "<VT>": "\v", "<FF>": "\f", "<ESC>": "\u001b" };

test.each(HOLDS_ANY)("what %s holds is read back as it was sent, line ends in their one spelling", async (kind) => {
  const characters = Object.values(CHARACTERS).filter((character) => character !== "\ufffe");
  const rows = characters.map((character) => ({ s: `A1${character}2B` }));
  const source = `rpt 1
field rows[].s text(60)
page A4 margin=10mm {
  body {
    each rows gap=3mm {
      barcode ${kind} (.s) w=${kind === "pdf417" ? 60 : 12}mm h=12mm
    }
  }
}
`;
  const data = new TextEncoder().encode(JSON.stringify({ rows }));
  const answer = await engine.preview({ source, data, renderer: "pdf", options: { createdAt: DEFAULT_CREATED_AT } });
  if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") throw new Error(JSON.stringify(answer));
  const codes = await decodeCodes(await pixels(answer.rendering.bytes, 300));
  const read = codes.map((code) => code.split(" ").slice(1).join(" "));
  const plain = read.map((text) => text.replaceAll(/<[A-Z]+>/gu, (written) => WRITTEN[written] ?? written));
  const sent = rows.map((row) => JSON.stringify(row.s.replaceAll(/\r\n?/gu, "\n")));
  // A decoder may read one code twice.
  const seen = new Set(plain.map((text) => JSON.stringify(text)));
  expect([...seen].toSorted()).toEqual([...new Set(sent)].toSorted());
});
