// One check tells all that overfills a room: whoever does what it says has no finding of that room in the next check.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Room {
  readonly name: string;
  /** A form with these fields, each of which has a line in a room of this height. */
  readonly form: (fields: readonly string[], lines: readonly string[], heightMm: number) => string;
}

function formOf(fields: readonly string[], page: string, body: readonly string[]): string {
  return [
    ...["rpt 1", 'document t title="T" lang=ja', ...fields],
    ...["sizes body=10pt", "style base size=body line-height=1", page],
    ...["  body {", ...body.map((line) => `    ${line}`), "  }", "}", ""],
  ].join("\n");
}

const ROOMS: readonly Room[] = [
  {
    name: "a page of pages=1",
    form: (fields, lines, height) => formOf(fields, `page w=80mm h=${height + 10}mm margin=5mm pages=1 {`, lines),
  },
  {
    name: "a row of a slip",
    form: (fields, lines, height) =>
      formOf(fields, `page w=80mm h=${height + 10}mm margin=5mm {`, ["row {", "stack w=60mm {", ...lines, "}", "}"]),
  },
  {
    name: "a box of its own height",
    form: (fields, lines, height) =>
      formOf(fields, "page A4 margin=5mm {", [`box w=70mm h=${height}mm {`, ...lines, "}"]),
  },
  {
    name: "a label of a sheet",
    form: (fields, lines, height) =>
      formOf(
        [...fields, "field rows[] max=20", 'field rows[].code string(4) example=["a", "b"]', "source rows as=r"],
        `page w=160mm h=${(height + 4) * 2}mm n-up=[2, 2] margin=2mm {`,
        ["text (r.code) h=4mm", ...lines],
      ),
  },
];

/** A field of the room: a text of one line or of many, or a list. */
type Kind = "string" | "text" | "list";

function declared(kind: Kind, name: string, length: number): string {
  if (kind === "list") return `field ${name}[] string(6) max=${Math.ceil(length / 12)} example=["短"]`;
  return `field ${name} ${kind}(${length}) example="短"`;
}

function lineOf(kind: Kind, name: string): string {
  return kind === "list" ? `each ${name} { text "{.}" }` : `text (${name})`;
}

const LACK = /(?:(\d+\.\d)mm of room are missing|make it (\d+\.\d)mm lower|enlarge h by (\d+\.\d)mm|gain (\d+\.\d)mm)/u;

/** What is to be mended in a room, and what it is said to lack. What few texts do is told as an info, and may stay. */
function judged(source: string): { readonly found: readonly Diagnostic[]; readonly lackMm: number } {
  const found = engine.check({ source, data: null }).diagnostics.filter(({ code }) => code === "RPT4031");
  const lacks = found.map(({ message, repair }) => {
    const [, ...amounts] = LACK.exec(`${message} ${repair?.title}`) ?? [];
    return Number(amounts.find((each) => each !== undefined) ?? 0);
  });
  return { found, lackMm: Math.max(0, ...lacks) };
}

/** Does what the findings say of declarations: texts that are to have so many lines, or no line ends. */
function withDeclared(fields: readonly string[], found: readonly Diagnostic[]): readonly string[] {
  const titles = found.map(({ repair }) => repair?.title ?? "");
  const asked = titles.flatMap((title) => {
    const [strings = ""] = /declare f\d string.*which ha(?:s|ve) no line ends/u.exec(title) ?? [];
    return [...strings.matchAll(/(\w+) (string\(\d+\))/gu)].map(([, path = "", type = ""]) => ({ path, type }));
  });
  const lined = titles.flatMap((title) => {
    return [...title.matchAll(/lines=(\d+) of (f\d(?: and f\d)*)/gu)].flatMap(([, count = "", paths = ""]) =>
      paths.split(" and ").map((path) => ({ path, count })),
    );
  });
  return fields.map((line) => {
    const isOwn = ({ path }: { readonly path: string }): boolean => line.startsWith(`field ${path} `);
    const [own] = asked.filter(isOwn);
    const [lines] = lined.filter(isOwn);
    if (own !== undefined) return line.replace(/text\(\d+\)/u, own.type);
    return lines === undefined ? line : `${line} lines=${lines.count}`;
  });
}

