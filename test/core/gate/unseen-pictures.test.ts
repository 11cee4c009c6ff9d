// RPT4026: pictures, seals and check boxes that opacity= leaves next to nothing of.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAA" +
  "BJRU5ErkJggg==";
const SVG = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/>' +
    '<path d="M0 0h4v9z" opacity="0.01"/></svg>',
).toString("base64")}`;

function found(content: string, background = ""): readonly string[] {
  const source = `rpt 1
field boss string example="山田"
field ok bool example=true
field dots image example="${PNG}"
field paths image example="${SVG}"
field rows[].name string example=["一", "二"]
page A4 margin=15mm {
  ${background}
  body gap=2mm {
${content}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => /^RPT[12]/.test(code) && severity === "error")).toEqual([]);
  return diagnostics.filter(({ code }) => code === "RPT4026").map(({ message }) => message);
}

const told = (what: string, percent: number): string =>
  `${what} is drawn at ${percent} % of its strength: nothing is seen (page 1)`;

describe("a picture without strength is told", () => {
  test.each([
    ["an image", `image (dots) w=20mm h=20mm opacity=0 alt="図"`, told("image", 0)],
    ["an image that is hardly there", `image (dots) w=20mm h=20mm opacity=0.02 alt="図"`, told("image", 2)],
    ["a drawing", `image (paths) w=20mm h=20mm opacity=0.02 alt="図"`, told("image", 2)],
    ["a drawing with a frame", `image (paths) w=20mm h=20mm border=1pt opacity=0.02 alt="図"`, told("image", 2)],
    ["a check", "check (ok) opacity=0.02", told("check", 2)],
    ["a seal", "seal (boss) w=18mm h=18mm opacity=0.01", told("seal", 1)],
    ["an image in a box", `box opacity=0.02 {\n image (dots) w=20mm h=20mm alt="図"\n }`, told("image", 2)],
    [
      "an image in boxes whose strengths multiply",
      `box opacity=0.15 {\n box opacity=0.15 {\n image (dots) w=20mm h=20mm alt="図"\n }\n }`,
      told("image", 2),
    ],
    ["an image in every record", `each rows {\n image (dots) w=20mm h=20mm opacity=0 alt="図"\n }`, told("image", 0)],
  ])("%s", (_, content, message) => {
    expect(found(content)).toEqual([message]);
  });

  test("also in a background", () => {
    const background = `background {\n image (dots) x=20mm y=20mm w=20mm h=20mm opacity=0.01 alt=""\n }`;
    expect(found('text "本文"', background)).toEqual([told("image of the background", 1)]);
  });
});

describe("a picture that is seen is not", () => {
  test.each([
    ["a watermark", `image (dots) w=20mm h=20mm opacity=0.06 alt="図"`],
    ["a drawing with one faint part", `image (paths) w=20mm h=20mm alt="図"`],
    ["a check", "check (ok) opacity=0.5"],
    ["a ground without a colour", "rect h=5mm fill=#ffffff opacity=0"],
  ])("%s", (_, content) => {
    expect(found(content)).toEqual([]);
  });
});
