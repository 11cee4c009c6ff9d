// A code that lies under what overfills its room is no finding of its own: it ends with the overfilled room.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function messages(body: string, field: string): readonly string[] {
  const source = `rpt 1\n${field}\npage A5 margin=10mm {\nbody {\n${body}\n}\n}\n`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const NOTES = 'field notes text(200) lines=5 example="短い"';
const CODE = 'barcode qr "A-0417" w=20mm h=20mm alt="番号"';

test("a code on which an overfull box lies is told as that box alone", () => {
  const told = messages(`stack h=12mm {\ntext (notes) w=60mm fill=#222222 color=white\n}\n${CODE}`, NOTES);
  expect(told.filter((one) => /content needs/.test(one))).toHaveLength(1);
  expect(told.filter((one) => /hardly differ/.test(one))).toEqual([]);
});

test("a code on a ground that a choice makes dark is told", () => {
  const told = messages(
    `box padding=5mm fill=(if(dark, 'black', 'white')) {\n${CODE}\n}`,
    "field dark bool example=false",
  );
  expect(told.filter((one) => /hardly differ/.test(one))).toHaveLength(1);
});