const kinds = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>("string", "text", "list"),
    length: fc.integer({ min: 50, max: 120 }),
  }),
  { minLength: 2, maxLength: 4 },
);

describe.each(ROOMS)("$name that several fields overfill", ({ form }) => {
  test("has no finding any more when all is done that one check says", () => {
    let broken = 0;
    fc.assert(
      fc.property(kinds, (chosen) => {
        const fields = chosen.map(({ kind, length }, at) => declared(kind, `f${at}`, length));
        const lines = chosen.map(({ kind }, at) =>
          kind === "list"
            ? ["each f# {", "text (.)", "}"].map((each) => each.replace("#", `${at}`))
            : [lineOf(kind, `f${at}`)],
        );
        const height = 4 * chosen.length + 2;
        const source = form(fields, lines.flat(), height);
        const { found, lackMm } = judged(source);
        if (found.length === 0) return;
        broken += 1;
        const mended = form(withDeclared(fields, found), lines.flat(), height + lackMm);
        const next = judged(mended).found.map(({ code, message }) => `${code} ${message}`);
        expect(
          next,
          `${source}\n${found.map(({ message, repair }) => `${message} → ${repair?.title}`).join("\n")}`,
        ).toEqual([]);
      }),
      { numRuns: inLane({ fast: 5, full: 60 }) },
    );
    expect(broken).toBeGreaterThan(2);
  });
});

describe("which findings a page of too many fields has", () => {
  const page = (fields: readonly string[], lines: readonly string[]): readonly Diagnostic[] =>
    engine
      .check({ source: formOf(fields, "page w=80mm h=30mm margin=5mm pages=1 {", lines), data: null })
      .diagnostics.filter(({ code }) => code === "RPT4031" || code === "RPT4032");

  test("one that names each field that overfills it, and all of them together with the most that is lacking", () => {
    const fields = ["a", "b", "c"].map((name, at) => `field ${name} string(${120 + 40 * at}) example="短"`);
    const found = page(fields, ["text (a)", "text (b)", "text (c)"]);
    expect(found.map(({ severity }) => severity)).toEqual(["error"]);
    const [together, alone] = found[0]?.message.split("; missing for each alone: ") ?? [];
    expect(together).toMatch(
      /^with c of 200 characters, b of 160 characters and a of 120 characters: the record takes/u,
    );
    expect(alone?.replace(/[\d.]+mm/gu, "n")).toBe(
      "c of 200 characters n, b of 160 characters n, a of 120 characters n",
    );
  });

  test("one that tells the line ends of a text beside what is lacking without them", () => {
    const fields = ['field a text(200) example="短"'];
    const [only, ...others] = page(fields, ["text (a)"]);
    expect(others).toEqual([]);
    expect(only?.message).toMatch(/; with a of 21 lines [\d.]+mm are missing$/u);
    expect(only?.repair?.title).toContain("declare a string(200), which has no line ends");
  });

  test("an error where a picture that nothing bounds is in the trial, but not to blame for it", () => {
    const fields = ['field a string(90) example="短"', 'field b string(90) example="短"', "field p? image"];
    const lines = ["text (a)", "text (b)", 'image (p) w=5mm h=5mm alt="印"'];
    expect(page(fields, lines).map(({ code, severity }) => `${severity} ${code}`)).toEqual(["error RPT4031"]);
  });

  test("an info that says what a render does where nothing declares what overfills it", () => {
    const fields = ['field rows[].n string(9) example=["ね"]'];
    const found = page(fields, ["each rows {", "text (.n)", "}"]);
    expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["info RPT4032"]);
    expect(found[0]?.message).toMatch(/; a render with such data has the error RPT4037$/u);
  });
});
