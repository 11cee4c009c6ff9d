import { encode } from "jpeg-js";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import {
  CMYK_JPEG,
  exif,
  GRAY_JPEG,
  type PngSpec,
  pngFile,
  withSegments,
} from "../../plugins/renderers/pdf/images/picture-files.ts";
import { HALF_DARK_JPEGS } from "../../support/half-dark-jpegs.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const SIDE = 48;
type IsDark = (x: number, y: number) => boolean;
type Kind = Pick<PngSpec, "colorType" | "bitDepth" | "palette" | "transparency"> & {
  readonly dark: readonly number[];
  readonly light: readonly number[];
};

/** Every colour type of PNG, with samples of each size that packs them otherwise. */
const PNGS: Readonly<Record<string, Kind>> = {
  gray: { colorType: 0, bitDepth: 8, dark: [30], light: [240] },
  "gray of 1 bit": { colorType: 0, bitDepth: 1, dark: [0], light: [1] },
  "gray of 4 bits": { colorType: 0, bitDepth: 4, dark: [2], light: [15] },
  "gray of 16 bits": { colorType: 0, bitDepth: 16, dark: [9_000], light: [60_000] },
  colours: { colorType: 2, bitDepth: 8, dark: [40, 20, 60], light: [240, 230, 210] },
  "colours of 16 bits": { colorType: 2, bitDepth: 16, dark: [9_000, 2_000, 9_000], light: [60_000, 60_000, 50_000] },
  "a palette": { colorType: 3, bitDepth: 2, palette: [0, 0, 90, 255, 250, 230], dark: [0], light: [1] },
  "a palette with a clear colour": {
    ...{ colorType: 3, bitDepth: 8, palette: [0, 0, 0, 0, 0, 0], transparency: [255, 0], dark: [0], light: [1] },
  },
  "gray with a clear colour": { colorType: 0, bitDepth: 8, transparency: [0, 5], dark: [6], light: [5] },
  "gray and alpha": { colorType: 4, bitDepth: 8, dark: [0, 255], light: [0, 20] },
  "colours and alpha of 16 bits": { colorType: 6, bitDepth: 16, dark: [9, 9, 9, 60_000], light: [9, 9, 9, 0] },
};

const LEFT: IsDark = (x) => x < SIDE / 2;

function png({ dark, light, ...kind }: Kind, isDark: IsDark, how: Partial<PngSpec> = {}): string {
  const pixel = (x: number, y: number) => (isDark(x, y) ? dark : light);
  return uri("png", pngFile({ width: SIDE, height: SIDE, ...kind, ...how, pixel }));
}

function uri(format: "png" | "jpeg", bytes: Uint8Array): string {
  return `data:image/${format};base64,${Buffer.from(bytes).toString("base64")}`;
}

interface Laid {
  readonly color?: string;
  readonly box?: string;
  readonly image?: string;
  readonly text?: string;
  readonly before?: string;
}

/** A word in each corner of a square, and a picture that fills the square before they are written. */
function source({ color = "ink", box = "", image = "w=30mm h=30mm fit=fill", text = "", before = "" }: Laid): string {
  const words = (["左上 5 4", "右上 20 4", "左下 5 22", "右下 20 22"] as const).map((word) => {
    const [name, x, y] = word.split(" ");
    return `      text "${name}" x=${x}mm y=${y}mm w=6mm h=5mm color=${color} ${text}`;
  });
  return `rpt 1
document card title="招待" lang=ja
field photo? image
fonts gothic="Noto Sans JP"
sizes body=8pt
colors ink=#111111 white=#ffffff veil=#ffffffd0
style base font=gothic size=body color=ink
page A5 margin=15mm {
  body {
    plate h=30mm {
      box x=0mm y=0mm w=30mm h=30mm ${box} {
        image (photo) alt="" ${image}
      }
      ${before}
${words.join("\n")}
    }
  }
}
`;
}

/** What is told of contrast: the word, or what the finding says of the picture. */
function faint(photo: string | undefined, laid: Laid = {}): readonly string[] {
  const form = source(laid);
  const data = new TextEncoder().encode(JSON.stringify(photo === undefined ? {} : { photo }));
  const { diagnostics } = engine.check({ source: form, data });
  return diagnostics
    .filter(({ code }) => code === "RPT5008")
    .map(({ span, message }) => {
      const line = form.slice(form.lastIndexOf("\n", span.start) + 1, form.indexOf("\n", span.start));
      return /"(..)"/u.exec(line)?.[1] ?? message;
    });
}

