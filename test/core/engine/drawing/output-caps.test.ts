// A file beyond its limits is given up while it is made, before it fills the memory.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Board } from "../../../../src/core/engine/drawing/crew.ts";
import { bundledFonts, createEngine, renderersAt } from "../../../../src/core/engine/index.ts";
import type { PartRenderer, Renderer } from "../../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { runCommand } from "../../../support/command.ts";
import { lane } from "../../../support/lane.ts";
import { admitAll, PDF_PLUGIN, RATIO, requestFor, templateOf } from "../sources.ts";

interface Seen {
  readonly kind: string;
  readonly what?: string;
  readonly pages: number;
  readonly bytes: number;
  /** Of the JSON that it was drawn from; of a whole file alone. */
  readonly dataBytes?: number;
  /** How much memory the process took for the render, at its most. */
  readonly grewKib: number;
}

const kind = { mediaType: "application/octet-stream", fileExtension: "bin" } as const;
const MEBIBYTE = 1024 * 1024;
const RECORDS = 100;
const PAGES_A_RECORD = 15;

async function capped(records: number, bytesMax: number, options: readonly string[] = []): Promise<Seen> {
  const script = fileURLToPath(new URL("./capped-render.ts", import.meta.url));
  const command = [...options, script, `${records}`, `${bytesMax}`];
  const { stdout, stderr } = await runCommand(process.execPath, command, { timeoutMs: 300_000 });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Seen;
}

describe("a file that would be larger than its limit of bytes", () => {
  test("is given up after the run that goes beyond it, and takes no more memory the larger it would be", async () => {
    const small = await capped(RECORDS, MEBIBYTE);
    expect(small).toMatchObject({ kind: "too-large", what: "bytes" });
    expect(small.bytes).toBeGreaterThan(MEBIBYTE);
    // A run takes about a mebibyte: the second one goes beyond the limit at the latest.
    expect(small.bytes).toBeLessThan(2 * MEBIBYTE);
    expect(small.pages).toBeLessThanOrEqual((RECORDS * PAGES_A_RECORD) / 5);
    if (lane !== "full") return;
    const large = await capped(3 * RECORDS, MEBIBYTE);
    expect(large).toMatchObject({ kind: "too-large", what: "bytes" });
    const whole = await capped(3 * RECORDS, 1024 * MEBIBYTE);
    expect(whole).toMatchObject({ kind: "rendered", pages: 3 * RECORDS * PAGES_A_RECORD });
    // The payload itself is three times as large, and read before anything is drawn.
    expect(whole.grewKib - large.grewKib).toBeGreaterThan(whole.bytes / 1024);
  }, 120_000);

  test("is given up within its first record, too", async () => {
    const seen = await capped(1, 30_000);
    expect(seen).toMatchObject({ kind: "too-large", what: "bytes" });
    expect(seen.pages).toBeLessThan(PAGES_A_RECORD);
  }, 60_000);
});

describe.runIf(lane === "full")("a file of more than 5,000 pages", () => {
  // The heap holds the program (some 40 MB) and the records that were read (13 MB for eight hundred). Beside these, it
  // has no room for the pages or for what was computed for them.
  const SMALL_HEAP = ["--max-old-space-size=72", "--max-semi-space-size=2"];

  // While a file of several segments is joined, one segment of 33 MiB is held twice: the file has more than twice that,
  // or what an allocator keeps would decide.
  const MANY = 8 * RECORDS;

  test("is written as it is drawn, and never held twice", async () => {
    const seen = (records: number) => capped(records, 1024 * MEBIBYTE, SMALL_HEAP);
    const [some, many] = [await seen(RECORDS), await seen(MANY)];
    expect([some.pages, many.pages]).toEqual([RECORDS * PAGES_A_RECORD, MANY * PAGES_A_RECORD]);
    const fileKib = (many.bytes - some.bytes) / 1024;
    const dataKib = ((many.dataBytes ?? 0) - (some.dataBytes ?? 0)) / 1024;
    expect(dataKib).toBeGreaterThan(0);
    // The file, its segment and what the collector is late with take 1.35 to 1.5 times its bytes; held twice, twice.
    expect(many.grewKib - some.grewKib).toBeLessThan(dataKib + 1.7 * fileKib);
  }, 600_000);
});

