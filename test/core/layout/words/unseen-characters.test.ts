// Characters that draw nothing and take no width, as telephones and word processors leave them in texts: they move no
// letter, and take no cell of a comb. Which they are, this machine's Unicode says.
import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

/** Fonts draw them: Hangul fillers, and controls of shorthand. */
const DRAWN = [0x115f, 0x1160, 0x3164, 0xffa0, 0x1bca0, 0x1bca1, 0x1bca2, 0x1bca3];
/** Those of Khmer and Mongolian, and those that turn the order of letters, are refused, as their scripts are. */
const REFUSED = [
  ...[0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e, 0x180f],
  ...[0x61c, 0x200f, 0x202b, 0x202e, 0x2067],
];
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const ASSIGNED = /\P{Unassigned}/u;

const UNSEEN = Array.from({ length: 0x110000 }, (_, at) => at).filter((at) => {
  const letter = String.fromCodePoint(at);
  return IGNORABLE.test(letter) && ASSIGNED.test(letter) && !DRAWN.includes(at) && !REFUSED.includes(at);
});

function form(element: string): string {
  return `rpt 1
field items[].s string(20) example=["1234"]
sizes body=9pt
style base size=body
page A4 margin=10mm {
  body {
    each items {
      ${element}
    }
  }
}
`;
}

interface Run {
  readonly text: string;
  readonly leftEmu: number;
  readonly rightEmu: number;
}

/** The runs of each row, without the characters that have no ink. */
function rowsOf(element: string, texts: readonly string[]): readonly (readonly Run[])[] {
  const { value, diagnostics } = layOutSource(form(element), { items: texts.map((s) => ({ s })) });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const rows = new Map<string, Run[]>();
  value.pages.forEach(({ items }, page) => {
    for (const item of items) {
      if (item.kind !== "glyphs") continue;
      const key = `${page} ${item.yEmu}`;
      const text = item.run.text.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
      const run = { text, leftEmu: item.xEmu, rightEmu: item.xEmu + item.advanceEmu };
      rows.set(key, [...(rows.get(key) ?? []), run]);
    }
  });
  return [...rows.values()];
}

/** A text is one stretch, however many runs it is set in. */
function stretch(runs: readonly Run[] = []): readonly Run[] {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ text: runs.map(({ text }) => text).join(""), leftEmu: first.leftEmu, rightEmu: last.rightEmu }];
}

test("there are some, of all kinds", () => {
  expect(UNSEEN.length).toBeGreaterThan(350);
  for (const at of [0xad, 0x34f, 0x200b, 0x202a, 0x2066, 0x206f, 0xfe0f, 0xfeff, 0xe0100]) expect(UNSEEN).toContain(at);
});

test.each([
  ["a comb", "comb (.s) cells=5 w=40mm h=7mm", (runs: readonly Run[]) => runs],
  ["a comb that begins at the right", "comb (.s) cells=5 w=40mm h=7mm align=right", (runs: readonly Run[]) => runs],
  ["a text", "text (.s) w=40mm", stretch],
] as const)("they move no letter of %s", (_, element, seen) => {
  const [plain = []] = rowsOf(element, ["1234"]);
  expect(plain.length).toBeGreaterThan(0);
  for (const place of [0, 2, 4]) {
    const texts = UNSEEN.map((at) => `${"1234".slice(0, place)}${String.fromCodePoint(at)}${"1234".slice(place)}`);
    const rows = rowsOf(element, texts);
    expect(rows).toHaveLength(UNSEEN.length);
    const wanted = JSON.stringify(seen(plain));
    const moved = UNSEEN.filter((_, row) => JSON.stringify(seen(rows[row] ?? [])) !== wanted);
    expect(moved.map((at) => at.toString(16))).toEqual([]);
  }
});

test.each(REFUSED.map((at) => [at.toString(16), at] as const))("U+%s is refused", (_, at) => {
  for (const element of ["comb (.s) cells=5 w=40mm h=7mm", "text (.s) w=40mm"]) {
    const { diagnostics } = layOutSource(form(element), { items: [{ s: `12${String.fromCodePoint(at)}34` }] });
    expect(diagnostics.map(({ code }) => code)).toContain("RPT4018");
  }
});