const ALL = ["左上", "右上", "左下", "右下"];
const ON_LEFT = ["左上", "左下"];
const ON_RIGHT = ["右上", "右下"];

describe("text that hardly differs from the picture under it is told", () => {
  test.each(Object.keys(PNGS))("a PNG: %s", (name) => {
    const kind = PNGS[name];
    if (kind === undefined) throw new Error(name);
    for (const how of [{}, { interlaced: true }, ...[1, 2, 3, 4].map((filter) => ({ filter }))]) {
      expect(faint(png(kind, LEFT, how))).toEqual(ON_LEFT);
    }
    expect(faint(png(kind, LEFT), { color: "white" })).toEqual(ON_RIGHT);
    expect(faint(png(kind, () => false))).toEqual([]);
    expect(faint(png(kind, () => true))).toEqual(ALL);
  });

  test.each(Object.entries(HALF_DARK_JPEGS))("a JPEG: %s", (_, bytes) => {
    expect(faint(uri("jpeg", bytes))).toEqual(ON_LEFT);
    expect(faint(uri("jpeg", bytes), { color: "white" })).toEqual(ON_RIGHT);
  });

  test("a large JPEG, block by block", () => {
    const [width, height] = [400, 304];
    const data = new Uint8Array(width * height * 4).fill(255);
    for (let at = 0; at < data.length; at += 4) {
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      // Noise costs the file a number for most places of a block.
      const noise = (x * 7 + y * 13 + ((x * y) % 11)) % 40;
      data.fill(x < width / 2 === y < height / 2 ? noise : 255 - noise, at, at + 3);
    }
    expect(faint(uri("jpeg", encode({ width, height, data }, 80).data))).toEqual(["左上", "右下"]);
  });

  test.each([
    [1, ON_LEFT],
    [2, ON_RIGHT],
    [3, ON_RIGHT],
    [4, ON_LEFT],
    [5, ["左上", "右上"]],
    [6, ["左上", "右上"]],
    [7, ["左下", "右下"]],
    [8, ["左下", "右下"]],
  ])("a JPEG that its camera turned: %i", (orientation, found) => {
    const turned = withSegments(GRAY_JPEG, [0xe1, exif(orientation, "big")]);
    expect(faint(uri("jpeg", turned))).toEqual(found);
  });

  const COLOURS = png(PNGS["colours"] as Kind, LEFT);
  test.each<{ readonly is: string; readonly laid: Laid; readonly found: readonly string[] }>([
    { is: "turned", laid: { box: "rotate=90" }, found: ["左上", "右上"] },
    { is: "upside down", laid: { box: "rotate=180" }, found: ON_RIGHT },
    { is: "so light that letters are read on it", laid: { box: "opacity=0.3" }, found: [] },
    { is: "under a fill of the text", laid: { text: "fill=white" }, found: [] },
    { is: "under a veil", laid: { before: "rect x=0mm y=0mm w=30mm h=30mm fill=veil" }, found: [] },
    { is: "under a fill of one half", laid: { before: "rect x=0mm y=0mm w=30mm h=15mm fill=white" }, found: ["左下"] },
    { is: "of which half is cut away", laid: { image: "w=30mm h=15mm fit=cover" }, found: ["左上"] },
  ])("a picture $is", ({ laid, found }) => {
    expect(faint(COLOURS, laid)).toEqual(found);
  });

  test("lines and specks of a picture lose no letter, and half a letter is lost", () => {
    const gray = PNGS["gray"] as Kind;
    expect(faint(png(gray, (x, y) => x % 12 === 0 || y % 12 === 0))).toEqual([]);
    expect(faint(png(gray, (_, y) => y < 10))).toEqual(["左上", "右上"]);
  });

  test("of a picture in inks it is said once that nobody looked", () => {
    const message = "the contrast of text to this picture was not judged: its colours are inks (page 1)";
    expect(faint(uri("jpeg", CMYK_JPEG))).toEqual([message]);
    expect(faint(uri("jpeg", CMYK_JPEG), { text: "fill=white" })).toEqual([]);
  });
});
