// Words of a bar or a mark that tell a time lie where that time is on the axis, or it is told.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const ZONES = ["+09:00", "Z", "-05:00", "+05:45"] as const;

/** A bar from 10:30 to 11:30 by clocks of its own zone, on an axis that counts in another. */
function told(axisZone: string, zone: string, words: string, kind: "bar" | "milestone"): readonly string[] {
  const mark =
    kind === "bar" ? `bar start=(.start) end=(.end) label=${words}` : `milestone (.start) ${words} shape=line`;
  const { diagnostics } = layOutSource(
    `rpt 1
field from datetime
field to datetime
field jobs[].name string(8)
field jobs[].start datetime
field jobs[].end datetime
page 280mm 60mm margin=10mm {
  body {
    gantt jobs row-h=12mm {
      column name "会議" w=20mm
      scale from=(from) to=(to) unit=hour
      ${mark}
    }
  }
}
`,
    {
      from: `2026-12-01T00:00:00${axisZone}`,
      to: `2026-12-03T00:00:00${axisZone}`,
      jobs: [{ name: "定例", start: `2026-12-02T10:30:00${zone}`, end: `2026-12-02T11:30:00${zone}` }],
    },
  );
  return diagnostics.filter(({ code }) => code === "RPT4030").map(({ message }) => message);
}

const TIMES = [`"{format(.start, 'H:mm')}"`, `"{format(.start, 'HH:mm')}開始"`, `"{format(.start, 'H時mm分')}"`];

describe.each(["bar", "milestone"] as const)("words of a %s", (kind) => {
  test.each(ZONES.flatMap((axis) => ZONES.map((zone) => [axis, zone] as const)))(
    "on an axis of %s with a time of %s",
    (axis, zone) => {
      for (const words of TIMES) expect(told(axis, zone, words, kind)).toHaveLength(axis === zone ? 0 : 1);
      // What tells no time says nothing false.
      for (const words of ['"{.name}"', '"第10回"', '"110:30x"']) expect(told(axis, zone, words, kind)).toEqual([]);
    },
  );
});

/** A schedule whose times print in a column, and a text before or behind it, by clocks of other offsets. */
function clocksTold(axisZone: string, zone: string, place: "column" | "before" | "behind"): readonly string[] {
  const text = `text "{format(at, 'M/d H:mm')}"`;
  const { diagnostics } = layOutSource(
    `rpt 1
field from datetime
field to datetime
field at datetime
field jobs[].start datetime
field jobs[].end datetime
page 280mm 60mm margin=10mm {
  body {
    ${place === "before" ? text : ""}
    gantt jobs row-h=12mm {
      column start "開始" w=30mm${place === "column" ? " format='M/d H:mm'" : " format='mm'"}
      scale from=(from) to=(to) unit=hour
      bar start=(.start) end=(.end)
    }
    ${place === "behind" ? text : ""}
  }
}
`,
    {
      from: `2026-12-01T00:00:00${axisZone}`,
      to: `2026-12-03T00:00:00${axisZone}`,
      at: `2026-12-02T10:30:00${zone}`,
      jobs: [{ start: `2026-12-02T10:30:00${zone}`, end: `2026-12-02T11:30:00${zone}` }],
    },
  );
  return diagnostics.map(({ code, message }) => `${code} ${message}`).filter((one) => one.startsWith("RPT3026"));
}

describe.each(["column", "before", "behind"] as const)("times that print in a %s", (place) => {
  test.each(ZONES.flatMap((axis) => ZONES.map((zone) => [axis, zone] as const)))(
    "on an axis of %s with a time of %s",
    (axis, zone) => {
      const told = clocksTold(axis, zone, place).filter((one) => one.includes("12/2 10:30"));
      expect(told).toHaveLength(axis === zone ? 0 : 1);
      for (const one of told) expect(one).toMatch(/the axis of the schedule counts|prints by that of/u);
    },
  );
});
