// An author, or an assistant, who makes one repair after another: no source comes back, each edit ends its finding, and
// none adds an error. Of random slips in whole forms only the first is asked: what was meant, nobody knows.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { inLane, sampled } from "../../support/lane.ts";
import { MISTAKES } from "./mistakes.ts";

const ROUNDS_MAX = 8;

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");
const withoutMarks = (text: string): string => text.replace(/^\/\/[!@].*\n?/gmu, "");

/** Findings whose edit shows what nobody could look at before: a line that was not read, the fields of a source. */
const HIDING = /^RPT01|^RPT0005|^RPT2020|^RPT2005|^RPT2016/u;

const findings = (source: string): readonly Diagnostic[] => compileSource(source).diagnostics;
const errorsIn = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.filter(({ severity }) => severity === "error");
const isMendable = ({ repair }: Diagnostic): boolean => (repair?.edits.length ?? 0) > 0;
const alike = (found: readonly Diagnostic[], { code, message }: Diagnostic): number =>
  found.filter((each) => each.code === code && each.message === message).length;

const CAME_BACK = "the source was there before";

/** What goes wrong where the finding is mended, and then the first of those that are left, and so on. */
function troubles(source: string, first: Diagnostic, found: readonly Diagnostic[]): readonly string[] {
  const seen = new Set([source]);
  const told: string[] = [];
  let [text, before, next] = [source, found, first as Diagnostic | undefined];
  for (let round = 0; round < ROUNDS_MAX && next !== undefined; round += 1) {
    const said = `round ${round}: ${next.code} ${next.message} → ${next.repair?.title}`;
    const mended = applyEdits(text, next.repair?.edits ?? []);
    if (seen.has(mended)) return [...told, `${said}: ${CAME_BACK}`];
    seen.add(mended);
    const after = findings(mended);
    if (alike(after, next) >= alike(before, next) && !HIDING.test(next.code)) told.push(`${said}: it is still found`);
    const more = errorsIn(after).filter((each) => alike(after, each) > alike(before, each));
    const most = errorsIn(before).length;
    if (errorsIn(after).length > most && !HIDING.test(next.code)) {
      told.push(`${said}: and then ${more.map(({ code, message }) => `${code} ${message}`).join("; ")}`);
    }
    [text, before] = [mended, after];
    next = errorsIn(after).find(isMendable) ?? after.find(isMendable);
  }
  return told;
}

/** Of each finding that has an edit, as the one that is mended first. */
function allTroubles(source: string): readonly string[] {
  const found = findings(source);
  return found.filter(isMendable).flatMap((each) => troubles(source, each, found));
}

describe("forms of the suite", () => {
  const cases = globSync("test/suite/*/*.rpt", { cwd: ROOT }).toSorted();
  test.each(sampled(cases, 3))("%s", (path) => {
    expect(allTroubles(withoutMarks(read(path)))).toEqual([]);
  });
});

const QUALIFIED = read("test/core/check/forms/invoice-qualified.rpt");

describe("mistakes of authors", () => {
  test.each(sampled([...MISTAKES], 2))("$name", ({ from, to }) => {
    expect(allTroubles(QUALIFIED.replace(from, () => to))).toEqual([]);
  });
});

const form = (data: string, body: string): string =>
  `rpt 1\ndocument d\n${data}\npage A4 margin=15mm {\n  body {\n${body}\n  }\n}\n`;

/** What once came back, stayed, or brought another error. */
const ONCE_WRONG: Readonly<Record<string, string>> = {
  "a sign before a path": form('field = a string(9) example="甲"', '    text "甲"'),
  "a property without its name": form("", '    stack =1fr gap=1mm {\n      text "甲"\n    }'),
  "a list of data without its end": form(
    'field a[].b string(9)\ndataset {\n  "a": [{ "b": "甲" }\n}',
    "    each a {\n    }",
  ),
  "a quote before a pattern": form("field a string(9) 'x pattern='^[0-9]$' example=\"1\"", "    text (a)"),
  "a border of a text and a colour": form(
    "colors rule=#767676",
    "    box border=['0.25pt', rule] {\n      text \"甲\"\n    }",
  ),
  "a colour that the language keeps": form("colors ink=#000000", '    text "甲" color=null'),
  "a size on a line that can't be read": form('sizes " body=9pt', '    text "甲" size=body'),
  "a least number without an example": form("field a int min=7 max=9", "    text (a)"),
  "a greatest number without an example": form("field a int max=0", "    text (a)"),
  "a pattern without an example": form("field a string(9) pattern='^[0-9]{3}$'", "    text (a)"),
  "one letter without an example": form("field a string(1)", "    text (a)"),
  "the only field of a list that is counted": form("field a[].b int example=[1]", '    text "{count(a)}"'),
  "a list that is declared twice": form(
    'field a[]\nfield a[] example=["甲"]\nfield a[].b int example=[1]',
    "    each a {\n      text (.b)\n    }",
  ),
};

test.each(Object.entries(ONCE_WRONG))("%s", (_, source) => {
  expect(findings(source)).not.toEqual([]);
  expect(allTroubles(source)).toEqual([]);
});

/** Words that authors write in the wrong place. */
const WORDS = ["text", "box", "row", "each", "bar", "cell", "column", "head", "foot", "space", "1fr", "auto", "12"];
const SIGNS = [
  ".name",
  "(total)",
  "{",
  "}",
  '"',
  "'",
  "(",
  ")",
  "[",
  "]",
  ".",
  ",",
  "=",
  "12mm",
  "as=t",
  "outer",
  "null",
];
const SLIPS = [...WORDS, ...SIGNS];

interface Slip {
  readonly at: number;
  readonly kind: number;
  readonly word: number;
}

const slips: fc.Arbitrary<Slip> = fc.record({ at: fc.nat(), kind: fc.nat(4), word: fc.nat() });

/** One word or sign of a form left out, put twice, cut short, replaced, or another one behind it. */
function slipped(source: string, { at, kind, word }: Slip): string {
  const tokens = [...source.matchAll(/[\w.]+|"[^"\n]*"|[^\s\w]/gu)];
  const token = tokens[at % tokens.length];
  if (token === undefined) return source;
  const [text] = token;
  const other = SLIPS[word % SLIPS.length] ?? "";
  const written = ["", `${text} ${text}`, text.slice(0, -1), other, `${text} ${other}`][kind] ?? "";
  return source.slice(0, token.index) + written + source.slice(token.index + text.length);
}

describe("one slip in a whole form", () => {
  const forms = ["invoice", "inspection-report", "production-schedule"];
  test.each(forms)("%s", (name) => {
    const source = read(`test/core/check/forms/${name}.rpt`);
    const numRuns = inLane({ fast: 15, full: 1_500 });
    fc.assert(
      fc.property(slips, (slip) => {
        const wrong = slipped(source, slip);
        const circles = allTroubles(wrong).filter((each) => each.endsWith(CAME_BACK));
        expect(circles, wrong).toEqual([]);
      }),
      { numRuns },
    );
  });
});
