// What profiles find of a render's real data is what they find in a check with the same data, whoever asks them.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Canvas, parseCanvas, worstCases, worstPayload } from "../../../../src/core/canvas/index.ts";
import { arrange, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import {
  bundledFonts,
  type CompiledTemplate,
  createEngine,
  createEnginePool,
  type Engine,
  type ProfileJudge,
  profilesAt,
  profilesInThisThread,
  trustingProfiles,
} from "../../../../src/core/engine/index.ts";
import { defineProfile, defineRule } from "../../../../src/core/sdk/index.ts";
import { JAPANESE_PROFILES } from "../../../../src/plugins/profiles/jp/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { inLane } from "../../../support/lane.ts";
import { admitAll, PDF_PLUGIN, requestFor, templateOf } from "../sources.ts";

const JAPANESE = new URL("../../../../src/plugins/profiles/jp/index.ts", import.meta.url).href;
const UNRULY = new URL("../plugins/unruly.ts", import.meta.url).href;
const WORDS = new URL("../plugins/words.ts", import.meta.url).href;

const { parts: _, ...wholePdf } = pdfRenderer;
const fonts = bundledFonts();
const engineOf = (profiles: ProfileJudge, renderer: typeof wholePdf = pdfRenderer): Engine =>
  createEngine({ fonts, renderers: async () => [renderer], profiles });

const plain = profilesInThisThread(JAPANESE_PROFILES, "jp");
const strict = engineOf(plain);
const inRenderingThread = engineOf(trustingProfiles([JAPANESE], plain));
const inOwnThread = engineOf(profilesAt([JAPANESE]));
const atOnce = engineOf(trustingProfiles([JAPANESE], plain), wholePdf);

/** Every profile judges every form: most forms break most of them. */
const ALL = JAPANESE_PROFILES.map(({ name }) => name).join(", ");
const SOURCES = globSync("docs/examples/*.rpt").map((file): readonly [string, string] => {
  const source = readFileSync(file, "utf8").replace(/ profile=\S+/u, "");
  return [basename(file), source.replace(/^(document .*)$/mu, `$1 profile=[${ALL}]`)];
});

function told(found: readonly Diagnostic[]): readonly string[] {
  return found
    .filter(({ code }) => code.includes("/") || code.startsWith("RPT702"))
    .map(({ code, severity, span, message, dataPath, count = 1 }) => {
      return `${severity} ${code} ${span.start} ${message} ${dataPath} ×${count}`;
    });
}

/** Without what may be left out, and with nothing to pay: forms of which something is missing. */
function spoilt({ fields }: Pick<Canvas, "fields">, value: unknown, path = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => spoilt({ fields }, each, `${path}[]`));
  if (typeof value === "object" && value !== null) {
    const own = (name: string): string => (path === "" ? name : `${path}.${name}`);
    const isOptional = (name: string) => fields.some((field) => field.path === own(name) && field.optional);
    const kept = Object.entries(value).filter(([name]) => !isOptional(name));
    return Object.fromEntries(kept.map(([name, each]) => [name, spoilt({ fields }, each, own(name))]));
  }
  const isFree = fields.some(({ path: own, type, min }) => own === path && type.kind === "decimal" && min === null);
  return isFree ? 0 : value;
}

function payloadsOf({ canvasJson, example }: CompiledTemplate): readonly string[] {
  const canvas = parseCanvas(canvasJson);
  const cases = worstCases(canvas, (characters) => characters[0] ?? "");
  const longest = cases.filter(({ field }) => field.type.kind !== "array").slice(0, inLane({ fast: 1, full: 20 }));
  return [example, JSON.stringify(spoilt(canvas, JSON.parse(example))), worstPayload(canvas, longest)];
}

async function foundAt(engine: Engine, template: CompiledTemplate, source: string, data: unknown, isList = false) {
  const answer = await engine.render({ ...requestFor(template, data), source, isList }, admitAll);
  if (answer.kind !== "rendered") throw new Error(`${answer.kind} ${JSON.stringify(answer)}`);
  return told(answer.diagnostics);
}

