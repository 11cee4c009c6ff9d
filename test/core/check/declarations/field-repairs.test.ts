import { describe, expect, test } from "vitest";
import { compileSource, contractSchema } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { FIELD_PROPERTIES, TYPES } from "../../../../src/core/schema/index.ts";

// What is written otherwise in a field line: repairs lead to what the author meant, and nothing stays without effect.

function form(...declarations: readonly string[]): string {
  const page = "page A5 {\n  body {\n    space 1mm\n  }\n}\n";
  return `rpt 1\ndocument c title="a" lang=ja\n${declarations.join("\n")}\n${page}`;
}

/** A field that no element uses is told, and so is one without an example, which is not what is looked at here. */
const BESIDE: ReadonlySet<string> = new Set(["RPT2010", "RPT2012"]);

function told(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((each) => !BESIDE.has(each.code));
}

/** The declarations after every first repair was made, as often as something is told. */
function mended(...declarations: readonly string[]): readonly string[] {
  let source = form(...declarations);
  for (let round = 0; round < 4; round += 1) {
    const edits = told(source)[0]?.repair?.edits ?? [];
    if (edits.length === 0) break;
    source = applyEdits(source, edits);
  }
  expect(told(source)).toEqual([]);
  return source.split("\n").slice(2, -6);
}

const TYPES_WITH_EXAMPLES = [
  ["decimal(4,1)", "1"],
  ["int", "1"],
  ["string(20)", '"x"'],
  ["text(20)", '"x"'],
  ["bool", "true"],
  ["date", '"2026-01-01"'],
  ["time", '"09:30"'],
  ["enum(x, y)", "x"],
  ["enum(10, 8)", "10"],
] as const;

describe("the mark of an optional field is moved behind its path", () => {
  describe.each(TYPES_WITH_EXAMPLES)("%s", (type, example) => {
    test.each([
      [`field a ${type}? example=${example}`, `field a? ${type} example=${example}`],
      [`field a ${type} ? example=${example}`, `field a? ${type} example=${example}`],
      [`field a? ${type}? example=${example}`, `field a? ${type} example=${example}`],
      [`field a: ${type}? example=${example}`, `field a? ${type} example=${example}`],
      [`field ?a ${type} example=${example}`, `field a? ${type} example=${example}`],
      [`field a optional ${type} example=${example}`, `field a? ${type} example=${example}`],
      [`field a ${type} optional example=${example}`, `field a? ${type} example=${example}`],
      [`field a ${type} optional=true example=${example}`, `field a? ${type} example=${example}`],
      [`field a ${type} required=false example=${example}`, `field a? ${type} example=${example}`],
      [`field a ${type} required=true example=${example}`, `field a ${type} example=${example}`],
      [
        `field a.b ${type}? role=line.description label="あ" example=${example}`,
        `field a.b? ${type} role=line.description label="あ" example=${example}`,
      ],
      [`field a[].b ${type}? example=[${example}]`, `field a[].b? ${type} example=[${example}]`],
      [`field a[]?.b ${type} example=[${example}]`, `field a[].b? ${type} example=[${example}]`],
      [`field a?[].b ${type} example=[${example}]`, `field a[].b? ${type} example=[${example}]`],
      [`field a?.b ${type} example=${example}`, `field a.b? ${type} example=${example}`],
      [`field a[] ${type}? example=[${example}]`, `field a[]? ${type} example=[${example}]`],
    ])("%s", (written, meant) => {
      expect(mended(written)).toEqual([meant]);
    });
  });
});

describe("a value that is too long widens its type", () => {
  const LONG = "Makoto Takahashi, Export Manager";

  test.each([
    [`field v string(30) example="${LONG}"`, `field v string(32) example="${LONG}"`],
    [`field v text(30) example="${LONG}"`, `field v text(32) example="${LONG}"`],
    [`field v string(30) example="Makoto\\nTakahashi, Export Manager"`, null],
    [`field v string example="${"あ".repeat(201)}"`, `field v string(201) example="${"あ".repeat(201)}"`],
    [`field v text example="${"あ".repeat(2001)}"`, `field v text(2001) example="${"あ".repeat(2001)}"`],
    [`field v? string(30) default="${LONG}"`, `field v? string(32) default="${LONG}"`],
    [
      `field v string(3) default="四文字だ" example="これは五"`,
      `field v string(4) default="四文字だ" example="これは五"`,
    ],
    [`field v string(3) default="四文字だ" example="これは六文字"`, null],
    [`field v[] string(3) example=["一", "二二二二", "三三三三三"]`, null],
    [`field r[].v string(3) example=["一", "二二二二"]`, `field r[].v string(4) example=["一", "二二二二"]`],
    [
      `field r[].s[].v text(3) example=[["一"], ["二二二二"]]`,
      `field r[].s[].v text(4) example=[["一"], ["二二二二"]]`,
    ],
  ])("%s", (written, meant) => {
    const widened = written.replace(/^(field \S+) \w+(?:\(\d+\))?/, (_, path: string) => `${path} ${widest(written)}`);
    expect(mended(written)).toEqual([meant ?? widened]);
    const [first] = told(form(written));
    const once = told(applyEdits(form(written), first?.repair?.edits ?? []));
    expect(once).toEqual([]);
  });

  /** The type that takes all quoted texts of a line. */
  function widest(written: string): string {
    const texts = [...written.matchAll(/"((?:[^"\\]|\\.)*)"/gu)].map(([json]) => JSON.parse(json) as string);
    const longest = Math.max(...texts.map((each) => [...each].length));
    return `${/ text/.test(written) || texts.some((each) => each.includes("\n")) ? "text" : "string"}(${longest})`;
  }

  test("shortening stands second, in words", () => {
    const [first] = told(form(`field v string(30) example="${LONG}"`));
    expect(first?.repair?.title).toBe("declare string(32), or shorten the example to 30 characters");
  });
});

