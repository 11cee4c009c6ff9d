// Every property of `page` does something at the second page of a form too, or the check says that it does nothing.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { elementIn } from "../../../../src/core/schema/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

/** What is written at the second page, and what it stands beside. */
const SAMPLES: Readonly<Record<string, readonly [beside: string, sample: string]>> = {
  w: ["h=200mm", "w=180mm"],
  h: ["w=150mm", "h=260mm"],
  margin: ["w=150mm h=200mm", "margin=25mm"],
  bleed: ["w=150mm h=200mm", "bleed=3mm"],
  fill: ["w=150mm h=200mm", "fill=#eeeeee"],
  "first-number": ["w=150mm h=200mm", "first-number=7"],
  pages: ["w=150mm h=200mm", "pages=1"],
  "n-up": ["w=150mm h=200mm", "n-up=[2, 2]"],
  gap: ["w=150mm h=200mm n-up=[2, 2]", "gap=4mm"],
  "row-gap": ["w=150mm h=200mm n-up=[2, 2]", "row-gap=4mm"],
};

/** What only the advice on looks asks, which is told of every page. */
const FOR_ADVICE: readonly string[] = ["gutter"];

function form(properties: string): string {
  return `rpt 1
page A5 margin=10mm {
  body {
    text "甲"
  }
}
page ${properties} {
  footer h=8mm {
    text "{page.n}/{page.total}" x=0mm y=0mm w=20mm h=6mm
  }
  body {
    text "乙"
    break page
    text "丙"
  }
}
`;
}

test("the samples are all properties", () => {
  const own = Object.keys(elementIn("page", null)?.properties ?? {});
  expect(Object.keys(SAMPLES).filter((name) => !own.includes(name))).toEqual([]);
  expect(own.filter((name) => SAMPLES[name] === undefined)).toEqual(FOR_ADVICE);
});

test.each(Object.entries(SAMPLES))("%s", (name, [beside, sample]) => {
  const [without, source] = [form(beside), form(`${beside} ${sample}`)];
  const told = compileSource(source, {}).diagnostics.filter(({ code, message }) => {
    return code === "RPT1023" && message.startsWith(name);
  });
  const drawn = (each: string) => {
    const { value, diagnostics } = layOutSource(each, {});
    const codes = diagnostics.map(({ code }) => code).filter((code) => code !== "RPT1023");
    return JSON.stringify([value.pages, codes], (key, part: unknown) => (key === "span" || key === "font" ? 0 : part));
  };
  const hasEffect = drawn(source) !== drawn(without);
  expect({ hasEffect, told: told.length }).toEqual({ hasEffect: name !== "first-number", told: hasEffect ? 0 : 1 });
});
