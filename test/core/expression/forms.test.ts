// The computations of whole forms, with results worked out by hand.
import { describe, expect, test } from "vitest";
import { fields, print, run } from "./support.ts";

describe("an inspection report", () => {
  const setting = {
    fields: fields(
      "checks[]",
      "checks[].kind enum(measure=測定, visual=目視)",
      "checks[].low? decimal(9,3)",
      "checks[].high? decimal(9,3)",
      "checks[].values[] decimal(9,3)",
      "checks[].visual? enum(ok=異常なし, ng=異常あり)",
    ),
    lets: [
      "let checks[].min = if(.kind == 'measure', min(.values[]), null)",
      "let checks[].max = if(.kind == 'measure', max(.values[]), null)",
      "let checks[].avg = if(.kind == 'measure', round(avg(.values[]), 3, half_even), null)",
      "let checks[].pass = if(.kind == 'visual', .visual == 'ok', .min >= (.low ?? .min) and .max <= (.high ?? .max))",
      "let failed = count(checks[not .pass])",
      "let verdict = if(failed == 0, '合格', '不合格')",
    ],
    data: `{"checks":[
      {"kind":"measure","low":32.000,"high":32.025,"values":[32.008,32.011,32.009,32.012,32.007],"visual":null},
      {"kind":"measure","low":119.9,"high":120.1,"values":[120.01,119.98,120.02,120.00,119.99]},
      {"kind":"measure","low":18,"high":20,"values":[18.6,18.7,18.5,18.6,18.8]},
      {"kind":"visual","values":[],"visual":"ok"},
      {"kind":"measure","low":29.5,"high":31,"values":[30.1,30.0,30.2,30.1,30.0]}]}`,
  };

  test.each([
    ["verdict", "合格"],
    ["join(checks[has(.avg)].avg, ' ')", "32.009 120 18.64 30.08"],
    ["first(checks).min", "32.007"],
    ["join(checks[.kind == 'visual'].visual, '')", "ok"],
    ["failed", "0"],
  ])("%s is %s", (expression, printed) => {
    expect(run(expression, setting)).toMatchObject({ text: printed, diagnostics: [] });
  });

  test("a value outside its limits fails it", () => {
    expect(print("verdict", { ...setting, data: setting.data.replace("32.008", "32.026") })).toBe("不合格");
  });
});

describe("a production schedule", () => {
  const setting = {
    fields: fields(
      "jobs[]",
      "jobs[].line string(20)",
      "jobs[].qty int",
      "jobs[].done int",
      "jobs[].hours decimal(6,1)",
      "jobs[].state enum(plan, wip, done, late)",
      "capacity[]",
      "capacity[].line string(20)",
      "capacity[].hours decimal(6,1)",
    ),
    lets: [
      "let jobs[].rate = round(.done * 100 / .qty, 0, half_up)",
      "let lines[] = group(jobs, .line)",
      "let lines[].load = sum(.items[].hours)",
      "let lines[].cap = sum(capacity[.line == outer.key].hours)",
      "let lines[].ratio = if(.cap > 0, round(.load * 100 / .cap, 1, half_up), 0)",
      "let late = count(jobs[.state == 'late'])",
    ],
    data: `{"jobs":[
      {"line":"第1","qty":20,"done":20,"hours":46.0,"state":"done"},
      {"line":"第1","qty":12,"done":3,"hours":58.5,"state":"wip"},
      {"line":"第1","qty":60,"done":0,"hours":40.0,"state":"plan"},
      {"line":"第2","qty":8,"done":5,"hours":52.0,"state":"late"},
      {"line":"第2","qty":4,"done":0,"hours":61.5,"state":"plan"}],
      "capacity":[{"line":"第1","hours":160.0},{"line":"第2","hours":120.0}]}`,
  };

  test.each([
    ["join(jobs[].rate, ',')", "100,25,0,63,0"],
    ["join(lines[].ratio, ' ')", "90.3 94.6"],
    ["join(lines[].key, ' ')", "第1 第2"],
    ["join(lines[].items[].rate, ',')", "100,25,0,63,0"],
    ["late", "1"],
  ])("%s is %s", (expression, printed) => {
    expect(run(expression, setting)).toMatchObject({ text: printed, diagnostics: [] });
  });
});

describe("a billing run", () => {
  const setting = {
    fields: fields(
      "customers[]",
      "customers[].kind enum(corporate, person)",
      "customers[].items[]",
      "customers[].items[].qty decimal(9,3)",
      "customers[].items[].price decimal(12,4)",
      "customers[].items[].rate enum(10, 8)",
    ),
    lets: [
      "let c.items[].amount = round(.qty * .price, 0, down)",
      "let taxes[] = group(c.items, .rate, desc)",
      "let taxes[].base = sum(.items[].amount)",
      "let taxes[].tax = round(.base * .key / 100, 0, down)",
      "let total = sum(taxes[].base) + sum(taxes[].tax)",
      "let honorific = if(c.kind == 'corporate', '御中', '様')",
    ],
    data: `{"customers":[{"kind":"corporate","items":[{"qty":1,"price":5200,"rate":10},
      {"qty":1284.5,"price":0.0825,"rate":10},{"qty":1,"price":3700,"rate":8}]}]}`,
    source: { path: "customers[]", alias: "c" },
  };

  test.each([
    ["join(c.items[].amount, ' ')", "5200 105 3700"],
    ["total", "9831"],
    ["honorific", "御中"],
  ])("%s is %s", (expression, printed) => {
    expect(run(expression, setting)).toMatchObject({ text: printed, diagnostics: [] });
  });
});
