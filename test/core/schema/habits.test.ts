import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import {
  ELEMENT_HABITS,
  ELEMENTS,
  type ElementDefinition,
  elementNamed,
  FIELD_PROPERTIES,
  PROPERTY_HABITS,
  type PropertyDefinition,
  TYPE_HABITS,
  TYPES,
} from "../../../src/core/schema/index.ts";

/** A table, schedule or chart with one line of it open. */
function inTable(line: string): string {
  return `table items {\ncolumn a "A"\n${line}\n}`;
}

function inGantt(line: string): string {
  return `gantt items {\nscale from=(day) to=(day)\n${line}\n}`;
}

function inChart(line: string): string {
  return `chart bar items alt="x" {\ncategory (.a)\nseries "A" (.n)\n${line}\n}`;
}

const GROUP = (line: string): string => inTable(`group (.a) {\n${line}\n}`);

/** Statements in a body in which one line is open: `@` takes more properties or another keyword. */
const LINES: Readonly<Record<string, string>> = {
  text: 'text "x"@',
  label: 'label "x"@',
  box: "box@ {\n}",
  row: "row@ {\n}",
  grid: "grid cols=[1fr]@ {\n}",
  "grid in flow": "grid cols=[1fr] rules=0.25pt@ {\n}",
  "head in grid": 'grid cols=[1fr, 1fr] {\nhead "x"@\ncell\nnewrow\ncell\ncell\n}',
  "cell in grid": 'grid cols=[1fr, 1fr] {\ncell "x"@\ncell\nnewrow\ncell\ncell\n}',
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
  columns: "columns@ {\n}",
  use: "use contact@",
  rich: "rich@ {\n}",
  markdown: 'markdown "x"@',
  span: 'rich {\nspan "x"@\n}',
  br: "rich {\nbr@\n}",
  ruby: 'rich {\nruby "漢字" "かんじ"@\n}',
  seals: "seals@ {\n}",
  "seal in seals": 'seals {\nseal "印"@\n}',
  barcode: 'barcode qr "x"@',
  comb: 'comb "123" cells=3@',
  check: "check (true)@",
  group: inTable("group (.a)@ {\n}"),
  head: inTable('head@ {\ncell "x" col=a\n}'),
  carry: inTable("carry (.n) into=a@"),
  pagefoot: inTable("pagefoot@ {\n}"),
  "row in table": inTable("row@ {\n}"),
  "row in foot": inTable('foot {\nrow@ {\ncell "x" col=a\n}\n}'),
  "column in table": inTable('column each days[] "x" "y"@'),
  "foot in group": GROUP('foot "x"@'),
  "foot in gantt": inGantt("foot@ {\n}"),
  "cell in head": inTable('head {\ncell "x" col=a@\n}'),
  gantt: "gantt items@ {\nscale from=(day) to=(day)\n}",
  scale: "gantt items {\nscale from=(day) to=(day)@\n}",
  bar: inGantt("bar start=(day) end=(day)@"),
  milestone: inGantt("milestone (day)@"),
  today: inGantt("today (day)@"),
  chart: 'chart bar items alt="x"@ {\ncategory (.a)\nseries "A" (.n)\n}',
  category: 'chart bar items alt="x" {\ncategory (.a)@\nseries "A" (.n)\n}',
  series: 'chart bar items alt="x" {\ncategory (.a)\nseries "A" (.n)@\n}',
  axis: inChart("axis y@"),
};

/** Statements at the top level in which one line is open. */
const TOP_LINES: Readonly<Record<string, string>> = {
  document: 'document d title="x"@',
  source: "source items as=c@",
  encrypt: "encrypt aes-256@",
  asset: "asset mark src='asset:mark.svg'@",
  copies: 'copies ["a"]@',
  attach: 'attach payload "a.json"@',
  part: "part more@ {\n}",
  style: "style other@",
};

/** What stands in a page beside the body. */
const PAGE_LINES: Readonly<Record<string, string>> = {
  header: "header h=8mm@ {\n}",
  footer: "footer h=8mm@ {\n}",
  background: "background@ {\n}",
};

const DECLARATIONS =
  'field items[].a string(9) example=["a"]\nfield items[].n int example=[1]\nfield photo? image\n' +
  'field day date example="2026-01-31"\nfield days[] date example=["2026-01-31"]\n' +
  'field plan.from date example="2026-01-31"\nfield plan.to date example="2026-01-31"\n' +
  'field note? string example="x"\nfield issuer.name string example="x"\n' +
  'fonts gothic="Noto Sans JP"\nsizes body=9pt\ncolors ink=#111 rule=#888 shade=#eee plan=#00f late=#f00\n' +
  'style small size=body\npart contact {\ntext "x"\n}\n';