describe("an example that its pattern keeps short is cut between letters", () => {
  test.each([
    ["葛\u{e0100}飾", 2, "葛\u{e0100}"],
    ["東葛\u{e0100}飾", 2, "東"],
    ["甲👨\u200d👩乙", 3, "甲"],
  ])("%s to %i", (example, longest, kept) => {
    const before = `field a string(${longest}) pattern='^.{0,${longest}}$' example="${example}"`;
    expect(mended(before)).toEqual([before.replace(example, kept)]);
  });

  test("nothing is written that does not match", () => {
    const [first] = told(form(`field a string(3) pattern='^[0-9]{3}$' example="12三四"`));
    expect(first?.repair).toMatchObject({ edits: [], title: expect.stringMatching(/matches/) as unknown });
  });
});

describe("labels of an enum are moved into labels=", () => {
  const meant = 'field k enum(x, y) labels=["甲", "乙"] example="x"';
  test.each([
    ['field k enum(x "甲", y "乙") example="x"', meant],
    ['field k enum(x="甲", y="乙") example="x"', meant],
    ['field k enum(x: "甲", y: "乙") example="x"', meant],
    ["field k enum(x '甲', y '乙') example=\"x\"", meant],
    ['field k enum(x 甲, y 乙) example="x"', meant],
    ['field k enum(x, y) labels=[x="甲", y="乙"] example="x"', meant],
    ['field k enum(x, y) labels=[y: "乙", x: "甲"] example="x"', meant],
    ['field k enum(x, y) labels={x: "甲", y: "乙"} example="x"', meant],
    ['field k enum(x, y) labels="甲,乙" example="x"', meant],
    ['field k enum(x, y) labels="甲、乙" example="x"', meant],
    ['field k enum(x, y) label=["甲", "乙"] example="x"', meant],
    ['field k enum("x" "甲", "y" "乙") example="x"', meant.replace("x, y", '"x", "y"')],
    ['field k enum(x "甲", y) example="x"', meant.replace("乙", "y")],
    ['field k enum(x "甲,丙", y "乙)") example="x"', meant.replace("甲", "甲,丙").replace("乙", "乙)")],
    ['field k enum(x "甲", y "乙")? example="x"', meant.replace("k", "k?")],
    ['field k enum(10 "標準", 8 "軽減") example=10', 'field k enum(10, 8) labels=["標準", "軽減"] example=10'],
    ['field k enum(x|y) example="x"', 'field k enum(x, y) example="x"'],
    ['field k enum(x | y) example="x"', 'field k enum(x, y) example="x"'],
  ])("%s", (written, expected) => {
    expect(mended(written)).toEqual([expected]);
  });
});

describe("bounds and patterns stand where they have an effect", () => {
  test.each([
    [["field a[].n string(20) max=3"], ["field a[] max=3", "field a[].n string(20)"]],
    [
      ["field a[] min=1", "field a[].n date max=3"],
      ["field a[] min=1 max=3", "field a[].n date"],
    ],
    [
      ["field a[] max=9", "field a[].n date max=3"],
      ["field a[] max=9", "field a[].n date"],
    ],
    [["field a[].b[].n bool min=1 max=3"], ["field a[].b[] min=1 max=3", "field a[].b[].n bool"]],
    [
      ["field a[].n string(9) max=3", "field a[].m date max=3"],
      ["field a[] max=3", "field a[].n string(9)", "field a[].m date"],
    ],
    [["field a[].n int max=3"], ["field a[].n int max=3"]],
    [["field a[] string(9) max=3"], ["field a[] string(9) max=3"]],
    [["field a string(20) max=3"], ["field a string(3)"]],
    [["field a text max=3"], ["field a text(3)"]],
    [["field a string(20) maxlength=3"], ["field a string(3)"]],
    [['field a date min="2026-01-01"'], ["field a date"]],
    [["field a int pattern='^[0-9]$'"], ["field a int"]],
    [['field a[] string default="x"'], ["field a[]? string"]],
  ])("%s", (written, meant) => {
    expect(mended(...written)).toEqual(meant);
  });
});

