import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { findLowContrast } from "../../../../src/core/gate/contrast.ts";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData, pageLines } from "../../../support/lay-out.ts";

const form = (head: string, series: readonly string[]) => `rpt 1
document pie title="x" lang=ja
field rows[].name string(20) example=["A"]
field rows[].v? decimal(16,4) example=[1]
page A4 {
  body {
    ${head} h=140mm alt="図" {
      category (.name)
${series.map((one) => `      ${one}\n`).join("")}    }
  }
}
`;

function lay(values: readonly (number | null)[], head = "chart pie rows", series = ['series "甲" (.v)']) {
  const source = form(head, series);
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { rows: values.map((v, at) => ({ name: `N${at}`, v })) });
}

/** The lines of the legend: `N0　33.3%`. */
function legend(document: PageDocument): readonly string[] {
  return pageLines(document, 0).flatMap((line) => line.match(/N\d+\u3000<?[\d.]+%/gu) ?? []);
}

const shareOf = (line: string) => line.slice(line.indexOf("\u3000") + 1);

/** Colour and lines of each filled area of the chart, by the order of its parts: slices, then marks of the legend. */
function looks(document: PageDocument): readonly string[] {
  const found: string[] = [];
  for (const item of document.pages[0]?.items ?? []) {
    if (item.kind === "fill") found.push(String(item.color));
    if (item.kind !== "stroke" || item.clipPaths === undefined || item.shape.kind !== "path") continue;
    const [from, to] = item.shape.commands.flatMap((one) => (one.op === "close" ? [] : [one]));
    const last = item.shape.commands.at(-1);
    const turn = [from, to, last].map((one) => (one === undefined || one.op === "close" ? null : one));
    const direction = (a: number, b: number) => Math.sign(Math.round((b - a) / 100));
    const [one, two] = [turn[0] ?? null, turn[1] ?? null];
    const slope = one === null || two === null ? "" : [direction(one.xEmu, two.xEmu), direction(one.yEmu, two.yEmu)];
    const before = item.shape.commands.at(-2);
    const end = turn[2] ?? null;
    const closing =
      end === null || before === undefined || before.op === "close"
        ? ""
        : [direction(before.xEmu, end.xEmu), direction(before.yEmu, end.yEmu)];
    found[found.length - 1] += ` ${slope}/${closing}`;
  }
  return found;
}

const NO_ELEMENTS = { byStart: new Map() };

