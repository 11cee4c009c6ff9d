// RPT5008 tells which colour stands on which ground, and nothing of letters that an overflow took off theirs.
import { describe, expect, test } from "vitest";
import { pdfEngine, toldBy } from "./sources.ts";

const engine = pdfEngine();
const found = (source: string): readonly string[] => toldBy(engine, source);

const HEAD = `rpt 1
fonts gothic="Noto Sans JP"
sizes body=9pt
colors bar=#1f3a5f quiet=#4b535d pale=#aaaaaa paper=#ffffff
style base font=gothic size=body
`;
const LONG = "東京都千代田区丸の内一丁目二番三号東京都千代田区丸の内一丁目";

function body(lines: readonly string[]): string {
  return `${HEAD}page A5 margin=15mm {\n  body gap=2mm {\n${lines.join("\n")}\n  }\n}\n`;
}

describe("letters that overflow their box", () => {
  const text = (looks: string) => `text "${LONG}" x=2mm y=1mm w=50mm ${looks}`;
  const plate = (own: string) => body(["plate h=30mm {", "rect x=0mm y=0mm w=60mm h=6mm fill=bar", own, "}"]);

  test.each([
    ["a text of a low box", plate(text("h=5mm color=paper"))],
    ["a low box with a fill", body(["box h=6mm fill=bar color=paper {", `text "${LONG}" w=50mm`, "}"])],
  ])("are told as that alone: %s", (_, source) => {
    const all = found(source);
    expect(all.some((one) => one.startsWith("RPT4001"))).toBe(true);
    expect(all.filter((one) => one.startsWith("RPT5008"))).toEqual([]);
  });

  test("are told as pale where they are pale on their ground too", () => {
    const all = found(body(["box h=6mm color=pale {", `text "${LONG}" w=50mm`, "}"]));
    expect(all.filter((one) => one.startsWith("RPT5008"))).toEqual([
      "RPT5008 contrast 2.3:1 of the text, #aaaaaa on the paper, less than 3:1 (page 1) → " +
        "use a darker colour, or lay a darker fill under it",
    ]);
  });

  test("are told where they leave their ground in a box that has room for them", () => {
    const all = found(plate(text("color=paper")));
    expect(all.filter((one) => one.startsWith("RPT5008"))).toEqual([expect.stringContaining("#ffffff on the paper")]);
  });
});

describe("a page more than the form allows", () => {
  const page = (property: string, lines: number) => `${HEAD}page w=54mm h=60mm margin=4mm ${property} {
  background {
    rect x=0mm y=0mm w=54mm h=14mm fill=bar
  }
  body {
    space 12mm
    box {
      ${Array.from({ length: lines }, (_, at) => `text "行${at + 1}" color=quiet`).join("\n      ")}
    }
  }
}
`;

  test("says nothing of the ground that its body meets there", () => {
    const all = found(page("pages=1", 11));
    expect(all.map((one) => one.slice(0, 7))).toEqual(["RPT4037"]);
  });

  test("is a page like others where the form allows it", () => {
    const all = found(page("", 11)).filter((one) => one.startsWith("RPT5008"));
    expect(all).not.toEqual([]);
    for (const one of all) {
      expect(one).toMatch(/#4b535d on #1f3a5f, less than 3:1 \(page 2\) → use a lighter colour, or a lighter fill$/u);
    }
  });

  test("tells of letters that are pale on a ground of their own", () => {
    const source = page("pages=1", 11).replace('text "行11" color=quiet', 'text "行11" color=quiet fill=bar');
    expect(found(source).map((one) => one.slice(0, 7))).toEqual(["RPT4037", "RPT5008"]);
  });
});

describe("what is offered is enough", () => {
  const colors = ["#ffffff", "#dddddd", "#aaaaaa", "#777777", "#4b535d", "#1f3a5f", "#c00000", "#000000"];
  const pairs = colors.flatMap((color) => ["", ...colors].map((fill) => [color, fill] as const));

  test.each(pairs)("%s on %s", (color, fill) => {
    const lines = (letters: string, ground: string) =>
      body([`text "見本" color=${letters} ${ground === "" ? "" : `fill=${ground}`}`]);
    const [told] = found(lines(color, fill)).filter((one) => one.startsWith("RPT5008"));
    if (told === undefined) return;
    const end = (word: string) => (word === "darker" ? "#000000" : "#ffffff");
    const advice = told.split(" → ")[1] ?? "";
    expect(advice).not.toBe("");
    for (const [, way = ""] of advice.matchAll(/(?:use )?(a \w+ colour|a \w+ fill)/gu)) {
      const [, word = "", what] = way.split(" ");
      const mended = what === "colour" ? lines(end(word), fill) : lines(color, end(word));
      expect(found(mended), way).toEqual([]);
    }
  });
});
