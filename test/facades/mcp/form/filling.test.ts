import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Canvas,
  compileSource,
  contractSchema,
  examplePayload,
  fieldTable,
} from "../../../../src/core/canvas/index.ts";
import { readJson, readPayload } from "../../../../src/core/contract/index.ts";
import { ENGLISH } from "../../../../src/facades/mcp/form/english.ts";
import { type Exact, exactText, readExact } from "../../../../src/facades/mcp/form/exact.ts";
import { contractOf, type GroupField } from "../../../../src/facades/mcp/form/fields.ts";
import {
  addEntry,
  fillGroup,
  type GroupFilling,
  type LeafFilling,
  moveEntry,
  pathsOf,
  payloadOf,
  removeEntry,
  write,
} from "../../../../src/facades/mcp/form/filling.ts";
import { JAPANESE } from "../../../../src/facades/mcp/form/japanese.ts";
import { problemOf, problemsIn } from "../../../../src/facades/mcp/form/judging.ts";
import { numberIn } from "../../../../src/facades/mcp/form/numbers.ts";
import { copiedCells, pasteInto } from "../../../../src/facades/mcp/form/paste.ts";
import { roomOf } from "../../../../src/facades/mcp/form/widths.ts";
import { payloadsOf } from "../../../support/generated-payloads.ts";
import { EVERY_TYPE, exampleForm } from "./forms.ts";

function compiled(source: string): Canvas {
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return value;
}

function rootOf(canvas: Canvas): GroupField {
  const schema = JSON.parse(JSON.stringify(contractSchema(canvas, { canvasId: "cnv_x", version: 1 })));
  const notes = fieldTable(canvas).map(({ path, example }) => ({ path, example: example ?? "" }));
  const { root } = contractOf(schema, notes);
  if (root === null) throw new Error("the form declares nothing");
  return root;
}

function filled(canvas: Canvas, known: string): GroupFilling {
  return fillGroup(rootOf(canvas), readExact(known));
}

/** What the contract reads, after the payload went through a host: cloned and written as JSON. */
function judged(canvas: Canvas, payload: string) {
  const { value, violations } = readPayload(new TextEncoder().encode(payload), canvas.fields, { extra: "ignore" });
  return { value, violations };
}

function throughHost(filling: GroupFilling): string {
  return JSON.stringify(structuredClone(payloadOf(filling)));
}

function leavesOf(filling: GroupFilling): readonly LeafFilling[] {
  return pathsOf(filling).flatMap(([, each]) => (each.shape === "leaf" ? [each] : []));
}

/** Types of one value with all that may stand behind them. */
const VALUE_TYPES = [
  "string(20)",
  "string pattern='^[0-9]{3}$' example=\"123\"",
  "text(80)",
  "text(80) lines=3",
  "text(80) lines=3 pattern='^[^0-9]*$'",
  "int",
  "int min=0 max=9",
  "decimal(12,2)",
  "decimal(18,6)",
  "decimal(5,1) min=-10 max=10",
  "bool",
  "date",
  "time",
  "datetime",
  "enum(a, b)",
  "enum(10, 8)",
  'enum(x, y) labels=["甲", "乙"]',
  "image",
];

