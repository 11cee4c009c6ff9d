// Codes are made where somebody asks for their squares: the same ones each time, all that is dark and nothing else.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CodePlan, codeCommands, codeFoot } from "../../../../src/core/layout/elements/code-plan.ts";
import { pathMadeLater } from "../../../../src/core/layout/page/later-paths.ts";
import type { PathCommand } from "../../../../src/core/layout/page/pages.ts";
import type { CodePattern } from "../../../../src/core/layout/words/code-encoder.ts";

const MODULE_EMU = 10;
const PLAN: CodePlan = {
  ...{ moduleEmu: MODULE_EMU, moduleMinEmu: 1, leastWidthEmu: 0, leastHeightEmu: null, quietEmu: 40, widthEmu: 500 },
  ...{ heightEmu: 340, barsEmu: 300, barsMinEmu: 0, textEmu: 320, quietMissing: null },
};

/** Each rectangle of five commands as its edges. */
function edgesOf(commands: readonly PathCommand[]): readonly (readonly [number, number, number, number])[] {
  return Array.from({ length: commands.length / 5 }, (_, at) => {
    const [first, , third, , last] = commands.slice(at * 5, at * 5 + 5);
    if (first?.op !== "move" || third?.op !== "line" || last?.op !== "close") throw new Error("no rectangle");
    return [first.xEmu, first.yEmu, third.xEmu, third.yEmu] as const;
  });
}

const bars = fc.record({
  kind: fc.constant("bars" as const),
  widths: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 }),
  longBars: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 4 }),
});
const postal = fc.record({
  kind: fc.constant("postal" as const),
  bars: fc.array(fc.record({ rises: fc.boolean(), falls: fc.boolean() }), { minLength: 1, maxLength: 20 }),
  quietEmu: fc.constant(40),
});
const matrix = fc
  .record({
    columns: fc.integer({ min: 1, max: 12 }),
    rows: fc.integer({ min: 1, max: 12 }),
    rowModules: fc.constantFrom(1, 3),
  })
  .chain(({ columns, rows, rowModules }) =>
    fc.array(fc.constantFrom(0, 1), { minLength: columns * rows, maxLength: columns * rows }).map((modules) => ({
      ...{ kind: "matrix" as const, columns, rows, rowModules },
      modules: Uint8Array.from(modules),
    })),
  );

describe("the squares of a code", () => {
  test("are all that is dark, each once", () => {
    fc.assert(
      fc.property(matrix, (code) => {
        const drawn = new Uint8Array(code.modules.length);
        const heightEmu = code.rowModules * MODULE_EMU;
        for (const [left, top, right, bottom] of edgesOf(codeCommands(code, { ...PLAN, quietEmu: 0 }, 0, 0))) {
          for (let row = top / heightEmu; row < bottom / heightEmu; row += 1)
            for (let column = left / MODULE_EMU; column < right / MODULE_EMU; column += 1)
              drawn[row * code.columns + column] = (drawn[row * code.columns + column] ?? 0) + 1;
        }
        expect([...drawn]).toEqual([...code.modules]);
      }),
    );
  });

  test("end where the foot of the code is said to be", () => {
    fc.assert(
      fc.property(fc.oneof<fc.Arbitrary<CodePattern>[]>(bars, postal, matrix), (code) => {
        const lowest = edgesOf(codeCommands(code, PLAN, 7, 0)).reduce(
          (most, [, , , bottom]) => Math.max(most, bottom),
          0,
        );
        expect(codeFoot(code, PLAN)).toBe(lowest);
      }),
    );
  });

  test("stand where the code stands", () => {
    fc.assert(
      fc.property(fc.oneof<fc.Arbitrary<CodePattern>[]>(bars, postal, matrix), (code) => {
        const at = (x: number, y: number) => edgesOf(codeCommands(code, PLAN, x, y));
        expect(at(70, 90)).toEqual(
          at(0, 0).map(([left, top, right, bottom]) => [left + 70, top + 90, right + 70, bottom + 90]),
        );
      }),
    );
  });
});

describe("a path that is made later", () => {
  const commandsOf = (count: number, first: number): readonly PathCommand[] =>
    Array.from({ length: count }, (_, at) => ({ op: "line", xEmu: first + at, yEmu: 0 }));

  test("is made once for those who ask one after the other, and again after many others", () => {
    let made = 0;
    const path = pathMadeLater(() => {
      made += 1;
      return commandsOf(1_000, 5);
    });
    expect(made).toBe(0);
    expect(path.commands).toBe(path.commands);
    expect(made).toBe(1);
    const others = Array.from({ length: 600 }, (_, at) => pathMadeLater(() => commandsOf(1_000, at)));
    for (const other of others) expect(other.commands).toHaveLength(1_000);
    expect(path.commands).toEqual(commandsOf(1_000, 5));
    expect(made).toBe(2);
  });

  test("is kept while it is asked for, however many commands it has", () => {
    const path = pathMadeLater(() => commandsOf(600_000, 0));
    expect(path.commands).toHaveLength(600_000);
    expect(path.commands).toHaveLength(600_000);
  });

  test("travels to another thread as any other path", () => {
    const path = pathMadeLater(() => commandsOf(3, 1));
    expect(structuredClone(path)).toEqual({ kind: "path", commands: commandsOf(3, 1) });
  });
});
