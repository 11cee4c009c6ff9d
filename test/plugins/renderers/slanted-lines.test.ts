import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { GlyphRunItem, PageDocument, PlacedItem } from "../../../src/core/sdk/index.ts";
import { SLANT_THOUSANDTHS } from "../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { pngRenderer } from "../../../src/plugins/renderers/svg/index.ts";
import { runCommand } from "../../support/command.ts";
import { inLane } from "../../support/lane.ts";
import { comparePictures, type Picture, readPicture, shrunk } from "../../support/pictures.ts";
import { templatePages } from "../../support/template-pages.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { options } from "./pdf/page-document.ts";

// Slanted letters lean along their line, all of them alike: a slanted line is the picture of the upright one, sheared.
const FINE_DPI = 288;
const SHRINK = 4;
const STRAY_LEVELS = 80;
const MEAN_LEVELS = 2;
const EMU_PER_INCH = 914_400;

beforeAll(async () => {
  await pngRenderer.prepare?.();
});

/** One line of every kind of letter: upright, on its side, digits in one cell, Japanese marks. */
const WORDS = "斜体「の」国AVA令和12年ー、";

const LINES = {
  level: `text "${WORDS}"`,
  vertical: `text "${WORDS}" writing=vertical h=54mm`,
  "vertical and flattened": `text "${WORDS}" writing=vertical h=37mm lines=1 fit=shrink`,
  "vertical with ruby": `rich writing=vertical h=54mm {
      ruby "斜体" "しゃたい"
      span "の12年A"
    }`,
} as const;

const TURNS = inLane({ fast: [0, 90], full: [0, 90, 180, 270] });

const CASES = Object.keys(LINES).flatMap((name) => TURNS.map((turn) => ({ name: name as keyof typeof LINES, turn })));

async function pagesOf(line: string, turn: number, isSlanted: boolean): Promise<PageDocument> {
  const italic = isSlanted ? " italic=true" : "";
  const element = line.includes("{") ? line.replace(" {", `${italic} {`) : `${line}${italic}`;
  return await templatePages(`rpt 1
document slanted title="斜体" lang=ja
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page 64mm 64mm margin=4mm {
  body {
    box${turn === 0 ? "" : ` rotate=${turn}`} {
      ${element}
    }
  }
}
`);
}

function lettersOf(document: PageDocument): readonly GlyphRunItem[] {
  const items: readonly PlacedItem[] = document.pages[0]?.items ?? [];
  return items.filter((item) => item.kind === "glyphs");
}

async function printed(document: PageDocument): Promise<Picture> {
  await using folder = await temporaryFolder("picture");
  const [file, target] = [join(folder.path, "file.pdf"), join(folder.path, "page")];
  await writeFile(file, pdfRenderer.render(document, options));
  const drawn = await runCommand("pdftocairo", ["-png", "-singlefile", "-r", String(FINE_DPI), file, target]);
  if (drawn.exitCode !== 0) throw new Error(drawn.stderr);
  return readPicture(readFileSync(`${target}.png`));
}

function shown(document: PageDocument): Picture {
  return readPicture(pngRenderer.renderPage(document, 0, { dpi: FINE_DPI }));
}

type Point = readonly [x: number, y: number];

/** Where lines lead, and what lies above them, in pixels of the page. */
const HEADINGS: Readonly<Record<number, { readonly along: Point; readonly over: Point }>> = {
  0: { along: [1, 0], over: [0, -1] },
  90: { along: [0, 1], over: [1, 0] },
  180: { along: [-1, 0], over: [0, 1] },
  270: { along: [0, -1], over: [-1, 0] },
};

/** The picture with each row or column moved along the line of an item, by how far it lies over the item's start. */
function sheared({ width, height, rgb }: Picture, { rotation = 0, run, xEmu, yEmu }: GlyphRunItem): Picture {
  const heading = HEADINGS[(rotation + (run.direction === "vertical" ? 90 : 0)) % 360];
  if (heading === undefined) throw new Error("no such heading");
  const { along, over } = heading;
  const [startX, startY] = [(xEmu * FINE_DPI) / EMU_PER_INCH, (yEmu * FINE_DPI) / EMU_PER_INCH];
  const moved = new Uint8Array(rgb.length).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const overPx = (x + 0.5 - startX) * over[0] + (y + 0.5 - startY) * over[1];
      const by = Math.round((overPx * SLANT_THOUSANDTHS) / 1000);
      const [fromX, fromY] = [x - by * along[0], y - by * along[1]];
      if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue;
      const [to, from] = [(y * width + x) * 3, (fromY * width + fromX) * 3];
      for (let channel = 0; channel < 3; channel += 1) moved[to + channel] = rgb[from + channel] ?? 255;
    }
  }
  return { width, height, rgb: moved };
}

function expectAlike(one: Picture, other: Picture): void {
  const { meanLevels, strayPixels, firstStray } = comparePictures(
    shrunk(one, SHRINK),
    shrunk(other, SHRINK),
    STRAY_LEVELS,
  );
  expect({ strayPixels, firstStray }).toEqual({ strayPixels: 0, firstStray: null });
  expect(meanLevels).toBeLessThan(MEAN_LEVELS);
}

describe.for(CASES)("a $name line, turned by $turn°", ({ name, turn }) => {
  test("leans in every letter, and prints as it is shown", { timeout: 60_000 }, async () => {
    const slanted = await pagesOf(LINES[name], turn, true);
    const letters = lettersOf(slanted);
    expect(letters.every(({ isSlanted }) => isSlanted === true)).toBe(true);
    expect(letters.some(({ isCombined }) => isCombined === true)).toBe(name !== "level");
    const isFlattened = letters.some(({ isCombined, scaleThousandths }) => !isCombined && scaleThousandths < 1000);
    expect(isFlattened).toBe(name === "vertical and flattened");
    expectAlike(shown(slanted), await printed(slanted));
    if (name === "vertical with ruby") return;
    const plain = await pagesOf(LINES[name], turn, false);
    const [first] = lettersOf(plain);
    if (first === undefined) throw new Error("no letters");
    expectAlike(shown(slanted), sheared(shown(plain), first));
  });
});