function form(body: string, top = "", page = "", bands = ""): string {
  return `rpt 1\n${top}${DECLARATIONS}page A4${page} {\n${bands}body {\n${body}\n}\n}\n`;
}

/** A form with `line` where a statement of that name stands. */
function formWith(name: string, line: string): string {
  if (name in TOP_LINES) return form("space 1mm", `${line}\n`);
  if (name in PAGE_LINES) return form("space 1mm", "", "", `${line}\n`);
  return form(line);
}

const ALL_LINES: Readonly<Record<string, string>> = { ...LINES, ...TOP_LINES, ...PAGE_LINES };

/** The entry of the table that a line is an example of. */
function definitionOf(name: string): ElementDefinition | undefined {
  const [word, parent] = name.split(" in ");
  const named = ELEMENTS.filter((each) => each.name === word);
  return parent === undefined ? named[0] : named.findLast((each) => each.parents.includes(parent));
}

/** The element that has `target`, lacks `habit`, and the source that gives it the habit. */
function sourceWith(habit: string, target: string, value: string): string | null {
  const lacks = (properties: Readonly<Record<string, PropertyDefinition>> | undefined): boolean =>
    properties !== undefined && Object.hasOwn(properties, target) && !Object.hasOwn(properties, habit);
  for (const [name, line] of Object.entries(ALL_LINES)) {
    if (lacks(definitionOf(name)?.properties)) {
      const open = line.replace(new RegExp(` ${target}=(?:\\([^)]*\\)|[^ @\n]+)`), "");
      return formWith(name, open.replace("@", ` ${habit}=${value}`));
    }
  }
  if (lacks(elementNamed("body")?.properties)) return `rpt 1\npage A4 {\nbody ${habit}=${value} {\n}\n}\n`;
  if (lacks(elementNamed("page")?.properties)) return form("space 1mm", "", ` ${habit}=${value}`);
  if (lacks(FIELD_PROPERTIES)) return form("space 1mm", `field n int ${habit}=${value}\n`);
  return null;
}

function findings(source: string, code: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((each) => each.code === code);
}

function exampleOf(target: string): string {
  const tables: readonly Readonly<Record<string, PropertyDefinition>>[] = [
    ...ELEMENTS.map((element) => element.properties),
    FIELD_PROPERTIES,
  ];
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

const KINDS_OF_ELEMENTS = Object.entries(ELEMENT_HABITS).flatMap(([habit, here]) =>
  "write" in here && elementNamed(habit) === undefined ? [[habit, here.write] as const] : [],
);

test.each(KINDS_OF_ELEMENTS)("%s is written %s", (habit, here) => {
  const [element = "", kind = ""] = here.split(" ");
  const rest = { barcode: ' "490123456789"', chart: ' items alt="x" {\ncategory (.a)\nseries "A" (.n)\n}', axis: "" }[
    element
  ];
  const line = element === "axis" ? inChart(habit) : `${habit}${rest}`;
  const source = form(line);
  const found = findings(source, "RPT1001");
  expect(found).toHaveLength(1);
  const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
  expect(mended).toContain(`${element} ${kind}`);
  expect(compileSource(mended).diagnostics.filter((each) => each.severity === "error")).toEqual([]);
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

test("every entry of the table has a line here", () => {
  const seen = new Set(Object.keys({ ...ALL_LINES }).map(definitionOf));
  const missing = ELEMENTS.filter((each) => !seen.has(each)).map((each) => each.name);
  expect(missing).toEqual(["fonts", "gaiji", "sizes", "colors", "page", "body"]);
});

describe("every property's example is readable where it stands", () => {
  const all = Object.keys(ALL_LINES).flatMap((name) =>
    Object.entries(definitionOf(name)?.properties ?? {}).map(
      ([key, property]) => [name, key, property.example] as const,
    ),
  );
  test.each(all)("%s %s=%s", (element, name, value) => {
    const line = ALL_LINES[element] ?? "";
    const needsValue = name === "format" && !["series", "axis"].includes(element);
    if (line.includes(` ${name}=`) || needsValue || name === "x" || name === "y" || name === "base") return;
    const usable = name === "col" || name === "into" ? "a" : value.replaceAll(".from", "day").replaceAll(".to", "day");
    const written = /^\(\.|^\((?:plan|holidays)|\{/.test(value)
      ? { start: "(day)", end: "(day)", progress: "(1)", holidays: "(days)" }[name]
      : usable;
    const source = formWith(element, line.replace("@", ` ${name}=${written ?? '"x"'}`));
    const found = compileSource(source).diagnostics.filter((each) => each.severity === "error");
    expect(found.map((each) => `${each.code} ${each.message}`)).toEqual([]);
  });
});
