// A value that is none of a property's choices is answered with the choices, and with an edit that mends it.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { PLACED_ELEMENTS, samplesOf } from "../../../support/element-samples.ts";
import { inLane } from "../../../support/lane.ts";

/** Each value of a property, or some of them. */
const STEP = inLane({ fast: 4, full: 1 });

function findingsOf(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics;
}

const errorsOf = (source: string): readonly string[] =>
  findingsOf(source).flatMap(({ severity, code }) => (severity === "error" ? [code] : []));

/** Values that no choice is: a slip of one, another word, a number, one in quotes, one in capitals. */
function wrongValues(choices: readonly string[]): readonly string[] {
  const [first = ""] = choices;
  const slips = [
    `${first}x`,
    "wrong",
    "30",
    "-7.5",
    "30mm",
    `"${first}"`,
    `'${first}'`,
    first.toUpperCase(),
    "#123456",
  ];
  return slips.filter((text) => !choices.includes(text));
}

/** Each property with choices once for each element. */
const PLACED = [...new Map(PLACED_ELEMENTS.map((one) => [one[0], one])).values()];

test.each(PLACED)("choices of %s are told where none of them is written", (_, place, element) => {
  for (const { property, value, source } of samplesOf(element, place)) {
    const definition = property === null ? undefined : element.properties[property];
    if (property === null || definition?.choices === undefined || value !== definition.example) continue;
    const { choices } = definition;
    const known = errorsOf(source);
    const own = wrongValues(choices).filter((_wrong, at) => (at + property.length) % STEP === 0);
    for (const wrong of own) {
      const broken = source.replace(` ${property}=${value}`, ` ${property}=${wrong}`);
      expect(broken, property).not.toBe(source);
      const found = findingsOf(broken).find(({ code, span }) => {
        return ["RPT1006", "RPT1015"].includes(code) && broken.slice(span.start, span.end).includes(wrong);
      });
      if (found === undefined) throw new Error(`${property}=${wrong} is not found`);
      if (found.message.includes(" is not one of ")) {
        for (const choice of choices) expect(found.message).toContain(choice);
      }
      expect(found.repair?.edits.length, found.message).toBeGreaterThan(0);
      const mended = applyEdits(broken, found.repair?.edits ?? []);
      expect(errorsOf(mended), `${found.message} → ${found.repair?.title}`).toEqual(known);
    }
  }
});

test("most elements have properties with choices", () => {
  const having = PLACED.filter(([, , { properties }]) =>
    Object.values(properties).some(({ choices, example }) => choices?.includes(example)),
  );
  expect(having.length).toBeGreaterThan(PLACED.length / 2);
});

/** A form with one line in place of another. */
const formWith = (field: string, page: string): string =>
  `rpt 1\ndocument form lang=ja\n${field}\n${page} {\n  body {\n    text "あ"\n  }\n}\n`;
const FIELD = 'field code string(8) example="123"';

test.each([
  [`pattern="[0-9]{3}"`, "pattern='[0-9]{3}'"],
  [`pattern="^[0-9]{1,7}$"`, "pattern='^[0-9]{1,7}$'"],
  [`pattern="\\\\d{3}"`, "pattern='\\d{3}'"],
  [`pattern="\\d+"`, "pattern='\\d+'"],
  [`pattern="[0-9']{3}"`, "pattern='[0-9\\']{3}'"],
  ["pattern=^[0-9]+$", "pattern='^[0-9]+$'"],
  ["pattern=^[0-9]{3}$", "pattern='^[0-9]{3}$'"],
  ["pattern=/[0-9]{3}/", "pattern='[0-9]{3}'"],
  ["pattern=[0-9]{3}", "pattern='[0-9]{3}'"],
  ["pattern=([0-9]){3}", "pattern='([0-9]){3}'"],
])("%s is answered with the pattern in single quotes", (written, mended) => {
  const broken = formWith(`${FIELD} ${written}`, "page A4");
  const [found, ...others] = findingsOf(broken);
  expect(others).toEqual([]);
  expect(found?.repair?.title).toBe(`write ${mended}`);
  const source = applyEdits(broken, found?.repair?.edits ?? []);
  expect(source).toBe(formWith(`${FIELD} ${mended}`, "page A4"));
  expect(errorsOf(source)).toEqual([]);
});

test.each([
  ["page A6", "page 105mm 148mm"],
  ["page a6 landscape", "page 105mm 148mm landscape"],
  ["page B6 portrait", "page 128mm 182mm portrait"],
  ["page A2", "page 420mm 594mm"],
  ["page naga3", "page 120mm 235mm"],
  ["page lettr", "page letter"],
  ["page a4", "page A4"],
])("%s is answered with the sizes that there are, and mended to %s", (page, mended) => {
  const broken = formWith(FIELD, page);
  const [found] = findingsOf(broken);
  expect(found?.message).toMatch(/^page does not know ".*": its sizes are A3, A4, .*, hagaki, or two lengths$/);
  expect(applyEdits(broken, found?.repair?.edits ?? [])).toBe(formWith(FIELD, mended));
  expect(errorsOf(formWith(FIELD, mended))).toEqual([]);
});

test.each([
  ["a choice", "rotate=45", "rotate=45 is not one of 0, 90, 180, 270"],
  ["a length", "max-h=wide", "max-h takes a length"],
])("%s that is refused where its property has no effect is one finding, and goes with it", (_, written, message) => {
  const source = formWith(FIELD, "page A4").replace('    text "あ"', `    text (code)\n    rect h=5mm ${written}`);
  const [found, ...others] = findingsOf(source);
  const property = written.split("=")[0];
  expect(others).toEqual([]);
  expect(found?.severity).toBe("error");
  expect(found?.message).toBe(message);
  expect(found?.repair?.title).toBe(`delete it: ${property} has no effect in rect`);
  expect(findingsOf(applyEdits(source, found?.repair?.edits ?? []))).toEqual([]);
});