describe("profiles find of a render what they find in a check with its data", () => {
  test.each(SOURCES)("%s", { timeout: 120_000 }, async (_name, source) => {
    const template = templateOf(strict, source);
    for (const payload of payloadsOf(template)) {
      const expected = told(strict.check({ source, data: new TextEncoder().encode(payload) }).diagnostics);
      expect(expected.length).toBeGreaterThan(5);
      for (const engine of [strict, inRenderingThread, atOnce]) {
        expect(await foundAt(engine, template, source, payload)).toEqual(expected);
      }
    }
  });

  test("in the thread of rules too, and nobody else's rules hinder those that came before", async () => {
    const [, source] = SOURCES.find(([name]) => name === "invoice.rpt") ?? ["", ""];
    const template = templateOf(strict, source);
    const expected = told(strict.check({ source, data: new TextEncoder().encode(template.example) }).diagnostics);
    expect(await foundAt(inOwnThread, template, source, template.example)).toEqual(expected);
  });

  test("of each record of a list, under the record's place", { timeout: 120_000 }, async () => {
    const [, source] = SOURCES.find(([name]) => name === "invoice.rpt") ?? ["", ""];
    const template = templateOf(strict, source);
    const [usual, spoiled, long] = payloadsOf(template).map((payload): unknown => JSON.parse(payload));
    const list = Array.from({ length: 70 }, (_each, at) => (at % 7 === 3 ? spoiled : at % 11 === 5 ? long : usual));
    const alone = new Map(
      [usual, spoiled, long].map((payload) => {
        const data = new TextEncoder().encode(JSON.stringify(payload));
        return [payload, strict.check({ source, data }).diagnostics] as const;
      }),
    );
    const expected = list.flatMap((payload, at) =>
      (alone.get(payload) ?? []).map((one) => {
        const dataPath = one.dataPath === undefined ? `dataList[${at}]` : `dataList[${at}].${one.dataPath}`;
        return { ...one, dataPath };
      }),
    );
    for (const engine of [inRenderingThread, atOnce, inOwnThread]) {
      const found = await foundAt(engine, template, source, list, true);
      expect([...found].sort()).toEqual([...told(arrange(expected))].sort());
    }
  });
});

test("what is found of a record does not keep its pages until the file is written", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const judge = trustingProfiles([JAPANESE], plain);
  const kept: WeakRef<object>[] = [];
  const answers: (() => unknown)[] = [];
  const watching: ProfileJudge = {
    ...judge,
    begin(judging) {
      kept.push(...judging.records.map((record) => new WeakRef(record)));
      const answer = judge.begin(judging);
      answers.push(answer);
      return answer;
    },
  };
  const [, source] = SOURCES.find(([name]) => name === "invoice.rpt") ?? ["", ""];
  const template = templateOf(strict, source);
  const list = Array.from({ length: 12 }, (): unknown => JSON.parse(template.example));
  const engine = engineOf(watching);
  expect(await foundAt(engine, template, source, list, true)).not.toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  // Rules remember the form that they were asked of last.
  expect(kept.filter((record) => record.deref() !== undefined).length).toBeLessThanOrEqual(1);
  expect(kept).toHaveLength(12);
  expect(answers.map((answer) => answer())).toHaveLength(12);
});

/** Tells which record it sees, and what was found of that. */
const counted = defineProfile({
  name: "acme.counted",
  sdk: 1,
  title: "counted",
  rules: [
    defineRule({
      meta: {
        ...{ id: "record", summary: "Tells.", severity: "info", basis: [], repairs: "none" },
        messages: { seen: { what: "{number} of {total}: {names}; {found}", why: "It is a test." } },
      },
      check({ form, report }) {
        const { number, total } = form.record;
        const names = form.pages.flatMap(({ runs }) => runs.map(({ text }) => text)).join(" ");
        const found = form.findings.map(({ code, path }) => `${code} ${path}`).join(" ");
        report({ message: "seen", span: form.document.span, values: { number, total, names, found } });
      },
    }),
  ],
});

