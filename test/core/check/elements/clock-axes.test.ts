// What stands on a time axis is of its kind: days on one of days, times of day on one of times of day.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";

interface Said {
  readonly scale?: string;
  readonly bar?: string;
  readonly more?: string;
}

const form = ({
  scale = "from=(open) to=(close)",
  bar = "start=(.start) end=(.end)",
  more = "",
}: Said): string => `rpt 1
field open time example="08:00"
field close time example="18:00"
field day date example="2026-10-01"
field moment datetime example="2026-10-01T09:00:00+09:00"
field offs[] date example=["2026-10-01"]
field shifts[].start time example="09:00"
field shifts[].end time example="12:00"
page A4 margin=10mm {
  body {
    text "{day} {moment} {open} {close} {count(offs[])}"
    gantt shifts {
      column start "時" "{.start}〜{.end}" w=20mm
      scale ${scale}
      bar ${bar}
      ${more}
    }
  }
}
`;

test.each<Said>([
  {},
  { scale: "from=(open) to=(close) unit=hour top='' bottom='H時'" },
  { scale: "from=(time('08:00')) to=(time('18:00'))", more: "today (open)" },
  { scale: "from=(day) to=(day)", bar: "start=(moment) end=(day)", more: "milestone (moment)" },
])("%j is no slip", (said) => {
  expect(compileSource(form(said)).diagnostics).toEqual([]);
});

test.each<[Said, string, string]>([
  [
    { bar: "start=(.start) end=(day)" },
    "RPT2123",
    "end needs a time of day, as from= of the axis is a time, and this is a date",
  ],
  [
    { more: "milestone (moment)" },
    "RPT2123",
    "milestone needs a time of day, as from= of the axis is a time, and this is a datetime",
  ],
  [{ more: "today (day)" }, "RPT2123", "today needs a time of day, as from= of the axis is a time, and this is a date"],
  [
    { scale: "from=(day) to=(close)", bar: "start=(day) end=(day)" },
    "RPT2123",
    "to needs a date or a datetime, as from= of the axis is a date, and this is a time",
  ],
  [
    { scale: "from=(day) to=(day)" },
    "RPT2123",
    "start needs a date or a datetime, as from= of the axis is a date, and this is a time",
  ],
])("%j is refused", (said, code, message) => {
  const [found] = compileSource(form(said)).diagnostics;
  expect(found).toMatchObject({ code, severity: "error", message });
});

test.each<[Said, string]>([
  [{ scale: "from=('8:00') to=(close)" }, "from needs a date or a time of day, and this is text"],
  [{ scale: "from=(open) to=(close) unit=day" }, "unit=day needs dates, and the axis has times of day"],
  [{ scale: "from=(open) to=(close) top='M月d日'" }, "'M月d日' prints parts of a date, and the axis has times of day"],
  [{ scale: "from=(open) to=(close) bottom='d'" }, "'d' prints parts of a date, and the axis has times of day"],
  [{ scale: "from=(open) to=(close) holidays=(offs[])" }, "holidays has no effect on an axis of times of day"],
])("the repair of %j works", (said, message) => {
  const source = form(said);
  const { diagnostics } = compileSource(source);
  const found = diagnostics.find((each) => each.message === message);
  expect(diagnostics.map((each) => each.message)).toContain(message);
  expect(compileSource(applyEdits(source, found?.repair?.edits ?? [])).diagnostics).toEqual([]);
});
