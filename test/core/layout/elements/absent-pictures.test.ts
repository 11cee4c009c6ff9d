// Pictures that stay away: the frame of their place is drawn where it has a size of its own, and nothing else is.
import { describe, expect, test } from "vitest";
import { compileSource, previewPayload } from "../../../../src/core/canvas/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const MM = 36_000;

const HOLDERS: Readonly<Record<string, (image: string) => string>> = {
  body: (image) => image,
  row: (image) => `row gap=4mm {\n${image}\ntext "右" w=20mm\n}`,
  stack: (image) => `stack {\n${image}\n}`,
  box: (image) => `box padding=2mm {\n${image}\n}`,
  plate: (image) => `plate h=40mm {\n${image} x=5mm y=5mm\n}`,
  "cell of a grid": (image) => `grid cols=[60mm] {\ncell {\n${image}\n}\n}`,
  each: (image) => `each rows {\n${image}\n}`,
};

const form = (holder: string): string => `rpt 1
field photo? image
field stamp? image
field rows[].n int example=[1]
page A5 margin=10mm {
  body {
    ${holder}
    text "下"
  }
}
`;

/** Width and height of what is stroked or filled with a colour that only the picture's place has. */
function frames(source: string): readonly (readonly number[])[] {
  const { value } = layOutSource(source, { rows: [{ n: 1 }] });
  return (value.pages[0]?.items ?? []).flatMap((item) => {
    if ((item.kind !== "stroke" && item.kind !== "fill") || item.color[0] !== 18 || item.shape.kind !== "rectangle")
      return [];
    const { leftEmu, topEmu, rightEmu, bottomEmu } = item.shape.rectangle;
    return [[rightEmu - leftEmu, bottomEmu - topEmu].map((emu) => Math.round(emu / MM))];
  });
}

describe.each(Object.entries(HOLDERS))("in %s", (name, holder) => {
  test.each(["border=[1pt, #123456]", "fill=#123456"])("%s is drawn at w= and h=", (look) => {
    expect(frames(form(holder(`image (photo) w=40mm h=20mm alt="写真" ${look}`)))).toEqual([[40, 20]]);
  });

  // A plate's children say how wide they are.
  test.each(name === "plate" ? ["w=40mm"] : ["", "w=40mm", "h=20mm"])("nothing is drawn with %s", (size) => {
    expect(frames(form(holder(`image (photo) ${size} alt="写真" border=[1pt, #123456]`)))).toEqual([]);
  });
});

test("readers of the structure are told of no picture", () => {
  const { value } = layOutSource(form('image (photo) w=40mm h=20mm alt="写真" border=1pt'), { rows: [] });
  expect(JSON.stringify(value.structure)).not.toContain("写真");
});

test("a preview without data shows a grey picture, and leaves seals to a hand", () => {
  const source = form(
    'image (photo) w=40mm h=20mm alt="写真"\nplate h=20mm {\nseal (stamp) x=0mm y=0mm w=18mm h=18mm\n}',
  );
  const { value: canvas } = compileSource(source);
  if (canvas === null) throw new Error("the form does not compile");
  const payload = JSON.parse(previewPayload(canvas)) as Record<string, unknown>;
  expect(payload).toEqual({ photo: expect.stringMatching(/^data:image\/svg\+xml/u), rows: [{ n: 1 }] });
});
