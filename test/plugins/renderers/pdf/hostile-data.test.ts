import { readdirSync } from "node:fs";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource, contractSchema } from "../../../../src/core/canvas/index.ts";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT } from "../../../../src/core/engine/index.ts";
import { asOneLine } from "../../../../src/core/expression/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { payloadsOf, type Schema } from "../../../support/generated-payloads.ts";
import { inLane } from "../../../support/lane.ts";
import { exampleSource } from "../../../support/template-pages.ts";
import { CMYK_JPEG, GRAY_JPEG, pngFile } from "./images/picture-files.ts";
import { checkByQpdf, judge, opened } from "./opened-pdf.ts";

// Whatever data come, the answer is a file that readers open or a sentence, never an exception and never a broken file.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [pdfRenderer] });

/** Every way in which a text can be set, and the elements whose content comes from data. */
const EVERYTHING = `rpt 1
document hostile title="{title}"
field title string(200) example="題"
field body text(2000) example="本文"
field tags[] string example=["札"]
field picture? image
field items[].name string(200) example=["品"]
field items[].price decimal(30,6) example=[1]
sizes body=9pt large=18pt
style base size=body
page A5 portrait margin=10mm {
  header h=10mm {
    text (title) x=0mm y=0mm w=60mm h=8mm fit=shrink size=large
    image (picture) x=100mm y=0mm w=20mm h=8mm alt="{title}"
  }
  footer h=6mm {
    text "{page.n}/{page.total}" x=0mm y=0mm w=128mm h=5mm align=center
  }
  body gap=2mm {
    text (body) align=justify
    text (title) w=30mm align=distribute
    text (title) h=40mm w=8mm writing=vertical
    text "{join(tags, '・')}" lines=2 fit=clip
    row gap=2mm {
      text (title) w=1fr fit=shrink
      text (title) w=20mm wrap=none
    }
    box border=0.25pt padding=2mm when=(title != body) {
      text (body) fit=shrink lines=3
    }
    table items header=repeat empty="該当なし" {
      column name  "品名" w=1fr
      column price "金額" w=30mm align=right format='#,##0.00'
      foot {
        cell "合計" col=name align=right
        cell (sum(items[].price)) col=price align=right format='daiji' fit=shrink
      }
    }
  }
}
`;

const PNG = pngFile({ width: 3, height: 2, bitDepth: 8, colorType: 6, pixel: (x, y) => [x * 99, y * 99, 0, 80] });

/** Whole pictures, pictures cut off or changed at any place, and bytes that are none. */
const pictures = fc
  .oneof(
    fc.constantFrom(PNG, GRAY_JPEG, CMYK_JPEG),
    fc.tuple(fc.constantFrom(PNG, GRAY_JPEG, CMYK_JPEG), fc.nat(), fc.nat(255)).map(([whole, at, byte]) => {
      const changed = whole.slice();
      changed[at % whole.length] = byte;
      return changed;
    }),
    fc.tuple(fc.constantFrom(PNG, GRAY_JPEG), fc.nat()).map(([whole, at]) => whole.slice(0, at % whole.length)),
    fc.uint8Array({ maxLength: 64 }),
  )
  .map((bytes) => Buffer.from(bytes).toString("base64"));

/** Of every plane, with marks, selectors, controls and unpaired surrogates; some much longer than any box. */
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 600 }))
    .map(([unit, times]) => unit.repeat(times)),
  fc.constantFrom("", " ", "\u00a0".repeat(100), "葛\u{e0100}".repeat(50), "e\u0301".repeat(50), "\u202e\u200f\u200d"),
);

const numbers = fc.oneof(
  fc.tuple(fc.constantFrom("", "-"), fc.stringMatching(/^[0-9]{1,40}(\.[0-9]{1,10})?$/)).map((parts) => parts.join("")),
  fc.constantFrom(0, -0, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, "999999999999999999999999.999999"),
);

const payloads = fc.record(
  {
    title: texts,
    body: texts,
    tags: fc.array(texts, { maxLength: 5 }),
    picture: fc.oneof(pictures, fc.constant(null)),
    items: fc.array(fc.record({ name: texts, price: numbers }), { maxLength: 40 }),
  },
  { noNullPrototype: true },
);

/** A text that the contract lets through: well-formed, one line, not too long, and odd all the same. */
const kept = (length: number) =>
  texts.map(
    (text) =>
      Array.from(asOneLine(text.toWellFormed().replaceAll("\0", " ")))
        .slice(0, length)
        .join("") || "-",
  );

/** Payloads that keep the contract of the form with everything. */
const keptPayloads = fc.record(
  {
    title: kept(200),
    body: kept(2_000),
    tags: fc.array(kept(200), { maxLength: 5 }),
    picture: fc.constantFrom(null, ...[PNG, GRAY_JPEG, CMYK_JPEG].map((one) => Buffer.from(one).toString("base64"))),
    items: fc.array(
      fc.record({
        name: kept(200),
        price: fc.constantFrom("0", "-1", "999999999999999999999999.999999", "-0.000001", "123456789012", "0.5"),
      }),
      { maxLength: 30 },
    ),
  },
  { noNullPrototype: true },
);

