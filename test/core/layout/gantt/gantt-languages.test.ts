// What stands above a time axis without `top` and `bottom`, in the language of its headings.
import { expect, test } from "vitest";
import type { GlyphRunItem } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

interface Axis {
  readonly lang: string;
  readonly unit: "hour" | "day" | "week" | "month";
  readonly to: string;
  readonly scale?: string;
  readonly wide?: number;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join("");

/** The names above the axis, from the left in each line, without blanks. */
function namesOf({ lang, unit, to, scale = "", wide = 260 }: Axis): readonly string[] {
  const { value, diagnostics } = layOutSource(`rpt 1
document plan title="Plan" lang=${lang}
field jobs[].name string(9) example=["a"]
fonts gothic="Noto Sans JP"
sizes body=8pt
style base font=gothic size=body
page A3 landscape margin=10mm {
  body {
    gantt jobs w=${wide}mm {
      column name "" w=10mm
      scale from=(date('2026-11-29')) to=(date('${to}')) unit=${unit} w=1fr ${scale}
      bar start=(date('2026-11-29')) end=(date('2026-11-30'))
    }
  }
}
`);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const items = value.pages.flatMap((page) => page.items.filter((one): one is GlyphRunItem => one.kind === "glyphs"));
  const names = items.map(({ run, yEmu }) => ({ text: run.text, yEmu })).filter(({ text }) => text !== "a");
  const rows = [...new Set(names.map(({ yEmu }) => yEmu))].sort((one, other) => one - other);
  return rows.map((row) =>
    names.flatMap(({ text, yEmu }) => (yEmu === row ? [text.replaceAll(" ", "")] : [])).join(""),
  );
}

test.each<[Axis, readonly string[]]>([
  [{ lang: "ja", unit: "hour", to: "2026-11-29" }, ["11月29日（日）", HOURS]],
  [{ lang: "en", unit: "hour", to: "2026-11-29" }, ["Sun29Nov", HOURS]],
  [{ lang: "de", unit: "hour", to: "2026-11-29" }, ["2026-11-29", HOURS]],
  [{ lang: "ja", unit: "day", to: "2026-12-05" }, ["2026年11月2026年12月", "293012345"]],
  [{ lang: "en", unit: "day", to: "2026-12-05" }, ["Nov2026Dec2026", "293012345"]],
  [{ lang: "en-GB", unit: "week", to: "2026-12-31" }, ["Nov2026Dec2026", "296132027"]],
  [{ lang: "fr", unit: "week", to: "2026-12-31" }, ["2026-112026-12", "296132027"]],
  [{ lang: "ja", unit: "month", to: "2027-02-20" }, ["2026年2027年", "12月1月2月"]],
  [{ lang: "en", unit: "month", to: "2027-02-20" }, ["20262027", "NovDecJanFeb"]],
  [{ lang: "it", unit: "month", to: "2027-02-20" }, ["20262027", "11120102"]],
  [{ lang: "ja", unit: "month", to: "2027-02-20", scale: "lang=en" }, ["20262027", "NovDecJanFeb"]],
])("%o", (axis, names) => {
  expect(namesOf(axis)).toEqual(names);
});

test("the larger steps that a narrow axis is drawn in are named in the same language", () => {
  const narrow = { unit: "day", to: "2030-05-31", wide: 90 } as const;
  expect(namesOf({ ...narrow, lang: "ja" })).toEqual(["2027年2028年2029年2030年", expect.stringMatching(/^(\d+月)+$/)]);
  expect(namesOf({ ...narrow, lang: "en" })).toEqual(["2027202820292030", expect.stringMatching(/^([A-Z][a-z]{2})+$/)]);
});

test("a month before its year has a line for each where both have no room", () => {
  const days = { lang: "ja", unit: "day", to: "2027-05-31", wide: 76 } as const;
  expect(namesOf({ ...days, scale: "top='MMM yyyy' bottom=''" })).toEqual(["20262027", "DecJanFebMarAprMay"]);
});