describe("a file that is larger than any file may be", () => {
  const BEYOND_BYTES = 2 ** 31;
  const { parts } = pdfRenderer;
  const beyond = Object.defineProperty(new Uint8Array(1), "length", { value: BEYOND_BYTES });
  const drawsWhole: Renderer = { ...kind, id: "whole", givesMemory: true, render: () => beyond };
  const drawsParts: Renderer = {
    ...drawsWhole,
    id: "parts",
    parts: {
      begin: (conformance) => (parts as PartRenderer).begin(conformance),
      assemble: () => ({ add: () => undefined, bytes: BEYOND_BYTES, finish: () => beyond }),
    },
  };

  test.each([drawsWhole, drawsParts])("is refused without a limit, too: $id", async (renderer) => {
    const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [renderer] });
    const request = requestFor(templateOf(engine, RATIO), { items: [{ part: 1, whole: 2 }] }, renderer.id);
    const refusal = { kind: "too-large", what: "bytes", pages: 1, bytes: BEYOND_BYTES };
    expect(await engine.render(request, admitAll)).toEqual(refusal);
    const limits = { pagesMax: 10, bytesMax: 2 * BEYOND_BYTES };
    expect(await engine.render({ ...request, options: { ...request.options, limits } }, admitAll)).toEqual(refusal);
  });
});

describe("a record of more rows than its file has pages for", () => {
  const ROWS = `rpt 1
document rows
field items[] max=1000000
field items[].a string(20) example="x"
page A5 portrait margin=10mm {
  body {
    table items header=repeat {
      column a "A" w=1fr
    }
  }
}
`;

  const ALONE = ROWS;
  const WITHIN = ROWS.replace("    table items", "    stack {\n    table items").replace(
    "\n  }\n}\n",
    "\n    }\n  }\n}\n",
  );

  /** Rows of the template, in a file that may have so many pages. */
  const drawn = async (source: string, count: number, pagesMax: number) => {
    const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF_PLUGIN]) });
    const rows = Array.from({ length: count }, () => ({ a: "r" }));
    const request = requestFor(templateOf(engine, source), { items: rows });
    const limits = { pagesMax, bytesMax: 32 * MEBIBYTE };
    return engine.render({ ...request, options: { ...request.options, limits } }, admitAll);
  };

  test.each([
    ["alone", ALONE],
    ["within a stack", WITHIN],
  ])(
    "is refused for its pages before its rows are made, be they hundreds of thousands: %s",
    async (_title, source) => {
      const answer = await drawn(source, 200_000, 500);
      expect(answer).toMatchObject({ kind: "too-large", what: "pages" });
      // Without a limit there are thousands of pages.
      expect("pages" in answer ? answer.pages : 0).toBeLessThan(700);
    },
    60_000,
  );

  test("is drawn whole where its pages are as many as there may be, and refused where they are one less", async () => {
    const whole = await drawn(ALONE, 500, 1_000);
    if (whole.kind !== "rendered") throw new Error(JSON.stringify(whole));
    expect(await drawn(ALONE, 500, whole.pages)).toEqual(whole);
    expect(await drawn(ALONE, 500, whole.pages - 1)).toMatchObject({ kind: "too-large", pages: whole.pages });
  });
});

test("nobody draws further ahead while what waits for its place takes much memory", () => {
  const board = Board.of(8);
  expect(board.claim(1)).toBe(0);
  board.holdBytes(65 * MEBIBYTE);
  const other = new Board(board.memory);
  expect(other.claim(2)).toBe("far");
  board.place(1, 0);
  expect(other.claim(2)).toBe(1);
});