/** Declarations of any shape: groups and lists within one another, optional ones and defaults between them. */
const declarations: fc.Arbitrary<string> = fc
  .array(
    fc.record({
      type: fc.constantFrom(...VALUE_TYPES),
      place: fc.constantFrom("", "g.", "g.h.", "l[].", "l[].m.", "l[].n[].", "o."),
      isOptional: fc.boolean(),
      isList: fc.boolean(),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((fields) => {
    const lines = fields.map(({ type, place, isOptional, isList }, at) => {
      const list = isList && !/min=|max=|example=/.test(type);
      return `field ${place}f${at}${list ? "[]" : ""}${isOptional && !list ? "?" : ""} ${type}`;
    });
    return `rpt 1\ndocument any\n${lines.join("\n")}\npage A5 {\n  body {\n    text "x"\n  }\n}\n`;
  });

describe("a form that is filled with what is known", () => {
  test("gives the examples of any template back as a payload that its contract takes", () => {
    fc.assert(
      fc.property(declarations, (source) => {
        const canvas = compiled(source);
        const example = examplePayload(canvas);
        const filling = filled(canvas, example);
        expect(problemsIn(filling).map(([each, problem]) => [each.field.path, problem.rule])).toEqual([]);
        expect(judged(canvas, throughHost(filling))).toEqual(judged(canvas, example));
        expect(judged(canvas, example).violations).toEqual([]);
      }),
    );
  });

  test("gives any payload of any template back to the last digit", () => {
    fc.assert(
      fc.property(
        declarations.chain((source) => {
          const canvas = compiled(source);
          return fc.tuple(fc.constant(canvas), payloadsOf(contractSchema(canvas, { canvasId: "c", version: 1 })));
        }),
        ([canvas, payload]) => {
          const text = JSON.stringify(payload);
          expect(judged(canvas, throughHost(filled(canvas, text)))).toEqual(judged(canvas, text));
        },
      ),
    );
  });

  test("gives it back when every input is written anew", () => {
    fc.assert(
      fc.property(declarations, (source) => {
        const canvas = compiled(source);
        const example = examplePayload(canvas);
        const filling = filled(canvas, example);
        for (const leaf of leavesOf(filling)) write(leaf, leaf.text);
        expect(judged(canvas, throughHost(filling))).toEqual(judged(canvas, example));
      }),
    );
  });

  test.each(["invoice", "invoice-qualified", "inspection-report", "production-schedule", "billing-run"])(
    "gives the example of %s back",
    (name) => {
      const canvas = compiled(exampleForm(name));
      const example = examplePayload(canvas);
      const filling = filled(canvas, example);
      expect(problemsIn(filling)).toEqual([]);
      expect(judged(canvas, throughHost(filling))).toEqual(judged(canvas, example));
    },
  );
});

describe("numbers", () => {
  const canvas = compiled(EVERY_TYPE);
  const priceOf = (written: string): unknown => {
    const filling = filled(canvas, "{}");
    const price = leavesOf(filling).find((leaf) => leaf.field.name === "price");
    if (price === undefined) throw new Error("there is no price");
    write(price, written);
    return (payloadOf(filling) as { price?: unknown }).price;
  };

  test.each([
    ["1200", 1200],
    ["1200.5", 1200.5],
    ["1200.50", "1200.50"],
    ["1234567890123456.7891", "1234567890123456.7891"],
    ["９，９９９．５", 9999.5],
    ["¥1,234", 1234],
    ["−5", -5],
    ["▲5", -5],
    ["007", 7],
    [".5", 0.5],
    ["0.0000001", "0.0000001"],
    ["many", "many"],
  ])("%s goes as %j", (written, sent) => {
    expect(priceOf(written)).toBe(sent);
  });

  test("keep all digits that were known", () => {
    const price = "9007199254740993.1234";
    const payload = judged(canvas, throughHost(filled(canvas, `{"price":${price}}`))).violations.map(
      ({ path }) => path,
    );
    expect(payload).not.toContain("price");
    expect(JSON.parse(throughHost(filled(canvas, `{"price":${price}}`))).price).toBe(price);
  });

  test("are refused at their field where no host could carry them", () => {
    const filling = filled(compiled(EVERY_TYPE.replace("min=1 max=99", "")), '{"count":9007199254740993}');
    const rules = problemsIn(filling).map(([each, { rule }]) => [each.field.name, rule]);
    expect(rules).toContainEqual(["count", "exact"]);
  });

  test("are read as people write them, or not at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const digits = numberIn(text);
        if (digits !== null) expect(digits).toMatch(/^-?\d+(?:\.\d+)?$/);
      }),
    );
  });
});

