// What the index of a record answers, and a glance at it, is what a search of its values and pages finds, for every
// role and element.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundledFonts, createEngine, type ProfileJudge, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { type Judging, judgeByTrusted } from "../../../src/core/profiles/index.ts";
import {
  defineProfile,
  drawnOf,
  type Form,
  type FormRun,
  type RecordGlance,
  runsOf,
  valuesOf,
} from "../../../src/core/sdk/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { admitAll, requestFor, templateOf } from "../engine/sources.ts";

const kept: Judging[] = [];
const installed = profilesInThisThread(JAPANESE_PROFILES, "jp");
const keeping: ProfileJudge = {
  ...installed,
  begin(judging) {
    kept.push(judging);
    return () => [];
  },
};
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [pdfRenderer], profiles: keeping });

const SOURCES = globSync("docs/examples/*.rpt").map((file): readonly [string, string] => {
  const source = readFileSync(file, "utf8").replace(/ profile=\S+/u, "");
  return [basename(file), source.replace(/^(document .*)$/mu, "$1 profile=jp.invoice")];
});

function plain({ text, element, page, bounds, sources, color, isCovered }: FormRun): unknown {
  return { text, element, page, bounds, sources, color, isCovered };
}

function drawn(form: Form, role: string): unknown {
  return drawnOf(form, role).map(({ source, run }) => ({ source: { ...source }, run: plain(run) }));
}

/** What settlements see of the record; null where layout found something of it. */
function glanceAt(judging: Judging): RecordGlance | null {
  const elements = judging.declared.elements.map(({ index }) => index);
  let seen: RecordGlance | null = null;
  const holds = (glance: RecordGlance): boolean => {
    seen = glance;
    return true;
  };
  const meta = { id: "glance", summary: "", severity: "info", basis: [], messages: {}, repairs: "none" } as const;
  const rules = [{ meta, check: () => undefined, settle: () => ({ elements, holds }) }];
  judgeByTrusted([defineProfile({ name: "jp.invoice", sdk: 1, title: "", rules })], judging);
  return seen;
}

let glances = 0;

function runsSeen(glance: RecordGlance, element: number): readonly FormRun[] {
  const runs: FormRun[] = [];
  glance.some(element, (run) => {
    runs.push(run);
    return false;
  });
  return runs;
}

afterAll(() => expect(glances).toBeGreaterThan(SOURCES.length / 2));

test.each(SOURCES)("%s", { timeout: 60_000 }, async (_name, source) => {
  kept.length = 0;
  const template = templateOf(engine, source);
  const answer = await engine.render({ ...requestFor(template, template.example), source }, admitAll);
  expect(answer.kind).toBe("rendered");
  const [judging] = kept;
  const { declared, data, kinds, records = [] } = judging ?? {};
  const [record] = records;
  if (judging === undefined || declared === undefined || record?.index === undefined)
    throw new Error("nothing was to be judged");
  const asOf = { date: "2026-10-31", from: "data" } as const;
  const { values, entries, pages, copies, findings, index } = record;
  const searched: Form = {
    ...{ ...declared, data: data ?? "given", kinds: kinds ?? [], asOf, record: record.record },
    ...{ values, entries, pages, copies, findings },
  };
  const indexed: Form = { ...searched, index };
  const roles = new Set([...declared.declarations, ...declared.elements].map(({ role }) => role ?? "nobody.bears.it"));
  const glance = glanceAt(judging);
  if (glance !== null) glances += 1;
  for (const role of roles) {
    if (glance !== null) expect(glance.values(role)).toEqual(valuesOf(searched, role).map(({ value }) => value));
    expect(valuesOf(indexed, role)).toEqual(valuesOf(searched, role));
    expect(drawn(indexed, role)).toEqual(drawn(searched, role));
  }
  for (const element of declared.elements) {
    expect(runsOf(indexed, element).map(plain)).toEqual(runsOf(searched, element).map(plain));
    if (glance !== null)
      expect(runsSeen(glance, element.index).map(plain)).toEqual(runsOf(searched, element).map(plain));
  }
});
