// How layout's work and pages grow with the rows of a table, in counted operations: time is measured by the bench.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Canvas, canonicalJson, compileSource, parseCanvas } from "../../../src/core/canvas/index.ts";
import { compileProgram, type Evaluation, type Printer } from "../../../src/core/expression/index.ts";
import { type FontSet, layOut, type PageDocument } from "../../../src/core/layout/index.ts";
import type { Shaper } from "../../../src/core/text/index.ts";
import { payload } from "../../support/canvas-builder.ts";
import { testFonts } from "../../support/lay-out.ts";

interface TableForm {
  readonly is: string;
  readonly properties: string;
  readonly inside?: string;
  readonly bands?: string;
}

const FORMS: readonly TableForm[] = [
  { is: "a plain table", properties: "header=repeat" },
  { is: "rows that are cut", properties: "header=repeat split=cell" },
  { is: "merged cells", properties: "header=repeat" },
  {
    is: "a foot that stays together, and another last page",
    properties: "header=repeat",
    inside: 'foot keep=together {\n cell "合計" col=name align=right\n newrow\n cell "税" col=name align=right\n }',
    bands: 'footer h=20mm on=last {\n text "印" x=0mm y=2mm w=20mm h=5mm\n }',
  },
  {
    is: "sums carried from page to page",
    properties: "header=repeat",
    inside: 'carry (.qty) out="次頁へ繰越" in="前頁より繰越" into=qty',
  },
  { is: "a count of rows for each page", properties: "header=repeat rows-per-page=12 fill-rows=true" },
];

function compiled({ is, properties, inside = "", bands = "" }: TableForm): Canvas {
  const merge = is === "merged cells" ? " merge=same" : "";
  const source = `rpt 1
document form lang=ja
field rows[] max=2000
field rows[].name string(60) example=["国"]
field rows[].qty int example=[1]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
style cell border=0.25pt padding=1mm
page A5 portrait margin=15mm {
${bands}
  body {
    table rows style=cell ${properties} {
      column name "品名" w=1fr${merge}
      column qty "数量" w=20mm align=right format='#,##0'
${inside}
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source, { families: ["Noto Sans JP"] });
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return parseCanvas(canonicalJson(value));
}

interface Row {
  readonly name: string;
  readonly qty: number;
}

const row: fc.Arbitrary<Row> = fc.record({
  name: fc.string({ unit: fc.constantFrom(..."国語帳票あいうABC12 "), minLength: 1, maxLength: 60 }),
  qty: fc.integer({ min: 0, max: 99_999 }),
});

/** Counts what is asked of the shaper and of the expressions. */
class Counter {
  operations = 0;

  shaper(inner: Shaper): Shaper {
    const count = <Value>(value: Value): Value => {
      this.operations += 1;
      return value;
    };
    const counted = (prepared: ReturnType<Shaper["prepare"]>) => ({
      shape: (text: string) => count(prepared.shape(text)),
      shapeAscii: (text: string) => count(prepared.shapeAscii(text)),
      asciiWidthEmu: (text: string, sizeEmu: number) => count(prepared.asciiWidthEmu(text, sizeEmu)),
      shapeMeasured: (...measured: Parameters<typeof prepared.shapeMeasured>) =>
        count(prepared.shapeMeasured(...measured)),
    });
    return {
      shape: (text, fonts, options) => count(inner.shape(text, fonts, options)),
      prepare: (fonts, options) => counted(inner.prepare(fonts, options)),
    };
  }

  #printer(inner: Printer): Printer {
    return {
      text: (scope) => {
        this.operations += 1;
        return inner.text(scope);
      },
      place: (scope) => inner.place(scope),
      origin: (scope) => inner.origin(scope),
      isFigure: (scope) => inner.isFigure(scope),
    };
  }

  evaluation(inner: Evaluation): Evaluation {
    return new Proxy(inner, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...parameters: readonly unknown[]): unknown => {
          this.operations += 1;
          const answer: unknown = Reflect.apply(member, target, parameters);
          return name === "printer" ? this.#printer(answer as Printer) : answer;
        };
      },
    });
  }
}

function laidOut(canvas: Canvas, rows: readonly Row[], counter = new Counter()): PageDocument {
  const inner = testFonts();
  // Fonts of their own, so that nothing is remembered from the run before.
  const fonts: FontSet = {
    shaper: counter.shaper(inner.shaper),
    faces: (families, weight) => inner.faces(families, weight),
  };
  const evaluation = counter.evaluation(compileProgram(canvas).evaluate(payload({ rows })));
  return layOut(canvas, [{ evaluation, title: null }], fonts).value;
}

function operations(canvas: Canvas, rows: readonly Row[]): number {
  const counter = new Counter();
  laidOut(canvas, rows, counter);
  return counter.operations;
}

describe.each(FORMS.map((form) => ({ ...form, canvas: compiled(form) })))("$is", ({ canvas }) => {
  test("more rows never take fewer pages", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 90 }), fc.array(row, { minLength: 1, maxLength: 4 }), (some, more) => {
        const [fewer, all] = [laidOut(canvas, some).pages.length, laidOut(canvas, [...some, ...more]).pages.length];
        expect(all).toBeGreaterThanOrEqual(fewer);
      }),
      { numRuns: 25 },
    );
  });

  test("the work is linear in the rows", () => {
    const rows = Array.from({ length: 640 }, (_, at) => ({ name: `品名 ${at * 7919} 番`, qty: at }));
    const [one = 0, two = 0, four = 0] = [160, 320, 640].map((count) => operations(canvas, rows.slice(0, count)));
    // Each further row costs what the rows before it cost, within what the pages' edges add.
    const [first, second] = [(two - one) / 160, (four - two) / 320];
    expect(second).toBeLessThan(1.1 * first);
    expect(second).toBeGreaterThan(0.9 * first);
  });

  test("the same rows give the same pages, whatever was laid out between", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.array(row, { maxLength: 40 }), (some, others) => {
        const plain = (document: PageDocument) =>
          JSON.stringify(document, (key, value: unknown) => (key === "font" ? 0 : value));
        const first = plain(laidOut(canvas, some));
        laidOut(canvas, others);
        expect(plain(laidOut(canvas, some))).toBe(first);
      }),
      { numRuns: 15 },
    );
  });
});
