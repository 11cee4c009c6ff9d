import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// Examples have few names in a group; real lists have as many as they declare, each as long as it may be.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Written {
  readonly lets: string;
  readonly element: string;
  readonly max?: number;
}

function found({ lets, element, max = 12 }: Written): readonly string[] {
  const source = `rpt 1
document list title="班別" lang=ja
field jobs[] ${max === 0 ? "" : `max=${max}`}
field jobs[].dept string(4) example=["甲", "乙", "甲"]
field jobs[].who string(10) example=["佐藤", "鈴木", "佐藤"]
field jobs[].done bool example=[false, false, false]
${lets}
page A4 margin=15mm {
  body {
    ${element}
  }
}
`;
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ code }) => code !== "RPT2012")
    .map(({ severity, code, message }) => `${severity} ${code} ${message.slice(0, message.indexOf(":"))}`);
}

const group = (people: string): string => `let depts[] = group(jobs, .dept)\nlet depts[].people = ${people}`;
const column = (width: string): string => `table depts {
      column key "部" (.key) w=30mm
      column people "人" w=${width} fit=shrink
    }`;

describe("what a cell joins of a group", () => {
  test.each([
    ["different names", "join(distinct(.items[].who), '・')"],
    ["all names", "join(.items[].who, '・')"],
  ])("is tried with as many %s as one group may have", (_, people) => {
    const [told, ...others] = found({ lets: group(people), element: column("60mm") });
    expect(others).toEqual([]);
    expect(told).toMatch(/^warning RPT4031 with .*jobs\[\]\.who of (?:12 different values|10 characters)/u);
    expect(found({ lets: group(people), element: column("1fr"), max: 3 })).toEqual([]);
  });

  test("is tried where a condition is to be met first", () => {
    const people = "join(distinct(.items[.done].who), '・')";
    expect(found({ lets: group(people), element: column("60mm") }).join()).toContain("jobs[].who of 12 different");
    expect(found({ lets: group(people), element: column("1fr"), max: 3 })).toEqual([]);
  });

  test("names the list where nothing bounds it", () => {
    const [told] = found({ lets: group("join(distinct(.items[].who), '・')"), element: column("60mm"), max: 0 });
    expect(told).toMatch(/^info RPT4032 with jobs\[\]\.who of 12 different values/);
  });
});

test("what a text joins of the whole list is tried with as many as it declares", () => {
  const element = "text \"全員 {join(distinct(jobs[].who), '・')}\" w=80mm fit=shrink";
  expect(found({ lets: "", element })).toEqual([
    "warning RPT4031 with jobs[].who of 12 different values and jobs[] of 12 entries",
  ]);
  expect(found({ lets: "", element, max: 3 })).toEqual([]);
});

test("groups by different fields are tried each by itself", () => {
  const lets = `let depts[] = group(jobs, .dept)
let people[] = group(jobs, .who)
let people[].depts = join(distinct(.items[].dept), '・')
let depts[].people = join(distinct(.items[].who), '・')`;
  const element = `table people {
      column key "名" (.key) w=60mm
      column depts "部" w=20mm fit=shrink
    }
    ${column("60mm")}`;
  expect(found({ lets, element }).map((one) => one.slice(0, 60))).toEqual([
    expect.stringContaining("jobs[].dept of 12 different values"),
    expect.stringContaining("jobs[].who of 12 different values"),
  ]);
});