/** `0` is a, `27` is ab: words of different shapes, so that nothing is folded. */
function letters(at: number): string {
  return [...at.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");
}

describe("a rule sees one record and what was found of it", () => {
  const engines = [pdfRenderer, wholePdf].map((renderer) =>
    createEngine({
      fonts,
      renderers: async () => [renderer],
      profiles: profilesInThisThread([counted], "acme"),
    }),
  );
  const BODY = `  body {
    text (NAME) w=20mm h=6mm
  }
}
`;
  const PEOPLE = `rpt 1
document people profile=acme.counted
field people[] max=99
field people[].name string(60) example=["甲", "乙"]
source people[] as=person max=99
copies "正, 控"
page A5 portrait margin=15mm {
${BODY.replace("NAME", "person.name")}`;
  const LONG = "とても長い名前".repeat(5);
  const told = (found: readonly Diagnostic[]) =>
    found.flatMap(({ code, message, dataPath }) => (code.startsWith("acme.") ? [`${message} ${dataPath}`] : []));

  test("of a record source, in its first copy, at a check and at a render", async () => {
    const [engine] = engines;
    if (engine === undefined) throw new Error("there are engines");
    const template = templateOf(engine, PEOPLE);
    const names = ["甲", LONG, "乙", LONG, LONG, LONG, "丙"];
    const data = { people: names.map((name) => ({ name })) };
    const bytes = new TextEncoder().encode(JSON.stringify(data));
    const expected = told(engine.check({ source: PEOPLE, data: bytes }).diagnostics);
    expect(expected).toHaveLength(7);
    expect(expected[0]).toMatch(/^1 of 7: 甲; {2}people\[0\]$/);
    expect(expected[4]).toMatch(/^5 of 7: とても長い.*; RPT400\d people\[4\]\.name/);
    expect(expected[6]).toMatch(/^7 of 7: 丙; {2}people\[6\]$/);
    for (const each of engines) {
      const answer = await each.render({ ...requestFor(template, data), source: PEOPLE }, admitAll);
      expect(answer.kind === "rendered" && told(answer.diagnostics)).toEqual(expected);
    }
  });

  test("of a list, with paths as the record's own data know them", async () => {
    const head = 'rpt 1\ndocument one profile=acme.counted\nfield name string(60) example="甲"\npage A5 {\n';
    const source = `${head}${BODY.replace("NAME", "name")}`;
    for (const engine of engines) {
      const list = Array.from({ length: 60 }, (_each, at) => ({ name: at > 55 ? LONG : letters(at) }));
      const request = { ...requestFor(templateOf(engine, source), list), source, isList: true };
      const answer = await engine.render(request, admitAll);
      if (answer.kind !== "rendered") throw new Error(answer.kind);
      const found = told(answer.diagnostics);
      expect(found).toHaveLength(60);
      expect(found[7]).toMatch(/^8 of 60: h; {2}dataList\[7\]$/);
      expect(found[59]).toMatch(/^60 of 60: とても長い.*; RPT400\d name dataList\[59\]$/);
    }
  });
});

describe("a profile that could not judge a render", () => {
  const SLIP = `rpt 1
document slip profile=[PROFILES]
field name string(20) example="青空"
page A5 portrait margin=15mm {
  body {
    text "a draft for {name}"
  }
}
`;
  const limits = { ruleMs: 500, memoryMib: 64 };
  const engine = engineOf(trustingProfiles([JAPANESE], profilesAt([JAPANESE, UNRULY, WORDS], limits)));
  const sourceOf = (...profiles: readonly string[]): string => SLIP.replace("PROFILES", profiles.join(", "));
  const rendered = async (source: string, list: number | null, refusesMisfit = false) => {
    const data = list === null ? { name: "空" } : Array.from({ length: list }, (_each, at) => ({ name: `${at}` }));
    const request = { ...requestFor(templateOf(engine, source), data), source, isList: list !== null, refusesMisfit };
    return engine.render(request, admitAll);
  };
  const codes = (answer: Awaited<ReturnType<typeof rendered>>): readonly string[] =>
    "diagnostics" in answer ? answer.diagnostics.map(({ severity, code }) => `${severity} ${code}`) : [answer.kind];

  const BROKEN = ["unruly.calm", "unruly.endless", "unruly.later", "unruly.ending"] as const;

  test.each([null, 40] as const)(
    "is told, refuses where misfits do, and hinders no other (%s records)",
    async (list) => {
      for (const profile of BROKEN.slice(0, inLane({ fast: list === null ? 2 : 1, full: BROKEN.length }))) {
        const source = sourceOf("jp.typography", profile, "jp.words");
        const answer = await rendered(source, list);
        expect(answer.kind).toBe("rendered");
        const found = codes(answer);
        expect(found).toContain("error RPT7021");
        expect(found.filter((code) => code === "warning jp.words/draft")).toHaveLength(list ?? 1);
        const failures = "diagnostics" in answer ? answer.diagnostics.filter(({ code }) => code === "RPT7021") : [];
        expect(new Set(failures.map(({ message }) => message)).size).toBe(failures.length);
        expect((await rendered(source, list, true)).kind).toBe("misfit");
        // The thread is there again.
        expect(codes(await rendered(sourceOf("jp.words"), list))).not.toContain("error RPT7021");
      }
    },
    120_000,
  );
});

describe("a pool judges renders in its threads", () => {
  let pool: ReturnType<typeof createEnginePool>;
  beforeAll(() => {
    pool = createEnginePool({
      plugins: [PDF_PLUGIN],
      profiles: [JAPANESE, WORDS],
      trustedProfiles: [JAPANESE],
      threads: 2,
    });
  });
  afterAll(() => pool.close());

  /** More of them are counted. */
  const PLACES = Array.from({ length: 100 }, (_each, at) => `dataList[${at}]`);

  test("all records of a list, whichever thread draws them", { timeout: 120_000 }, async () => {
    const source = `rpt 1
document slip profile=[jp.invoice, jp.words]
field name string(20) role=recipient.name example="青空"
page A5 portrait margin=15mm {
  body {
    text "a draft for {name}"
  }
}
`;
    const template = templateOf(strict, source.replace(", jp.words", ""));
    const list = Array.from({ length: 200 }, (_each, at) => ({ name: `${at}番` }));
    const canvasJson = template.canvasJson.replace('["jp.invoice"]', '["jp.invoice","jp.words"]');
    const request = { ...requestFor(template, list), canvasJson, source, isList: true };
    const turn = { tenant: "one", budgetMs: 60_000 };
    const answer = await pool.render(request, admitAll, turn);
    if (answer.kind !== "rendered") throw new Error(answer.kind);
    const drafts = answer.diagnostics.filter(({ code }) => code === "jp.words/draft");
    expect(drafts.map(({ dataPath }) => dataPath)).toEqual(PLACES);
    expect(drafts.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(200);
    const issuers = answer.diagnostics.filter(({ code }) => code === "jp.invoice/issuer-name");
    expect(issuers.map(({ dataPath }) => dataPath)).toEqual(PLACES);
  });
});