describe("exact JSON", () => {
  test("is read and written without a change, and refused where it is none or too long", () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 5 }),
        fc.nat(),
        fc.constantFrom("", '"', "{", "]", ",", "-", "e", "\\"),
        (json, at, by) => {
          expect(JSON.parse(exactText(readExact(json)))).toEqual(JSON.parse(json));
          const place = at % (json.length + 1);
          const changed = json.slice(0, place) + by + json.slice(place + 1);
          // Endless numbers are JSON, and no service takes them.
          if (!isRead(() => JSON.parse(changed))) expect(isRead(() => readExact(changed))).toBe(false);
          else if (readJson(changed).malformed === null) expect(isRead(() => readExact(changed))).toBe(true);
        },
      ),
    );
  });

  test.each([
    ["12345678901234567890.10", "12345678901234567890.10"],
    ["1e3", "1000"],
    ["-1.50E-2", "-0.0150"],
    ['{"a":[1.0,{"b":null}]}', '{"a":[1.0,{"b":null}]}'],
  ])("%s is %s", (json, text) => {
    expect(exactText(readExact(json))).toBe(text);
  });
});

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

describe("what is known and can't belong", () => {
  const canvas = compiled(EVERY_TYPE);
  const known: Exact = readExact(
    '{"line":5,"count":"x","day":"31/10/2026","state":"gone","tags":"a","rows":[3],"owner":[]}',
  );
  const filling = fillGroup(rootOf(canvas), known);

  test("is shown in its input", () => {
    const texts = Object.fromEntries(leavesOf(filling).map(({ field, text }) => [field.path, text]));
    expect(texts).toMatchObject({ line: "5", count: "x", day: "31/10/2026", state: "" });
  });

  test("is a problem of its field, where it is no way of writing what belongs", () => {
    const rules = problemsIn(filling).map(([each, { rule }]) => `${each.field.path} ${rule}`);
    expect(rules).toEqual(expect.arrayContaining(["count type", "day format", "state type", "rows[].name required"]));
    expect(rules).not.toContain("line type");
  });

  test("is told where a list or group was meant", () => {
    const misfits = pathsOf(filling).flatMap(([path, each]) =>
      each.shape !== "leaf" && each.misfit !== undefined ? [path] : [],
    );
    expect(misfits).toEqual(["tags", "rows[0]", "owner"]);
  });
});

describe("a text of so many lines", () => {
  const source = (rest: string): string =>
    `rpt 1\ndocument d\nfield note text(80) lines=2 ${rest}\npage A5 {\n  body {\n    text (note)\n  }\n}\n`;
  const leafOf = (rest: string, note: string): LeafFilling => {
    const [leaf] = leavesOf(filled(compiled(source(rest)), JSON.stringify({ note })));
    if (leaf === undefined) throw new Error("there is no field");
    return leaf;
  };

  test.each([
    ["", "a\nb", null],
    ["", "a\nb\nc", "maxLines"],
    ["", "a\r\nb", null],
    ["pattern='^[^0-9]*$' example=\"a\"", "a\nb\nc", "maxLines"],
    ["pattern='^[^0-9]*$' example=\"a\"", "a\n1", "pattern"],
  ])("with %j is judged as the contract judges it: %j", (rest, note, rule) => {
    const leaf = leafOf(rest, note);
    expect(leaf.field.kind).toBe("text");
    expect(problemOf(leaf)?.rule ?? null).toBe(rule);
    const { violations } = judged(compiled(source(rest)), JSON.stringify({ note }));
    expect(violations.map((each) => each.rule)).toEqual(rule === null ? [] : [rule]);
  });

  test("says in words how many it takes", () => {
    const { field } = leafOf("", "a\nb\nc");
    const said = [ENGLISH, JAPANESE].map(({ problem }) => problem({ rule: "maxLines" }, field));
    expect(said).toEqual(["Use at most 2 lines.", "2行以内で入力してください"]);
  });
});

