import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { Font } from "../../../../src/core/sdk/index.ts";
import { parseFont } from "../../../../src/core/text/index.ts";
import { outlinePath } from "../../../../src/plugins/renderers/svg/outlines/glyph-outline.ts";
import { inLane } from "../../../support/lane.ts";

interface Command {
  readonly command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
  readonly args: readonly number[];
}

/** As much of fontkit as tells how a glyph is drawn; it has no types of its own. */
interface Fontkit {
  create(bytes: Buffer): { getGlyph(id: number): { readonly path: { readonly commands: readonly Command[] } } };
}

const require = createRequire(import.meta.url);
const fontkit: Fontkit = require("fontkit");

const NOTO = "node_modules/@expo-google-fonts";

const FACES = [
  { file: `${NOTO}/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf`, kind: "truetype" },
  { file: `${NOTO}/noto-serif-jp/700Bold/NotoSerifJP_700Bold.ttf`, kind: "truetype" },
  { file: "node_modules/bwip-js/fonts/Inconsolata.otf", kind: "cff" },
] as const;

function faceAt(file: string): { readonly font: Font; readonly bytes: Uint8Array } {
  const bytes = new Uint8Array(readFileSync(file));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const parsed = parseFont({ bytes, family: "test", weight: "normal", sha256 });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return { font: parsed.font, bytes };
}

const LETTERS = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" } as const;

/** Letters and numbers of path data, in order. */
function pathParts(path: string): readonly (string | number)[] {
  return (path.match(/[A-Z]|-?\d*\.?\d+/g) ?? []).map((part) => (/[A-Z]/.test(part) ? part : Number(part)));
}

describe.for(FACES)("$file", ({ file, kind }) => {
  const { font, bytes } = faceAt(file);

  test("its glyphs are drawn as another library draws them", () => {
    expect(font.outlines).toBe(kind);
    const other = fontkit.create(Buffer.from(bytes));
    const step = font.glyphCount < 1000 ? 1 : inLane({ fast: 97, full: 3 });
    for (let glyph = 0; glyph < font.glyphCount; glyph += step) {
      const drawn = pathParts(outlinePath(font, glyph));
      const expected = other
        .getGlyph(glyph)
        .path.commands.flatMap(({ command, args }): (string | number)[] => [LETTERS[command], ...args]);
      const letters = (parts: readonly (string | number)[]): string =>
        parts.filter((part) => typeof part === "string").join("");
      expect(letters(drawn), `glyph ${glyph}`).toBe(letters(expected));
      for (const [index, part] of expected.entries()) {
        if (typeof part === "number") expect(drawn[index], `glyph ${glyph}`).toBeCloseTo(part, 1);
      }
    }
  });

  test("a blank and a glyph that it does not have draw nothing", () => {
    expect(outlinePath(font, font.glyphOf(0x20))).toBe("");
    expect(outlinePath(font, 65_535)).toBe("");
  });
});