describe("shares", () => {
  test.each([
    [[1, 1, 1], ["33.3%", "33.3%", "33.3%"], "四捨五入のため合計は99.9%"],
    [[10, 10, 10, 10, 10, 10, 10, 10, 10, 3], [...Array.from({ length: 9 }, () => "10.8%"), "3.2%"], "合計は100.4%"],
    [[1, 1], ["50.0%", "50.0%"], null],
    [[1, 0, 3], ["25.0%", "0.0%", "75.0%"], null],
    [[1, 99_999], ["<0.1%", "100.0%"], null],
  ] as const)("of %j are %j", (values, expected, sum) => {
    const { value, diagnostics } = lay(values);
    expect(diagnostics).toEqual([]);
    expect(legend(value).map(shareOf)).toEqual(expected);
    const said = pageLines(value, 0).join(" ");
    expect(said.includes("四捨五入")).toBe(sum !== null);
    expect(said).toContain(sum ?? "");
  });

  test("of equal values are equal, no part is lost, and what they come to is said where it is not a hundred", () => {
    const number = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 10_000_000 }));
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 24 }), (values) => {
        fc.pre(values.some((one) => one > 0));
        const { value } = lay(values);
        const lines = legend(value);
        expect(lines).toHaveLength(values.length);
        const shares = new Map(values.map((one, at) => [one, shareOf(lines[at] ?? "")]));
        expect(lines.map(shareOf)).toEqual(values.map((one) => shares.get(one)));
        const tenths = lines.map((line) => Math.round(Number(/<?([\d.]+)%/u.exec(line)?.[1]) * 10));
        const sum = tenths.reduce((total, one, at) => total + (lines[at]?.includes("<") ? 0 : one), 0);
        const said = /合計は([\d.]+)%/u.exec(pageLines(value, 0).join(" "))?.[1];
        expect(said === undefined ? 1000 : Math.round(Number(said) * 10)).toBe(sum);
      }),
      { numRuns: inLane({ fast: 40, full: 2_000 }) },
    );
  });

  test("of a negative part are told and left out", () => {
    const { value, diagnostics } = lay([3, -1, 1]);
    expect(diagnostics.map((each) => each.message)).toEqual([
      expect.stringMatching(/^-1 is no part of a whole .*rows\[1\]\.v/),
    ]);
    expect(legend(value)).toEqual(["N0\u300075.0%", "N2\u300025.0%"]);
  });

  test.each([
    [[null], "データなし", []],
    [[0, 0], "すべて0", ["the parts of the whole add up to nothing"]],
    [[-1, -2], "0以下の値のみ", ["-1 is no part of a whole", "-2 is no part of a whole"]],
    [[-1, 0], "0以下の値のみ", ["-1 is no part of a whole", "the parts of the whole add up to nothing"]],
  ])("of %j are none, which is said and told", (values, words, expected) => {
    const { value, diagnostics } = lay(values);
    expect(pageLines(value, 0)).toEqual([words]);
    expect(diagnostics.map((each) => each.message.replace(/ \(.*/u, ""))).toEqual(expected);
  });

  test("that have no room in their slice are told where no legend has them", () => {
    const values = [100, 50, 1, 1];
    const messages = (head: string) => lay(values, head).diagnostics.map(({ message }) => message.split(" (")[0]);
    expect(messages("chart pie rows legend=right")).toEqual([]);
    expect(messages("chart pie rows legend=none")).toEqual([
      "legend=none leaves out the names of the parts of the chart",
      "2 numbers of the chart have no room beside the others",
    ]);
  });

  test("of a second series are not drawn, which is told", () => {
    const { diagnostics } = lay([1, 2], "chart pie rows", ['series "甲" (.v)', 'series "乙" (.v)']);
    expect(diagnostics.map((each) => each.message)).toEqual([expect.stringContaining("1 more is left out")]);
  });
});

describe("what tells parts from one another", () => {
  test.each([2, 3, 8, 9, 10, 17, 26])("%i parts all look different, and each as its mark in the legend", (count) => {
    const found = looks(lay(Array.from({ length: count }, () => 1)).value);
    const [marks, slices] = [found.slice(0, count), found.slice(count, 2 * count)];
    expect(new Set(slices).size).toBe(count);
    expect(slices).toEqual(marks);
  });

  test("neighbours differ without colours, the last and the first too", () => {
    const luma = (look: string) => {
      const [red = 0, green = 0, blue = 0] = look.split(" ")[0]?.split(",").map(Number) ?? [];
      return (red * 299 + green * 587 + blue * 114) / 1000;
    };
    for (let count = 2; count <= 26; count++) {
      const slices = looks(lay(Array.from({ length: count }, () => 1)).value).slice(count, 2 * count);
      slices.forEach((look, at) => {
        const next = slices[(at + 1) % count] ?? "";
        const hasOtherLines = look.includes(" ") !== next.includes(" ");
        expect(hasOtherLines || Math.abs(luma(look) - luma(next)) > 25, `${count}: ${look} beside ${next}`).toBe(true);
      });
    }
  });

  test("words on every colour can be read, and are judged by the colour under them", () => {
    const channel = [0, 51, 102, 128, 153, 204, 255];
    const hex = (value: number) => value.toString(16).padStart(2, "0");
    for (const red of channel) {
      for (const green of channel) {
        for (const blue of channel) {
          const color = `#${hex(red)}${hex(green)}${hex(blue)}`;
          const { value } = lay([1], "chart pie rows", [`series "甲" (.v) color=(if(.v > 0, '${color}', '#000000'))`]);
          expect(findLowContrast(value.pages, NO_ELEMENTS), color).toEqual([]);
        }
      }
    }
    const { value } = lay(Array.from({ length: 20 }, () => 1));
    expect(findLowContrast(value.pages, NO_ELEMENTS)).toEqual([]);
  });
});
