import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import {
  ELEMENT_HABITS,
  ELEMENTS,
  elementNamed,
  FIELD_PROPERTIES,
  PROPERTY_HABITS,
  type PropertyDefinition,
  TYPE_HABITS,
  TYPES,
} from "../../../src/core/check/index.ts";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";

/** A form in which one line is open: `@` takes more properties or another keyword. */
const LINES: Readonly<Record<string, string>> = {
  text: 'text "x"@',
  label: 'label "x"@',
  box: "box@ {\n}",
  row: "row@ {\n}",
  grid: "grid cols=[1fr]@ {\n}",
  line: "line@",
  stack: "stack@ {\n}",
  plate: "plate h=5mm@ {\n}",
  rect: "rect@",
  seal: 'seal "印"@',
  image: "image (photo)@",
  pairs: "pairs@ {\n}",
  table: 'table items@ {\ncolumn a "A"\n}',
  each: "each items@ {\n}",
  space: "space 1mm@",
  break: "break page@",
  bookmark: 'bookmark "x"@',
  column: 'table items {\ncolumn a "A"@\n}',
  foot: 'table items {\ncolumn a "A"\nfoot@ {\n}\n}',
  cell: 'table items {\ncolumn a "A"\nfoot {\ncell "x" col=a@\n}\n}',
  pair: 'pairs {\npair "a" "b"@\n}',
  newrow: 'table items {\ncolumn a "A"\nfoot {\nnewrow@\n}\n}',
};

const DECLARATIONS =
  'field items[].a string(9) example=["a"]\nfield photo? image\n' +
  'field note? string example="x"\nfield issuer.name string example="x"\n' +
  'fonts gothic="Noto Sans JP"\nsizes body=9pt\ncolors ink=#111 rule=#888 shade=#eee\nstyle small size=body\n';

function form(body: string, top = "", page = ""): string {
  return `rpt 1\n${top}${DECLARATIONS}page A4${page} {\nbody {\n${body}\n}\n}\n`;
}

/** The element that has `target`, lacks `habit`, and the source that gives it the habit. */
function sourceWith(habit: string, target: string, value: string): string | null {
  const lacks = (properties: Readonly<Record<string, PropertyDefinition>> | undefined): boolean =>
    properties !== undefined && Object.hasOwn(properties, target) && !Object.hasOwn(properties, habit);
  for (const [name, line] of Object.entries(LINES)) {
    if (lacks(elementNamed(name)?.properties)) {
      const open = line.replace(new RegExp(` ${target}=[^ @\n]+`), "");
      return form(open.replace("@", ` ${habit}=${value}`));
    }
  }
  if (lacks(elementNamed("page")?.properties)) return form("space 1mm", "", ` ${habit}=${value}`);
  if (lacks(elementNamed("document")?.properties)) return form("space 1mm", `document d ${habit}=${value}\n`);
  if (lacks(FIELD_PROPERTIES)) return form("space 1mm", `field n int ${habit}=${value}\n`);
  return null;
}

function findings(source: string, code: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((each) => each.code === code);
}

function exampleOf(target: string): string {
  const tables = [...ELEMENTS.map((element) => element.properties), FIELD_PROPERTIES];
  return tables.find((table) => Object.hasOwn(table, target))?.[target]?.example ?? "1";
}

const NAMED = Object.entries(PROPERTY_HABITS).flatMap(([habit, here]) =>
  "name" in here
    ? [[habit, here.name, exampleOf(here.name)] as const]
    : "write" in here
      ? [[habit, here.write, "true"] as const]
      : [],
);

test("there are at least 120 habits with an exact repair", () => {
  const elements = Object.values(ELEMENT_HABITS).filter((habit) => "name" in habit).length;
  expect(NAMED.length + elements + Object.keys(TYPE_HABITS).length).toBeGreaterThanOrEqual(120);
});

describe("a property of another language is rewritten exactly", () => {
  test.each(NAMED)("%s → %s", (habit, here, value) => {
    const source = sourceWith(habit, here.split("=")[0] ?? "", value);
    if (source === null) throw new Error(`no element has ${here}`);
    const found = findings(source, "RPT1003");
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(`"${habit}"`);
    const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(mended).toContain(here.includes("=") ? here : `${here}=${value}`);
    expect(findings(mended, "RPT1003")).toEqual([]);
  });
});

const KEYWORDS = Object.entries(ELEMENT_HABITS).flatMap(([habit, here]) =>
  "name" in here ? [[habit, here.name] as const] : [],
);

describe("an element of another language is named", () => {
  test.each(KEYWORDS)("%s → %s", (habit, here) => {
    expect(elementNamed(here) !== undefined || here === "field" || here === "let").toBe(true);
    const line = LINES[here];
    if (line === undefined || elementNamed(habit) !== undefined) return;
    const source = form(line.replace("@", "").replace(new RegExp(`\\b${here}\\b`), habit));
    const found = findings(source, "RPT1001");
    expect(found).toHaveLength(1);
    const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(findings(mended, "RPT1001")).toEqual([]);
    expect(mended).toContain(line.replace("@", "").split("\n")[0]);
  });
});

describe("a type of another language is rewritten", () => {
  test.each(Object.entries(TYPE_HABITS))("%s → %s", (habit, here) => {
    expect(Object.keys(TYPES)).toContain(here.split("(")[0]);
    const source = form("space 1mm", `field n ${habit}\n`);
    const found = findings(source, "RPT2002");
    expect(found).toHaveLength(1);
    const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(mended).toContain(`field n ${here}`);
    expect(findings(mended, "RPT2002")).toEqual([]);
  });
});

describe("every element's and property's example is readable where it stands", () => {
  const all = ELEMENTS.flatMap((element) =>
    LINES[element.name] === undefined
      ? []
      : Object.entries(element.properties).map(([name, property]) => [element.name, name, property.example] as const),
  );
  test.each(all)("%s %s=%s", (element, name, value) => {
    const given = (LINES[element] ?? "").includes(` ${name}=`);
    const needsValue = name === "format" && element !== "column";
    if (given || needsValue || name === "x" || name === "y") return;
    const usable = element === "cell" && name === "col" ? "a" : value;
    const found = compileSource(form((LINES[element] ?? "").replace("@", ` ${name}=${usable}`))).diagnostics;
    expect(found.filter((each) => /^RPT(?:0|1)/.test(each.code)).map((each) => `${each.code} ${each.message}`)).toEqual(
      [],
    );
  });
});
