// One round tells all: a mistake in the text of a form hides none in its layout or in what a profile asks, and causes
// no finding about lines that are fine.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Diagnostic, LineIndex } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { defineProfile, defineRule } from "../../../src/core/sdk/index.ts";
import { inLane } from "../../support/lane.ts";
import { MISTAKES } from "../check/mistakes.ts";

/** Its own profile is not installed here, which would be an error of its own. */
const QUALIFIED = readFileSync(new URL("../check/forms/invoice-qualified.rpt", import.meta.url), "utf8").replace(
  / profile=\S+/u,
  "",
);

/** Asks for two roles; the form has one of them. */
const house = defineProfile({
  ...{ name: "house", sdk: 1, title: "house" },
  rules: [
    defineRule({
      meta: {
        ...{ id: "contact", summary: "Names a contact.", severity: "error", basis: [], repairs: "none" },
        messages: { none: { what: "no contact", why: "People ask." } },
      },
      check: ({ form, report }) => {
        const roles = form.declarations.map(({ role }) => role);
        if (!roles.includes("issuer.contact")) report({ message: "none", span: form.document.span });
      },
    }),
    defineRule({
      meta: {
        ...{ id: "number", summary: "Bears a number.", severity: "error", basis: [], repairs: "none" },
        messages: { none: { what: "no number", why: "People ask." } },
      },
      check: ({ form, report }) => {
        const roles = form.declarations.map(({ role }) => role);
        if (!roles.includes("document.number")) report({ message: "none", span: form.document.span });
      },
    }),
  ],
});

const engine = createEngine({
  fonts: bundledFonts(),
  renderers: async () => [],
  profiles: profilesInThisThread([house], "house"),
});

/** The longest data are laid out in the full lane: they take most of a check's time. */
const worstCases = inLane({ fast: false, full: true });

function check(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null, profiles: ["house"], worstCases }).diagnostics;
}

/** What is wrong on lines of its own, further up in the body, and the code that tells it. */
const LAYOUT_MISTAKES: readonly (readonly [name: string, lines: readonly string[], code: string])[] = [
  [
    "texts upon one another",
    ["plate h=10mm {", 'text "甲乙丙" x=0mm y=0mm w=20mm h=5mm', 'text "丁戊己" x=3mm y=1mm w=20mm h=5mm', "}"],
    "RPT5001",
  ],
  ["a box that is too small", ["box w=20mm h=4mm {", 'text "数量が異なる場合はご連絡ください"', "}"], "RPT4001"],
  ["what leaves its plate", ["plate h=10mm {", 'text "甲" x=300mm y=0mm w=20mm h=5mm', "}"], "RPT5002"],
  ["what no font has", ['text "\u{1F600}"'], "RPT4005"],
];

const ANCHOR = "    bookmark";
const sound = check(QUALIFIED);

function withLines(source: string, lines: readonly string[]): string {
  return source.replace(ANCHOR, () => `${lines.map((line) => `    ${line}\n`).join("")}${ANCHOR}`);
}

