import { describe, expect, test } from "vitest";
import { RenderCanvasRequestSchema } from "../../../gen/platen/v1/render_pb.ts";
import type { RenderAnswer } from "../../../src/core/engine/index.ts";
import { facesOf } from "../../../src/core/methods/index.ts";
import { opened, pageTexts } from "../../plugins/renderers/pdf/opened-pdf.ts";
import { bytesOf, pdfEngine, requestFor, templateOf } from "./sources.ts";

const LETTER = `rpt 1
document letter name="手紙" title="手紙 {to}"
field to string(40) example="山田"
field lines[].text string(40) example="一行目"
field divisor int example=1
let ratio = 1 / divisor
page w=105mm h=148mm margin=10mm {
  header h=8mm {
    text "{page.n}/{page.total}" x=0mm y=0mm w=40mm
  }
  body {
    text "{to} {round(ratio, 2)}"
    each lines as=line {
      text "{line.text}" h=20mm
    }
  }
}
`;

const BILLING = `rpt 1
document billing name="請求一括"
field customers[] max=3
field customers[].name string(40) example="山田"
source customers as=c name="{c.name}様"
page w=105mm h=148mm margin=10mm {
  body {
    text "{c.name}"
  }
}
`;

const letter = (to: string, lines = 1, divisor = 1) => ({
  to,
  lines: Array.from({ length: lines }, (_, index) => ({ text: `行${index + 1}` })),
  divisor,
});

async function render(
  source: string,
  data: unknown,
  options: { isList?: boolean; pagesMax?: number; bytesMax?: number; asked?: number[] } = {},
): Promise<RenderAnswer> {
  const engine = pdfEngine();
  const request = requestFor(templateOf(engine, source), null);
  const { isList = false, pagesMax = 1_000, bytesMax = 1e9, asked = [] } = options;
  return engine.render(
    {
      ...request,
      payload: bytesOf(data),
      isList,
      options: { ...request.options, collatedTitle: "目録の名", limits: { pagesMax, bytesMax } },
    },
    async (records) => void asked.push(records),
  );
}

function rendered(answer: RenderAnswer): Extract<RenderAnswer, { kind: "rendered" }> {
  if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
  return answer;
}

async function bookmarksOf(bytes: Uint8Array): Promise<readonly string[]> {
  const outline: readonly { readonly title: string }[] | null = await (await opened(bytes)).getOutline();
  return (outline ?? []).map(({ title }) => title);
}

