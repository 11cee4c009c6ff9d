// What writers guess who know other tools: each is answered with what to write, and that works.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic, formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { elementNamed, isIdle } from "../../../src/core/schema/index.ts";

const form = ({ body = "", column = "", bar = "" }) => `rpt 1
field staff[].name string(12) example=["高橋", "佐々木"]
field staff[].from time example=["09:00", "10:30"]
field staff[].at datetime example=["2026-10-01T09:30:00+09:00", "2026-10-02T09:30:00+09:00"]
field staff[].days[] max=31
field staff[].days[].name string(2) example=[["1", "2"], ["1", "2"]]
field staff[].days[].value string(1) example=[["早", "遅"], ["休", "早"]]
page A4 landscape margin=10mm {
  body {
    ${body}
    table staff {
      column name "氏名" w=30mm
      ${column}
    }
    gantt staff {
      column name "氏名" w=30mm
      scale from=(time('08:00')) to=(time('20:00'))
      bar start=(.from) end=(time('18:00')) ${bar}
    }
  }
}
`;

const told = (source: string): readonly Diagnostic[] =>
  compileSource(source).diagnostics.filter(({ severity }) => severity === "error");

function mended(source: string): string {
  const edits = told(source).flatMap(({ repair }) => repair?.edits ?? []);
  return applyEdits(source, edits);
}

describe("a guess that an edit mends", () => {
  test.each([
    ["hour", { column: 'column h "時" (hour(.from)) w=20mm' }, "(floor(minutes(time('00:00'), .from) / 60))"],
    ["minute", { column: 'column m "分" "{minute(.from)}分" w=20mm' }, "{(minutes(time('00:00'), .from) % 60)}分"],
    [
      "space w=",
      { body: 'row {\n      text "左" w=20mm\n      space w=1fr\n      text "右" w=20mm\n    }' },
      "space 1fr",
    ],
  ])("%s", (_, guess, written) => {
    const source = form(guess);
    expect(told(source)).toHaveLength(1);
    const text = mended(source);
    expect(text).toContain(written);
    expect(formatDiagnostics(text, told(text))).toBe("");
  });
});

describe("a guess that words mend", () => {
  test("the hour of a datetime is a text", () => {
    const source = form({ column: 'column h "時" "{hour(.at)}" w=20mm' });
    expect(told(source).map(({ repair }) => repair?.title)).toEqual(["format(x, 'H') gives it as text"]);
    expect(told(source.replace("hour(.at)", "format(.at, 'H')"))).toEqual([]);
  });

  test.each(["columns days", "each days"])("%s in a table is a column for each entry", (words) => {
    const source = form({ column: `${words} {\n        column d "{.name}" (.value) w=1fr\n      }` });
    const [finding, ...more] = told(source);
    expect(more).toEqual([]);
    expect(finding?.code).toBe("RPT1002");
    const column = /^write (column each .*?): /u.exec(finding?.repair?.title ?? "")?.[1] ?? "";
    expect(column).toBe('column each .days as=d "{d.name}" (d.value) w=1fr');
    expect(told(form({ column }))).toEqual([]);
  });
});

describe("the properties that an unknown one is answered with", () => {
  test.each(["label-place=inside", "lins=2", "fits=shrink"])("have an effect: %s", (bar) => {
    const [finding] = told(form({ bar }));
    expect(finding?.code).toBe("RPT1003");
    const words = `${finding?.why} ${finding?.repair?.title}`.split(/[^a-z-]+/u);
    const idle = Object.keys(elementNamed("bar")?.properties ?? {}).filter((name) => isIdle("bar", name));
    expect(idle).toContain("lines");
    expect(words.filter((word) => idle.includes(word))).toEqual([]);
  });
});
