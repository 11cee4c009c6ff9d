// Each way to write the picture of an element works, or is told with edits that make it work.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { ELEMENTS } from "../../../../src/core/schema/index.ts";

const SVG = new TextEncoder().encode('<svg viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>');

/** Every element that takes a picture, and what stands around it. */
const WRITTEN = {
  image: (picture: string) => `image ${picture} w=20mm alt="x"`,
  "seal with a label": (picture: string) => `seal "印" ${picture} w=17mm h=17mm`,
  "seal alone": (picture: string) => `seal ${picture} w=17mm h=17mm`,
  "seal of a row": (picture: string) => `seals w=40mm h=20mm {\nseal "承認" ${picture}\n}`,
};

/** Ways to write the asset `logo`, whose file is `mark.svg`. */
const OF_ASSET = [
  ...["logo", "(logo)", '"logo"', "'logo'", '("logo")', "('logo')", '"{logo}"'],
  ...["lgo", "(lgo)", "Logo", "(Logo)", '"Logo"', "logo.svg", "mark.svg", '"mark.svg"'],
  ...["asset.logo", "(asset.logo)", "asset:logo", "'asset:logo'", "('asset:logo')", "'asset:mark.svg'"],
  ...["src=logo", "src=(logo)", 'src="logo"', "src='asset:mark.svg'", "image=logo", "asset=logo", "file=logo"],
  ...["(if(has(photo), photo, logo))", "(photo ?? logo)"],
];

/** Ways to write the field `photo`. */
const OF_FIELD = [
  ...["photo", "(photo)", '"photo"', "'photo'", '"{photo}"', "phto", "(phto)", "src=photo", "src=(photo)"],
];

/** As a label of its own, a quoted text is no picture; only the name of an asset can't be meant so. */
const LABELS = new Set(['"{logo}"', '"photo"', "'photo'", '"{photo}"']);

const FIELDS = "field photo? image\nfield shown? image\n";

function form(statement: string, fields: string): string {
  const asset = "asset logo src='asset:mark.svg'";
  const head = `rpt 1\ndocument d lang=ja\n${fields}${asset}\n`;
  return `${head}page A4 {\nbody {\nimage (shown) w=9mm alt="x"\n${statement}\n}\n}\n`;
}

function findingsOf(source: string): readonly Diagnostic[] {
  const { diagnostics } = compileSource(source, { assets: { "mark.svg": SVG } });
  // A form may leave a field out.
  return diagnostics.filter(({ code }) => code !== "RPT2012");
}

/** The source after so many rounds of all edits that findings offer. */
function mended(source: string, rounds: number): string {
  if (rounds === 0) return source;
  // Of two findings at one place, the second one sees what the first one has mended.
  const edits = findingsOf(source)
    .flatMap(({ repair }) => repair?.edits ?? [])
    .filter(
      ({ span }, at, all) => all.findIndex((each) => each.span.end >= span.start && each.span.start <= span.end) === at,
    );
  return mended(applyEdits(source, edits), rounds - 1);
}

describe.each(Object.entries(WRITTEN))("%s", (name, written) => {
  const cases = [...OF_ASSET, ...OF_FIELD].filter((picture) => name !== "seal alone" || !LABELS.has(picture));

  test.each(cases)("draws what %s means, or says how it is written", (picture) => {
    const source = form(written(picture), FIELDS);
    const found = findingsOf(source);
    for (const { message, repair } of found) expect(repair?.edits.length, message).toBeGreaterThan(0);
    const rounds = found.length === 0 ? 0 : 3;
    const after = mended(source, rounds);
    expect(findingsOf(after), after).toEqual([]);
    // What is mended still draws the picture that was meant.
    const own = after.slice(after.lastIndexOf("body {"));
    expect(own).toMatch(OF_FIELD.includes(picture) ? /photo/ : /logo|mark/);
  });
});

test("all elements that take a picture are in the table", () => {
  const taking = ELEMENTS.filter(({ args }) => args.some(({ kind }) => kind === "picture")).map(({ name }) => name);
  expect(new Set(taking)).toEqual(new Set(["image", "seal"]));
});

test.each([
  ["without fields, data may have any name, but that of an asset", "(logo)", "RPT2101"],
  ["and in any case of letters", "Logo", "RPT2101"],
])("%s", (_, picture, code) => {
  const source = form(`image ${picture} w=20mm alt="x"`, "");
  expect(findingsOf(source).map((each) => each.code)).toEqual([code]);
  expect(findingsOf(mended(source, 1))).toEqual([]);
});

test.each([
  ["a name that a seal shows", 'seal "承認" ("山本") w=17mm h=17mm', []],
  ["a quoted name beside the label", 'seal "承認" "山本" w=17mm h=17mm', ["write ('山本') for a seal of that name"]],
  ["a label", 'seal "印" w=17mm h=17mm', []],
  ["a picture whose field has the name of the asset", 'image (shown) w=20mm alt="x"', []],
])("%s", (_, statement, repairs) => {
  const source = form(statement, FIELDS);
  expect(findingsOf(source).map(({ repair }) => repair?.title)).toEqual(repairs);
  expect(findingsOf(mended(source, 1))).toEqual([]);
});

test("a field may have the name of an asset: in parentheses it is meant", () => {
  const source = form('image (logo) w=20mm alt="x"\nimage logo w=20mm alt="x"', `${FIELDS}field logo? image\n`);
  expect(findingsOf(source)).toEqual([]);
});
