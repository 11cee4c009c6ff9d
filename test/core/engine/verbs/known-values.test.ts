import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, renderersAt } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([]) });

const SOURCE = `rpt 1
document slip
field note string(10) example="x"
page A5 portrait margin=10mm {
  body {
    text "{note}"
  }
}
`;

const template = engine.check({ source: SOURCE, data: null, worstCases: false }).template;

const known = (json: string) =>
  engine.known({
    ...{ canvasHash: template?.hash ?? "", canvasJson: template?.canvasJson ?? "" },
    payload: new TextEncoder().encode(json),
  });

describe("known values", () => {
  test("are judged as data are, whatever of them is missing", () => {
    expect(known('{"note":"x"}')).toEqual({ kind: "read", violations: [], isExact: true });
    expect(known('{"note":1}')).toMatchObject({ kind: "read", violations: [{ path: "note", rule: "type" }] });
    expect(known("{}")).toMatchObject({ kind: "read", violations: [{ path: "note", rule: "required" }] });
    expect(known('{"note":')).toMatchObject({ kind: "malformed", line: 1, column: 9 });
  });

  test.each([
    ['{"a":[0,-1,1.5,12345678901234567890123]}', false],
    ['{"a":1.10}', false],
    ['{"a":1e3}', false],
    ['{"a":-0}', false],
    ['{"a":"1.10","b\\"1.10":[true,null,-7.25]}', true],
    [`{"a":"${'\\"1.10'.repeat(100_000)}"}`, true],
  ])("say whether doubles say all of them", (json, isExact) => {
    expect(known(json)).toMatchObject({ kind: "read", isExact });
  });

  test("are at most as many as a form shows", () => {
    expect(known(`{"a":[${"0,".repeat(9_900)}0]}`)).toMatchObject({ kind: "read" });
    expect(known(`{"a":[${"0,".repeat(10_100)}0]}`)).toEqual({ kind: "too-many", valuesMax: 10_000 });
    expect(known(`{"a":"${",[{".repeat(10_100)}"}`)).toMatchObject({ kind: "read" });
  });
});
