// Line ends that a declaration takes: wherever lines of a value have no room, a check tells it before such data come.
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { pdfEngine } from "../sources.ts";

const engine = pdfEngine();

/** Places of `t` in the document or of `.t` in records. */
const PLACES: Readonly<Record<string, string>> = {
  "lines in the flow": "text (t) lines=2",
  "a height in the flow": "text (t) h=10mm",
  "shrunk letters": "text (t) h=6mm fit=shrink",
  "a clipped text": "text (t) h=10mm fit=clip",
  "an upright text": "plate h=70mm {\ntext (t) x=0mm y=0mm w=8mm h=60mm writing=vertical\n}",
  "a plate": "plate h=12mm {\ntext (t) x=0mm y=0mm w=120mm\n}",
  "a box on a plate": "plate h=30mm {\ntext (t) x=0mm y=0mm w=120mm h=10mm\n}",
  "a row on a plate": 'plate h=10mm {\nrow x=0mm y=0mm w=120mm {\ntext (t)\ntext "乙"\n}\n}',
  "a box of a height": "box h=10mm {\ntext (t)\n}",
  pairs: 'plate h=12mm {\npairs x=0mm y=0mm w=120mm label-w=20mm {\npair "甲" (t)\n}\n}',
  "a pair's label": 'plate h=12mm {\npairs x=0mm y=0mm w=160mm label-w=90mm {\npair "{t}" "甲"\n}\n}',
  "a band": 'text "甲"\n}\nheader h=10mm {\ntext (t) x=0mm y=0mm w=120mm',
  "a foot band": 'text "甲"\n}\nfooter h=10mm {\ntext (t) x=0mm y=0mm w=120mm',
  "a cell of lines": 'table r {\ncolumn t "甲" lines=2\n}',
  "a foot of lines": 'table r {\ncolumn a "甲"\nfoot {\ncell (t) col=a lines=2\n}\n}',
  "a group's head of lines": 'table r {\ngroup (.t) {\nhead "{.key}" lines=2\n}\ncolumn a "甲"\n}',
  "a bar's name": 'chart bar r h=60mm alt="甲" {\ncategory (.t)\nseries "乙" (.a)\n}',
  "a line's name": 'chart line r h=60mm alt="甲" {\ncategory (.t)\nseries "乙" (.a)\n}',
  "a stack's name": 'chart stacked r h=60mm alt="甲" {\ncategory (.t)\nseries "乙" (.a)\n}',
  "a pie's name": 'chart pie r h=60mm alt="甲" {\ncategory (.t)\nseries "乙" (.a)\n}',
  "a pie's name among words": 'chart pie r h=60mm alt="甲" {\ncategory "丙{.t}"\nseries "乙" (.a)\n}',
  "a series' name": 'chart bar r h=60mm alt="甲" {\ncategory (.a)\nseries "{t}" (.a)\nseries "乙" (.a)\n}',
  "a schedule's words":
    'gantt r row-h=5mm {\ncolumn a "甲" w=20mm\nscale from=(d) to=(addDays(d, 9)) unit=day\n' +
    "bar start=(d) end=(addDays(d, 3)) label=(.t)\n}",
  "a mark's words":
    'gantt r row-h=5mm {\ncolumn a "甲" w=20mm\nscale from=(d) to=(addDays(d, 9)) unit=day\nmilestone (d) (.t)\n}',
  "a seal's label": 'seal "{t}" w=90mm h=10mm',
  "a check's words": 'plate h=8mm {\ncheck (true) "{t}" x=0mm y=0mm w=120mm h=8mm\n}',
  markdown: "plate h=30mm {\nmarkdown (t) x=0mm y=0mm w=120mm h=8mm\n}",
};

/** One line end for every ten characters is tried, as the reference says of `text`. */
const LINES = "甲乙丙丁戊己庚\n甲乙丙丁戊己\n甲乙丙";

function found(form: string, rows: string, data: string | null, lines = ""): readonly Diagnostic[] {
  const source = `rpt 1
field t text(20)${lines} example="甲"
field d date example="2026-06-01"
field r[] ${rows}
field r[].t text(20)${lines} example=["甲"]
field r[].a int min=1 max=99 example=[4]
page A4 margin=15mm {
body {
${form}
}
}
`;
  const bytes = data === null ? null : JSON.stringify({ t: data, d: "2026-06-01", r: [{ t: data, a: 4 }] });
  return engine.check({
    source,
    data: bytes === null ? null : new TextEncoder().encode(bytes),
    worstCases: bytes === null,
  }).diagnostics;
}

const isMisfit = ({ code, severity }: Diagnostic): boolean =>
  (/^RPT[45]/u.test(code) && severity === "error") || code === "RPT4003";

/** Without a bound, many rows are tried without their texts. */
const CASES = Object.keys(PLACES).flatMap((name) => ["max=3", ""].map((rows) => [name, rows] as const));

test.each(CASES)("declared lines, in %s, of rows with %s", (name, rows) => {
  const form = PLACES[name] ?? "";
  const lines = "甲\n乙\n丙丁戊己庚甲乙丙丁戊己庚甲乙丙丁";
  const misfits = found(form, rows, lines, " lines=3").filter(isMisfit);
  const told = found(form, rows, null, " lines=3").filter(({ code }) => code === "RPT4031" || code === "RPT4032");
  const starts = new Set(told.map(({ span }) => span.start));
  expect(misfits.filter(({ span }) => !starts.has(span.start)).map(({ message }) => message)).toEqual([]);
});

test.each(CASES)("%s, of rows with %s", (name, rows) => {
  const form = PLACES[name] ?? "";
  const misfits = found(form, rows, LINES).filter(isMisfit);
  expect(misfits).not.toEqual([]);
  const told = found(form, rows, null).filter(({ code }) => code === "RPT4031" || code === "RPT4032");
  const starts = new Set(told.map(({ span }) => span.start));
  expect(misfits.filter(({ span }) => !starts.has(span.start)).map(({ message }) => message)).toEqual([]);
  // What line ends break by themselves is told as a warning, whatever else breaks the same element.
  expect(told.map(({ message }) => message).join("\n")).toMatch(/t of (?:3 lines|20 characters)/u);
});
