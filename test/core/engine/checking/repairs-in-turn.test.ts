import { describe, expect, test } from "vitest";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// An author who makes one repair after the other: none undoes another, and what only needs room gets it.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function findings(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics;
}

const CONTAINERS = {
  header: (h: string, inside: string) => `  header ${h} {\n${inside}  }\n  body {\n    text "本文"\n  }\n`,
  footer: (h: string, inside: string) => `  footer ${h} {\n${inside}  }\n  body {\n    text "本文"\n  }\n`,
  plate: (h: string, inside: string) => `  body {\n    plate ${h} {\n${inside}    }\n    text "本文"\n  }\n`,
  "plate with a frame": (h: string, inside: string) =>
    `  body {\n    plate ${h} padding=2mm border=0.5pt {\n${inside}    }\n    text "本文"\n  }\n`,
} as const;

function form(page: string): string {
  return `rpt 1
document c title="送付状" lang=ja
field to string(8) example="株式会社山本"
fonts gothic="Noto Sans JP"
sizes body=9pt
colors ink=#1a1a1a
style base font=gothic size=body color=ink
page A5 margin=10mm {
${page}}
`;
}

/** The source after all repairs with edits, one in a round; every source on the way is another. */
function repairedInTurn(source: string): string {
  const seen = new Set<string>();
  let written = source;
  for (;;) {
    expect(seen.has(written), written).toBe(false);
    seen.add(written);
    const edits = findings(written).find((each) => (each.repair?.edits.length ?? 0) > 0)?.repair?.edits;
    if (edits === undefined) return written;
    written = applyEdits(written, edits);
  }
}

const PLACES = [0, 3, 7].flatMap((y) => [24, 60].map((w) => `x=0mm y=${y}mm w=${w}mm`));

describe.each(Object.entries(CONTAINERS))("in a %s", (_, container) => {
  test.each(PLACES)("a text without h that leaves its container makes that higher: %s", (place) => {
    for (const h of ["h=4mm", "h=8mm"]) {
      const source = form(container(h, `      text "{to} 御中、いつもお世話になっております。" ${place}\n`));
      const repaired = repairedInTurn(source);
      expect(repaired).toContain(` ${place}\n`);
      expect(findings(repaired), repaired).toEqual([]);
    }
  });

  test.each(PLACES)("no repair of a text with h undoes another: %s", (place) => {
    for (const h of ["h=4mm", "h=12mm"]) {
      repairedInTurn(form(container("h=8mm", `      text "{to} 御中、お世話になっております。" ${place} ${h}\n`)));
    }
  });

  test("two texts without h ask for one height that serves both", () => {
    const texts = `      text "{to} 御中" x=0mm y=6mm w=60mm\n      text "送付状" x=70mm y=9mm w=40mm\n`;
    const found = findings(form(container("h=8mm", texts))).filter((each) => each.code === "RPT5002");
    const titles = new Set(found.map((each) => each.repair?.title));
    expect(titles.size).toBe(found.length === 0 ? 0 : 1);
    expect(findings(repairedInTurn(form(container("h=8mm", texts))))).toEqual([]);
  });
});

test("seals are not made so low that their names are too small", () => {
  const found = (header: string): readonly Diagnostic[] => {
    const seals = `      seals x=74mm y=0mm w=54mm h=18mm {
        seal "議長" (who)
        seal "書記" (who)
        seal "確認"
      }\n`;
    const source = form(CONTAINERS.header(header, seals));
    return findings(source.replace("fonts", 'field who string(3) example="山田"\nfonts').replace("本文", "{to}"));
  };
  const [told] = found("h=10mm").filter(({ code }) => code === "RPT5002");
  expect(told?.repair?.title).toMatch(/^enlarge its container/u);
  expect(found("h=18mm")).toEqual([]);
  // What is a little too high is made lower, since its names stay large enough.
  const [little] = found("h=17mm").filter(({ code }) => code === "RPT5002");
  expect(little?.repair?.title).toMatch(/^set h=17mm,/u);
});

test("the greatest data that a declaration allows ask for room, not for a lower text", () => {
  const source = form(CONTAINERS.header("h=8mm", `      text "{to} 御中" x=0mm y=0mm w=12mm\n`)).replace("(8)", "(60)");
  const titles = findings(source).map((each) => `${each.code} ${each.repair?.title}`);
  expect(titles.filter((each) => each.includes("set h="))).not.toEqual([]);
  for (const title of titles) expect(title).not.toMatch(/set h=[\d.]+mm,/);
});