describe("several records in one file", () => {
  test("each entry of a list is a document of its own, with its pages, its numbers and its bookmark", async () => {
    const asked: number[] = [];
    const data = [letter("甲", 9), letter("乙"), letter("丙", 9)];
    const file = rendered(await render(LETTER, data, { isList: true, asked }));
    expect(file).toMatchObject({ records: 3, pages: 5 });
    expect(asked).toEqual([3]);
    const numbers = (await pageTexts(file.bytes)).map((text) => /\d\/\d/.exec(text)?.[0]);
    expect(numbers).toEqual(["1/2", "2/2", "1/1", "1/2", "2/2"]);
    expect(await bookmarksOf(file.bytes)).toEqual(["手紙 甲", "手紙 乙", "手紙 丙"]);
    const { info } = await (await opened(file.bytes)).getMetadata();
    expect(info).toMatchObject({ Title: "目録の名" });
  });

  test("fonts are shared: a hundred records take a fraction of a hundred files", async () => {
    const one = rendered(await render(LETTER, letter("山田")));
    const data = Array.from({ length: 100 }, () => letter("山田"));
    const hundred = rendered(await render(LETTER, data, { isList: true }));
    expect(hundred).toMatchObject({ records: 100, pages: 100 });
    expect(hundred.bytes.length).toBeLessThan(20 * one.bytes.length);
  });

  test("a list of one is a file of one record with one bookmark; alone it has none", async () => {
    const listed = rendered(await render(LETTER, [letter("甲")], { isList: true }));
    expect(await bookmarksOf(listed.bytes)).toEqual(["手紙 甲"]);
    const alone = rendered(await render(LETTER, letter("甲")));
    expect(await bookmarksOf(alone.bytes)).toEqual([]);
  });

  test("a record source makes a document of each of its entries", async () => {
    const asked: number[] = [];
    const data = { customers: [{ name: "甲" }, { name: "乙" }] };
    const file = rendered(await render(BILLING, data, { asked }));
    expect(file).toMatchObject({ records: 2, pages: 2 });
    expect(asked).toEqual([2]);
    expect(await bookmarksOf(file.bytes)).toEqual(["甲様", "乙様"]);
  });

  test.each([
    ["an empty list", LETTER, [], true, /^dataList is empty/],
    ["a list that is none", LETTER, {}, true, /^'dataList' must be an array\.$/],
    ["an entry that is no object", LETTER, [letter("甲"), 5], true, /^'dataList\[1\]' must be an object\.$/],
    ["a list for a record template", BILLING, [{ customers: [] }], true, /'customers'.*data instead of dataList/],
    ["an empty record source", BILLING, { customers: [] }, false, /^'customers' is empty/],
  ] as const)("refuses %s in a sentence", async (_, source, data, isList, sentence) => {
    const answer = await render(source, data, { isList });
    expect(answer).toMatchObject({ kind: "malformed", message: expect.stringMatching(sentence) });
  });

  test("what makes no record of a record source is told, also where no field is declared", async () => {
    const bare = BILLING.replaceAll(/^field .*\n/gm, "").replaceAll("c.name", "record.n");
    for (const source of [BILLING, bare]) {
      for (const [customers, told] of [
        [["a"], "customers[0] type an object"],
        [[{ name: "甲" }, null], "customers[1] type an object"],
        [{ name: "甲" }, "customers type an array"],
        ["a", "customers type an array"],
      ] as const) {
        const answer = await render(source, { customers });
        if (answer.kind !== "violations") throw new Error(`${answer.kind} ${JSON.stringify(customers)}`);
        expect(answer.violations.map(({ path, rule, expected }) => `${path} ${rule} ${expected}`)).toEqual([told]);
      }
    }
  });

  test("violations name the record that they are in, in the order of the records", async () => {
    const asked: number[] = [];
    const data = [letter("甲"), { ...letter("乙"), to: 5 }, { lines: [{ text: 1 }], to: "x", divisor: 1 }];
    const answer = await render(LETTER, data, { isList: true, asked });
    if (answer.kind !== "violations") throw new Error(answer.kind);
    expect(answer.violations.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "dataList[1].to type",
      "dataList[2].lines[0].text type",
    ]);
    expect(asked).toEqual([]);
  });

  test("violations of a long list are counted beyond the hundredth", async () => {
    const data = Array.from({ length: 90 }, () => ({ lines: 5, to: 5, divisor: 1 }));
    const answer = await render(LETTER, data, { isList: true });
    if (answer.kind !== "violations") throw new Error(answer.kind);
    expect(answer.violations).toHaveLength(101);
    expect(answer.violations.at(-1)).toMatchObject({ rule: "truncated", received: "80" });
  });

  test("a preview takes as many documents as a request of the service", async () => {
    const most = facesOf(RenderCanvasRequestSchema.field.dataList).entriesMax;
    const preview = (documents: number) => {
      const data = bytesOf(Array.from({ length: documents }, () => letter("山田")));
      const options = { createdAt: "2000-01-01T00:00:00Z" };
      return pdfEngine().preview({ source: LETTER, data, isList: true, renderer: "pdf", options });
    };
    expect(await preview(most)).toMatchObject({ rendering: { kind: "rendered", pages: 100 } });
    expect(await preview(most + 1)).toMatchObject({
      rendering: { kind: "malformed", message: "dataList has more than 100 entries. Send them in several requests." },
    });
  });

  test("what can't be computed names the record and the value that it is about", async () => {
    const answer = await render(LETTER, [letter("甲"), letter("乙", 1, 0)], { isList: true });
    if (answer.kind !== "refused") throw new Error(answer.kind);
    expect(answer.diagnostics.map((finding) => finding.dataPath)).toEqual(["dataList[1].divisor"]);
  });

  test("drawing ends where the file has more pages than it may have", async () => {
    const data = Array.from({ length: 10 }, () => letter("甲", 9));
    expect(await render(LETTER, data, { isList: true, pagesMax: 20 })).toMatchObject({ pages: 20 });
    expect(await render(LETTER, data, { isList: true, pagesMax: 5 })).toMatchObject({
      kind: "too-large",
      what: "pages",
      pages: 6,
    });
    expect(await render(LETTER, letter("甲", 9), { pagesMax: 1 })).toMatchObject({ kind: "too-large", pages: 2 });
    expect(await render(LETTER, letter("甲"), { bytesMax: 100 })).toMatchObject({ kind: "too-large", what: "bytes" });
  });

  test("judging alone tells how many records there are, or what is wrong with them", () => {
    const engine = pdfEngine();
    const request = requestFor(templateOf(engine, LETTER), null);
    const judge = (data: unknown) => engine.judge({ ...request, payload: bytesOf(data), isList: true });
    expect(judge([letter("甲"), letter("乙")])).toEqual({ kind: "good", records: 2 });
    expect(judge([{}])).toMatchObject({ kind: "violations" });
    expect(judge("[")).toMatchObject({ kind: "malformed" });
  });
});
