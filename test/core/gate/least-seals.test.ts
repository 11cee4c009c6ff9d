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
