// Seals that leave their letters hardly any room, or none: what is said of them has no size below nothing.
import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { layOutSource } from "../../support/lay-out.ts";

const SIDES_MM = [0.2, 0.3, 1, 3, 8];
const NAMES = ["山田", "YAMADA", "株式会社山田商店"];
const FRAMES = ["", "border=2pt", "padding=2mm", "border=1pt padding=1.2mm"];

const CASES = SIDES_MM.flatMap((side) =>
  NAMES.flatMap((name) => FRAMES.map((frame) => [`${name} in ${side}mm ${frame}`, { side, name, frame }] as const)),
);

test.each(CASES)("%s", (_, { side, name, frame }) => {
  const source = `rpt 1
field name string(12) example="${name}"
page A5 margin=15mm {
  body {
    seal (name) w=${side}mm h=${side}mm ${frame}
  }
}
`;
  const { value: canvas } = compileSource(source);
  const laid = layOutSource(source);
  if (canvas === null) throw new Error("the form does not compile");
  const told = [...laid.diagnostics, ...judgeGeometry(canvas, laid.value)];
  const words = told.map(({ message, repair }) => `${message} → ${repair?.title ?? ""}`);
  expect(words.filter((each) => /(?<![\w.])-\d|NaN|Infinity/u.test(each))).toEqual([]);
});

/** What is found at a seal of that name. */
function toldOf(name: string, side: number): readonly string[] {
  const source = `rpt 1\nfield name string(60) example="${name}"
page A5 margin=15mm {\nbody {\nseal (name) w=${side}mm h=${side}mm\n}\n}\n`;
  const { value: canvas } = compileSource(source);
  const laid = layOutSource(source);
  if (canvas === null) throw new Error("the form does not compile");
  return [...laid.diagnostics, ...judgeGeometry(canvas, laid.value)].map(
    ({ message, repair }) => `${message} → ${repair?.title ?? ""}`,
  );
}

const LETTERS = "株式会社青葉製作所品質保証部第一検査課担当者確認済印株式会社青葉製作所品質保証部";

test.each([6, 8, 9, 10, 12, 14])("a name as long as it is said to fit in %d mm can be read", (side) => {
  for (let count = 5; count <= 40; count += 1) {
    const [told, ...others] = toldOf(LETTERS.slice(0, count), side);
    if (told === undefined) continue;
    expect(others).toEqual([]);
    const fitting = Number(/at most (\d+) letters? long/.exec(told)?.[1]);
    expect(fitting, told).toBeLessThan(count);
    expect(toldOf(LETTERS.slice(0, fitting), side)).toEqual([]);
    // Where the next square would fit too, a longer name would have been said.
    const next = (Math.sqrt(fitting) + 1) ** 2;
    if (next <= 40) expect(toldOf(LETTERS.slice(0, next), side)).not.toEqual([]);
  }
});

test.each(["青".repeat(41), "Alexander Hamilton Montgomery-Smith the Third"])("%s is too long for any seal", (name) => {
  const [told] = toldOf(name, 18);
  expect(told).toContain(`the name has ${name.length} characters, and a seal shows at most 40`);
  expect(toldOf(name.slice(0, 40), 40)).toEqual([]);
});
