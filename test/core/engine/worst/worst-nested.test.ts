// Lists in lists, wherever they are shown: data at their limits that do not fit, a check has told of.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { sampled } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(source: string, data?: unknown): readonly Diagnostic[] {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes, worstCases: data === undefined }).diagnostics;
}

/** A list of a record, and an entry of it at its longest. */
interface Inner {
  readonly fields: (path: string, examples: string) => readonly string[];
  readonly entry: string;
  readonly most: number;
  readonly value: (letters: number) => unknown;
}

const NAME = 40;
/** An inner list whose number of entries nothing declares is tried with as many. */
const UNDECLARED = 80;

const INNERS: Readonly<Record<string, Inner>> = {
  "records with a most": {
    fields: (path, examples) => [`${path} max=12`, `${path}.k string(${NAME}) example=${examples}`],
    entry: ".k",
    most: 12,
    value: (letters) => ({ k: "国".repeat(letters) }),
  },
  "records without a bound": {
    fields: (path, examples) => [`${path}.k string(${NAME}) example=${examples}`],
    entry: ".k",
    most: UNDECLARED,
    value: (letters) => ({ k: "国".repeat(letters) }),
  },
  "values with a most": {
    fields: (path, examples) => [`${path} string(${NAME}) max=12 example=${examples}`],
    entry: ".",
    most: 12,
    value: (letters) => "国".repeat(letters),
  },
  "values without a bound": {
    fields: (path, examples) => [`${path} string(${NAME}) example=${examples}`],
    entry: ".",
    most: UNDECLARED,
    value: (letters) => "国".repeat(letters),
  },
};

/** Where the entries of a list are shown: some overflow with many entries, some with many and long ones only. */
const HOLDERS: Readonly<Record<string, (list: string, entry: string) => string>> = {
  "a table in a row": (list, entry) => `row {\n table ${list} w=30mm {\n column k "語" (${entry}) w=1fr\n }\n }`,
  "a table in a grid": (list, entry) =>
    `grid cols=[1fr, 1fr] {\n table ${list} {\n column k "語" (${entry}) w=1fr\n }\n text "右"\n }`,
  "a block in a row": (list, entry) =>
    `row {\n box w=30mm {\n each ${list} {\n text (${entry})\n }\n }\n text "右" w=1fr\n }`,
  "a low box": (list, entry) => `box w=150mm h=32mm {\n each ${list} {\n text (${entry})\n }\n }`,
  "a box for short texts": (list, entry) => `box w=60mm h=70mm {\n each ${list} {\n text (${entry})\n }\n }`,
  "a group that stays together": (list, entry) =>
    `stack keep=together w=30mm {\n each ${list} {\n text (${entry})\n }\n }`,
  "entries beside one another": (list, entry) =>
    `row gap=2mm {\n each ${list} {\n text (${entry}) w=20mm h=9mm\n }\n }`,
};

/** What a list stands in, with the path of the list, and data around its entries. */
interface Outer {
  readonly path: string;
  readonly head: readonly string[];
  readonly examples: (entries: readonly string[]) => string;
  readonly body: (shown: string) => string;
  readonly list: string;
  readonly data: (entries: readonly unknown[]) => unknown;
}

const EXAMPLES = (many: readonly string[]): string => `[${many.map((one) => `["${one}"]`).join(", ")}]`;
const OUTERS: Readonly<Record<string, Outer>> = {
  each: {
    path: "emps[].pay[]",
    head: ["field emps[] max=3"],
    examples: EXAMPLES,
    body: (shown) => `each emps as=e {\n text "語"\n ${shown}\n }`,
    list: "e.pay",
    data: (pay) => ({ emps: [{ pay }] }),
  },
  "each of many": {
    path: "emps[].pay[]",
    head: ["field emps[] max=500"],
    examples: EXAMPLES,
    body: (shown) => `each emps as=e {\n text "語"\n ${shown}\n }`,
    list: "e.pay",
    data: (pay) => ({ emps: [{ pay }] }),
  },
  "each whose first has none": {
    path: "emps[].pay[]",
    head: ["field emps[] max=3"],
    examples: (many) => `[[], ["${many[0]}"]]`,
    body: (shown) => `each emps as=e {\n text "語"\n ${shown}\n }`,
    list: "e.pay",
    data: (pay) => ({ emps: [{ pay }] }),
  },
  source: {
    path: "emps[].pay[]",
    head: ["source emps as=e", "field emps[] max=500"],
    examples: EXAMPLES,
    body: (shown) => `text "語"\n ${shown}`,
    list: "e.pay",
    data: (pay) => ({ emps: [{ pay }] }),
  },
  "each in each": {
    path: "deps[].emps[].pay[]",
    head: ["field deps[] max=30", "field deps[].emps[] max=40"],
    examples: (many) => `[${EXAMPLES(many)}]`,
    body: (shown) => `each deps as=d {\n each d.emps as=e {\n text "語"\n ${shown}\n }\n }`,
    list: "e.pay",
    data: (pay) => ({ deps: [{ emps: [{ pay }] }] }),
  },
};

function formOf(outer: Outer, inner: Inner, holder: (list: string, entry: string) => string): string {
  const lines = [...outer.head, ...inner.fields(outer.path, outer.examples(["国", "語"])).map((one) => `field ${one}`)];
  return `rpt 1
document form lang=ja
${lines.join("\n")}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A4 portrait margin=15mm {
  body gap=2mm {
    ${outer.body(holder(outer.list, inner.entry))}
  }
}
`;
}

function misfits(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity, code }) => severity === "error" && /^RPT(?:400[1-4]|4011|5003)$/u.test(code));
}

describe.each(Object.entries(OUTERS))("in %s", (outerName, outer) => {
  describe.each(Object.entries(INNERS))("%s", (innerName, inner) => {
    const at = Object.keys(OUTERS).indexOf(outerName) + Object.keys(INNERS).indexOf(innerName);
    test.each(sampled(Object.entries(HOLDERS), 3, at))("in %s", (_holder, holder) => {
      const source = formOf(outer, inner, holder);
      const checked = found(source);
      expect(misfits(checked)).toEqual([]);
      const told = checked.filter(({ code }) => code === "RPT4031" || code === "RPT4032");
      for (const [entries, letters] of [
        [inner.most, 1],
        [inner.most, NAME],
        [1, NAME],
      ] as const) {
        const data = outer.data(Array.from({ length: entries }, () => inner.value(letters)));
        const wrong = misfits(found(source, data));
        if (wrong.length > 0)
          expect(told.length, `${wrong[0]?.code} ${wrong[0]?.message}\n${source}`).toBeGreaterThan(0);
      }
    });
  });
});