describe("a list", () => {
  test("adds, moves, takes out and puts back entries", () => {
    const canvas = compiled(EVERY_TYPE);
    const filling = filled(canvas, '{"tags":["a","b"]}');
    const tags = filling.members.find((member) => member.field.name === "tags");
    if (tags?.shape !== "list") throw new Error("there are no tags");
    const written = (): unknown => (payloadOf(filling) as { tags: unknown }).tags;
    const added = addEntry(tags);
    if (added.shape === "leaf") write(added, "c");
    expect(moveEntry(tags, 2, 0)).toBe(true);
    expect(written()).toEqual(["c", "a", "b"]);
    expect(moveEntry(tags, 0, -1)).toBe(false);
    expect(moveEntry(tags, 2, 3)).toBe(false);
    removeEntry(tags, 1);
    expect(written()).toEqual(["c", "b"]);
    expect(problemsIn(tags)).toEqual([]);
    for (const _ of [1, 2]) addEntry(tags);
    expect(problemsIn(tags)[0]?.[1]).toEqual({ rule: "maxItems" });
  });

  test("that needs entries begins with an empty one, and says so when it is taken out", () => {
    const filling = filled(compiled(EVERY_TYPE), "{}");
    const rows = filling.members.find((member) => member.field.name === "rows");
    if (rows?.shape !== "list") throw new Error("there are no rows");
    expect(rows.entries).toHaveLength(1);
    removeEntry(rows, 0);
    expect(problemsIn(rows).map(([, { rule }]) => rule)).toEqual(["minItems"]);
  });
});

describe("rows of a spreadsheet", () => {
  test.each([
    ["a", null],
    ["a\tb", [["a", "b"]]],
    ["a\r\nb\r\n", [["a"], ["b"]]],
    [
      '"一\n二"\tb\n"x ""y"""\t\n',
      [
        ["一\n二", "b"],
        ['x "y"', ""],
      ],
    ],
    ['say "hi"\tb', [['say "hi"', "b"]]],
  ])("%j are cells", (text, cells) => {
    expect(copiedCells(text)).toEqual(cells);
  });

  test("fill entries to the right and downwards, up to the most that the list takes", () => {
    const filling = filled(compiled(EVERY_TYPE), '{"rows":[{"name":"甲","qty":1},{"name":"乙","qty":2}]}');
    const rows = filling.members.find((member) => member.field.name === "rows");
    const entry = rows?.shape === "list" ? rows.entries[1] : undefined;
    const leaf = entry?.shape === "group" ? entry.members[0] : undefined;
    if (rows?.shape !== "list" || entry === undefined || leaf?.shape !== "leaf") throw new Error("there is no row");
    const copied = ["丙\t1,234.5", "丁\t２", "戊", "己\t4", "庚\t5"].join("\n");
    expect(pasteInto(rows, { entry, leaf }, copiedCells(copied) ?? [])).toHaveLength(4);
    expect((payloadOf(filling) as { rows: unknown }).rows).toMatchObject([
      { name: "甲", qty: 1 },
      { name: "丙", qty: 1234.5 },
      { name: "丁", qty: 2 },
      { name: "戊" },
      { name: "己", qty: 4 },
    ]);
  });
});

describe("the room on the page", () => {
  const box = { charactersPerLine: 10, lines: 1, shrunkPerLine: 14 };
  test.each([
    ["", "yes", 0],
    ["株式会社山田商店東京", "yes", 10],
    ["株式会社山田商店東京支", "shrunk", 11],
    ["株式会社山田商店東京支店御中様方", "no", 16],
    ["ABCDEFGHIJKLMNOPQRST", "yes", 10],
    ["ｶﾌﾞｼｷｶﾞｲｼｬ", "yes", 5],
    ["葛\u{e0100}城", "yes", 2],
  ])("of one line: %s", (text, fits, characters) => {
    expect(roomOf(text, box)).toEqual({ characters, lines: 1, fits });
  });

  test("of several lines is counted in lines", () => {
    const boxes = { charactersPerLine: 5, lines: 2, shrunkPerLine: null };
    expect(roomOf("あいうえおか", boxes)).toMatchObject({ lines: 2, fits: "yes" });
    expect(roomOf("あ\nい\nう", boxes)).toMatchObject({ lines: 3, fits: "no" });
  });
});