/** Answers the kind of the engine's answer; a file that it made is opened by two other programs. */
async function answerTo(source: string, payload: unknown, isJudged: boolean): Promise<string> {
  const data = new TextEncoder().encode(JSON.stringify(payload));
  const answer = await engine.preview({ source, data, renderer: "pdf", options: { createdAt: DEFAULT_CREATED_AT } });
  if (answer.kind !== "preview") return answer.kind;
  const { rendering } = answer;
  if (rendering.kind === "rendered") {
    const file = await opened(rendering.bytes);
    expect(file.numPages).toBe(rendering.pages);
    await file.destroy();
    if (isJudged) await checkByQpdf(rendering.bytes);
  }
  return rendering.kind;
}

/** A text of each plane of Unicode: characters far apart, and those at its ends, which are none (16 × 17 of them). */
const PLANES = Array.from({ length: 17 }, (_, plane) => {
  const step = 0x10000 / 16;
  const points = Array.from({ length: 16 }, (_each, at) => plane * 0x10000 + at * step + (at === 15 ? step - 1 : 0x61));
  const isCharacter = (point: number) => point < 0xd800 || point > 0xdfff;
  return [plane, String.fromCodePoint(...points.filter(isCharacter))] as const;
});

const NUM_RUNS = inLane({ fast: 25, full: 500 });

describe("no data lead to an exception or to a broken file", () => {
  test("in a form with every way of setting text", async () => {
    const example = { title: "題", body: "本文", tags: [], picture: null, items: [] };
    expect(await answerTo(EVERYTHING, example, true)).toBe("rendered");
    const kinds = new Set<string>();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(payloads, async (payload) => {
        number += 1;
        kinds.add(await answerTo(EVERYTHING, payload, number % 5 === 0));
      }),
      { numRuns: NUM_RUNS },
    );
    expect([...kinds].filter((kind) => !["rendered", "violations", "refused"].includes(kind))).toEqual([]);
    // Few of the payloads keep the contract; among many some do.
    if (inLane({ fast: false, full: true })) expect([...kinds]).toContain("rendered");
  });

  test("in that form, whose contract they keep: they are drawn, whatever they say", async () => {
    const kinds: string[] = [];
    await fc.assert(
      fc.asyncProperty(keptPayloads, async (payload) => {
        kinds.push(await answerTo(EVERYTHING, payload, kinds.length % 5 === 0));
      }),
      { numRuns: NUM_RUNS },
    );
    // A sum may be too large for its words (大字); that is told by its path.
    expect(kinds.filter((kind) => kind !== "rendered" && kind !== "refused")).toEqual([]);
    expect(kinds.filter((kind) => kind === "rendered").length).toBeGreaterThan(kinds.length / 3);
  });

  test("of pictures whose sums add up while their data are damaged: they are told, or readers take them", async () => {
    const rows = Buffer.from(Array.from({ length: 40 * 61 }, (_, at) => (at % 61 === 0 ? 1 : (at * 7) % 251)));
    const whole = deflateSync(rows);
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 2 });
    const pieces = fc.tuple(damage, fc.integer({ min: 0, max: whole.length }), fc.constantFrom(2, 0));
    const source =
      "rpt 1\nfield p image\npage A5 portrait margin=10mm {\n  body {\n    image (p) w=20mm h=20mm\n  }\n}\n";
    const told = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(pieces, async ([changes, length, colorType]) => {
        const data = Buffer.from(whole.subarray(0, changes.length === 0 ? length : whole.length));
        for (const [at, byte] of changes) data[at] = byte;
        const size = { width: colorType === 2 ? 20 : 60, height: 40, bitDepth: 8, colorType };
        const picture = Buffer.from(pngFile({ ...size, data, pixel: () => [0] })).toString("base64");
        const payload = new TextEncoder().encode(JSON.stringify({ p: picture }));
        const options = { createdAt: DEFAULT_CREATED_AT };
        const answer = await engine.preview({ source, data: payload, renderer: "pdf", options });
        if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") throw new Error(JSON.stringify(answer));
        told.add(answer.rendering.diagnostics.some(({ message }) => message.includes("is a broken PNG")));
        const shown = await judge(answer.rendering.bytes, "pdftoppm", ["-r", "20", "FILE"]);
        expect(`${shown.exitCode} ${shown.stderr}`).toBe("0 ");
      }),
      { numRuns: inLane({ fast: 10, full: 200 }) },
    );
    expect(told).toContain(true);
  });

  test.for(PLANES)("in that form, of plane %d: they are drawn", async ([, text]) => {
    const item = { name: text, price: "1" };
    const payload = { title: text, body: text.repeat(20), tags: [text, text], picture: null, items: [item, item] };
    expect(await answerTo(EVERYTHING, payload, true)).toBe("rendered");
  });

  test.for(readdirSync("docs/examples").filter((name) => name.endsWith(".rpt")))("in the example %s", async (name) => {
    const source = exampleSource(name);
    const { value: canvas } = compileSource(source);
    if (canvas === null) throw new Error(`${name} does not compile`);
    const schema = contractSchema(canvas, { canvasId: "test", version: 1 }) as Schema;
    await fc.assert(
      fc.asyncProperty(payloadsOf(schema, { words: () => texts }), async (payload) => {
        await answerTo(source, payload, false);
      }),
      { numRuns: inLane({ fast: 5, full: 100 }) },
    );
  });
});