describe("every property of a field changes what data it takes, or is told", () => {
  const VALUES: Readonly<Record<string, readonly string[]>> = {
    role: ["note"],
    example: ['"x"'],
    default: ['"x"', "1", "true", "x", '"2026-01-01"'],
    min: ["1"],
    max: ["3"],
    pattern: ["'^x$'"],
    lines: ["3"],
    label: ['"名"'],
    desc: ['"説明"'],
    labels: ['["甲", "乙"]'],
  };
  const PLACES = ["v", "v[]", "o.v", "r[].v", "r[].v[]", "r[].s[].v"];
  const written = [...Object.values(TYPES), ""];

  test("there is a value for every property", () => {
    expect(Object.keys(VALUES)).toEqual(Object.keys(FIELD_PROPERTIES));
  });

  const published = (source: string) => {
    const { value: canvas } = compileSource(source);
    return canvas === null ? null : JSON.stringify(contractSchema(canvas, { canvasId: "x", version: 1 }));
  };

  test.each(written)("%s", (type) => {
    for (const place of PLACES) {
      if (type === "" && !place.endsWith("[]")) continue;
      const rest = type === "" ? `\nfield ${place}.w int` : "";
      const without = form(`field ${place} ${type}${rest}`);
      for (const [name, values] of Object.entries(VALUES)) {
        for (const value of values) {
          const source = form(`field ${place} ${type} ${name}=${value}${rest}`);
          const isTold = told(source).length > told(without).length;
          // Examples of lists are lists, and enums have other members than those here: both are told.
          expect(isTold || published(source) !== published(without), source.split("\n")[2]).toBe(true);
        }
      }
    }
  });
});

describe("a list without examples may be declared empty where it may be", () => {
  const offered = (...declarations: readonly string[]): readonly boolean[] =>
    compileSource(form(...declarations))
      .diagnostics.filter(({ code }) => code === "RPT2010")
      .map(({ repair }) => repair?.title.includes("example=[]") === true);

  test.each([
    [["field v[] string(9)"], [true]],
    [["field v[] string(9) min=0"], [true]],
    [["field v[] string(9) min=1"], [false]],
    [["field v string(9)"], [false]],
    [
      ["field r[].v string(9)", "field r[].w int"],
      [true, true],
    ],
    [["field r[].v string(9)", "field r[].w int example=[]"], [true]],
    [["field r[].v string(9)", "field r[].w int example=[1]"], [false]],
    [["field r[] min=1", "field r[].v string(9)"], [false]],
    [["field r[].s[].v string(9)"], [true]],
    [["field r[].s[].v string(9)", "field r[].w int example=[1, 2]"], [false]],
    [["field rs[].v int example=[1]", "field r[].w int"], [true]],
  ])("%j", (declarations, expected) => {
    expect(offered(...declarations)).toEqual(expected);
    const taken = declarations.map((line) => (/\bexample=|r\[\] min/.test(line) ? line : `${line} example=[]`));
    const codes = told(form(...taken)).map(({ code }) => code);
    if (expected.every(Boolean)) expect(codes).toEqual([]);
  });
});

describe("a field that is declared twice keeps what either line says", () => {
  test.each([
    [["field r[] max=8", 'field r[].v string(9) example=["x"]', "field r[] min=1"], ["field r[] max=8 min=1"]],
    [
      ['field a string(9) example="x"', 'field a string(9) example="y" desc="名"'],
      ['field a string(9) example="x" desc="名"'],
    ],
    [['field a string(9) example="x"', 'field a string(9) example="x"'], ['field a string(9) example="x"']],
    [["field a int example=1", "field a int min=0", "field a int min=2 max=3"], ["field a int example=1 min=0 max=3"]],
  ])("%j", (declarations, expected) => {
    const kept = mended(...declarations).filter((line) => !line.includes("[].v"));
    expect(kept).toEqual(expected);
  });
});

test("a bound of a list that is written twice is told where it stands, with both", () => {
  const source = form("field r[] max=8", 'field r[].v string(9) example=["x"]', "field r max=5");
  const [found, ...others] = told(source);
  expect(others).toEqual([]);
  expect(found?.message).toBe("field r[] is declared twice: max=5 here, and max=8 before");
  expect(source.slice(found?.span.start, found?.span.end)).toBe("max=5");
});

describe("bounds of a list of numbers that are meant for the numbers", () => {
  test.each([
    ["int min=0 max=100", "min=0"],
    ["int min=-5", "min=-5"],
    ["decimal(5,2) max=99.5", "max=99.5"],
  ])("%s", (declared, at) => {
    const [found, ...others] = told(form(`field ns[] ${declared} example=[40, 50]`));
    expect(others).toEqual([]);
    expect(found?.code).toBe("RPT1023");
    expect(found?.message).toBe(`${at} has no effect on the numbers of ns[]`);
    expect(found?.repair?.title).toContain(`field ns[].value ${declared}`);
    const type = declared.split(" ")[0];
    expect(mended(`field ns[] ${declared} example=[40, 50]`)).toEqual([`field ns[] ${type} example=[40, 50]`]);
  });

  test.each(["int min=1 max=100", "int max=3", "string(3) min=0 max=3"])("%s counts entries", (declared) => {
    expect(told(form(`field ns[] ${declared}`))).toEqual([]);
  });
});