describe("a mistake of the text and one of the page are told in one round", () => {
  const mistakes = inLane({ fast: MISTAKES.filter((_, at) => at % 6 === 0), full: MISTAKES });
  test.each(LAYOUT_MISTAKES)("%s", (_, lines, code) => {
    expect(check(withLines(QUALIFIED, lines)).map((each) => each.code)).toContain(code);
    const silent = mistakes.filter(({ name, from, to, code: own }) => {
      const codes: readonly string[] = check(withLines(QUALIFIED, lines).replace(from, () => to)).map(
        (each) => each.code,
      );
      // A block that never closes swallows what follows: where its layout is not judged, that is said.
      const isSaid = name === "missing close of a stack" && codes.includes("RPT9010");
      return !codes.includes(own) || !(codes.includes(code) || isSaid);
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test("and so is what a profile misses, but not what the mistake took away", () => {
    expect(sound.filter(({ code }) => code.startsWith("house/")).map(({ message }) => message)).toEqual(["no contact"]);
    for (const { from, to } of mistakes) {
      const told = check(QUALIFIED.replace(from, () => to));
      const misses = told.filter(({ code }) => code.startsWith("house/")).map(({ message }) => message);
      // A declaration with a role that no edit mends leaves open what else the form may bear, and that is said.
      const isOpen = told.some(({ code }) => code === "RPT9010");
      expect(isOpen ? [] : misses).toEqual(isOpen ? [] : ["no contact"]);
      expect(misses).not.toContain("no number");
    }
    const broken = QUALIFIED.replace(/^field invoice\.number .*$/m, "field invoice.number ??? role=document.number");
    const told = check(broken);
    expect(told.map(({ message }) => message)).not.toContain("no number");
  });
});

describe("a mistake causes no finding elsewhere", () => {
  /** Findings of data, layout and profiles that the sound form does not have, on lines that were not changed. */
  function strangers(source: string, changed: number): readonly string[] {
    const known = new Set(sound.map(({ code, message }) => `${code} ${message}`));
    const index = new LineIndex(source);
    return check(source)
      .filter(({ code, message }) => /^RPT[345]|\//.test(code) && !known.has(`${code} ${message}`))
      .filter(({ span }) => index.position(span.start).line !== changed)
      .map(({ code, message }) => `${code} ${message}`);
  }

  test.each(inLane({ fast: MISTAKES.filter((_, at) => at % 6 === 1), full: MISTAKES }))("$name", ({ from, to }) => {
    const line = QUALIFIED.slice(0, QUALIFIED.indexOf(from)).split("\n").length;
    expect(
      strangers(
        QUALIFIED.replace(from, () => to),
        line,
      ),
    ).toEqual([]);
  });

  test("nor at the block of a line that was changed: other contents make rows of another height", () => {
    const misspelt = "ield items[].rate";
    const source = QUALIFIED.replace("field items[].rate", misspelt);
    const line = source.slice(0, source.indexOf(misspelt)).split("\n").length;
    const known = new Set(sound.map(({ code, message }) => `${code} ${message}`));
    const told = engine.check({ source, data: null }).diagnostics;
    expect(told.filter(({ code, message }) => /^RPT[45]/.test(code) && !known.has(`${code} ${message}`))).toEqual([]);
    const [open] = told.filter(({ code }) => code === "RPT9010");
    expect(open?.message).toMatch(
      new RegExp(`^layout and profiles were judged without what is wrong in 15 lines from line ${line} on`),
    );
  });

  const LINES = QUALIFIED.split("\n");
  const spoilt = fc
    .record({
      line: fc.constantFrom(...LINES.flatMap((line, at) => (/^\s*[a-z]/.test(line) ? [at] : []))),
      place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      how: fc.constantFrom("drop", "double", "swap"),
    })
    .map(({ line, place, how }) => {
      const text = LINES[line] ?? "";
      const indent = text.length - text.trimStart().length;
      const at = indent + Math.floor(place * (text.length - indent));
      const [before, one, next, after] = [text.slice(0, at), text[at] ?? "", text[at + 1] ?? "", text.slice(at + 2)];
      const spoiltLine = { drop: before + next + after, double: before + one + one + next + after };
      const written = how === "swap" ? before + next + one + after : spoiltLine[how as "drop" | "double"];
      return { line: line + 1, source: LINES.toSpliced(line, 1, written).join("\n") };
    });

  test("whatever letter is dropped, doubled or swapped", () => {
    let broken = 0;
    fc.assert(
      fc.property(spoilt, ({ line, source }) => {
        const { template } = engine.check({ source, data: null, worstCases: false });
        if (template !== null) return;
        broken += 1;
        expect(strangers(source, line)).toEqual([]);
      }),
      { numRuns: inLane({ fast: 20, full: 120 }) },
    );
    expect(broken).toBeGreaterThan(10);
  });
});

test("nothing is drawn that is refused: a source with an error has no template, however it was mended", () => {
  for (const { from, to, code } of MISTAKES.slice(0, 8)) {
    const answer = engine.check({ source: QUALIFIED.replace(from, () => to), data: null, worstCases: false });
    const refused = answer.diagnostics.some(({ severity }) => severity === "error");
    expect([code, answer.template === null]).toEqual([code, refused]);
  }
});

test("what can't be judged is said with the line that is to blame", () => {
  const told = (source: string) => check(source).filter(({ code }) => code === "RPT9010");
  const without = withLines(QUALIFIED, ['text "{discount} 円"']);
  const line = without.split("\n").findIndex((text) => text.includes("discount")) + 1;
  expect(told(without).map(({ message }) => message)).toEqual([
    `layout and profiles were judged without what is wrong in line ${line}; what depends on it was not judged`,
  ]);
  expect(told("hello").map(({ message }) => message)).toEqual([
    "layout and profiles could not be judged because of line 1",
  ]);
  expect(told(QUALIFIED)).toEqual([]);
});

describe("what is withheld because of a mistake on its own line", () => {
  const form = (text: string): string => `rpt 1
document t title="T" lang=ja
field name string(20) example="山田太郎山田太郎山田太郎"
page A4 margin=20mm {
  body {
    plate h=30mm {
      ${text}
    }
  }
}
`;
  const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
  const codesOf = (source: string): readonly string[] =>
    engine.check({ source, data: null }).diagnostics.map(({ code }) => code);

  test("does not fit, without the mistake", () => {
    expect(codesOf(form("text (name) x=0mm y=0mm w=20mm h=5mm"))).toContain("RPT4001");
  });

  test.each([
    "text (nam) x=0mm y=0mm w=20mm h=5mm",
    "txt (name) x=0mm y=0mm w=20mm h=5mm",
    "text (name) x=0 y=0mm w=20mm h=5mm",
    "text (name) x=0mm y=0mm w=20mm h=5mm colour=red",
  ])("is told with it, or said to be withheld: %s", (text) => {
    const codes = codesOf(form(text));
    expect(codes.includes("RPT4001") || codes.includes("RPT9010")).toBe(true);
  });
});
