import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { drawnPage, engineWithPixels, type Pixels } from "../../support/page-pixels.ts";
import type { Judge } from "../judge.ts";

// Pictures as Chromium draws them: what Platen draws otherwise it has to tell. `svg-features.json` holds by name what
// stands in an SVG of 80 by 60, behind attributes of the root after `@root` where there are some. What hangs on the
// fonts of a machine is left out, and what readers of SVG settle each in their own way: the last marker of a closed
// line, a gradient along a line without height, lines that keep their width on a screen.
const FEATURES = new URL("../svg-features.json", import.meta.url);
/** Debian's browser; another is named by this variable. */
const EXECUTABLE = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const [WIDTH, HEIGHT] = [320, 240] as const;
const SIDE_MM = 80;
/** Squares of so many pixels are compared by their middle colour, which edges hardly change. */
const SQUARE = 4;
/** Squares differ by so much, and pictures in so many squares. */
const [TONE, SQUARES] = [70, 25] as const;

const SOURCE = `rpt 1
field picture image
page ${SIDE_MM}mm ${(SIDE_MM * HEIGHT) / WIDTH}mm margin=0mm {
  body {
    image (picture) w=${SIDE_MM}mm h=${(SIDE_MM * HEIGHT) / WIDTH}mm alt="図"
  }
}
`;

/** Told of a picture that is drawn, though otherwise than the file says; of pixels it is told that they are pixels. */
const TOLD = /^RPT(?:4016|4009|4026)$/u;

function svgOf(feature: string): string {
  const [, root = "", content = feature] = /^@root ([^|]*)\|([\s\S]*)$/u.exec(feature) ?? [];
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const text = `<svg ${names} viewBox="0 0 80 60" ${root}>${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
}

/** Runs in the browser: the picture on white, as base64 of its pixels. */
const DRAW = `async ([address, width, height]) => {
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => null);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return btoa(text);
}`;

function squaresApart(one: Pixels, other: Pixels): number {
  let count = 0;
  for (let y = 0; y + SQUARE < HEIGHT; y += SQUARE) {
    for (let x = 0; x + SQUARE < WIDTH; x += SQUARE) {
      const [left, right] = [middleOf(one, x, y), middleOf(other, x, y)];
      if (left.some((part, at) => Math.abs(part - (right[at] ?? 0)) > TONE)) count += 1;
    }
  }
  return count;
}

function middleOf({ width, bytes }: Pixels, left: number, top: number): readonly number[] {
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let y = top; y < top + SQUARE; y++) {
      for (let x = left; x < left + SQUARE; x++) sum += bytes[4 * (y * width + x) + channel] ?? 255;
    }
    return sum / (SQUARE * SQUARE);
  });
}

export const svgPictureJudges: readonly Judge[] = [
  {
    name: "Chromium: pictures of SVG are drawn alike, or what is not drawn is told",
    needs: ["chromium"],
    judge: async () => {
      const engine = await engineWithPixels();
      const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox"] });
      const untold: string[] = [];
      let [count, told] = [0, 0];
      try {
        const page = await browser.newPage();
        const features: Readonly<Record<string, string>> = JSON.parse(await readFile(FEATURES, "utf8"));
        count = Object.keys(features).length;
        for (const [name, feature] of Object.entries(features)) {
          const address = svgOf(feature);
          const data = new TextEncoder().encode(JSON.stringify({ picture: address }));
          const { diagnostics } = engine.check({ source: SOURCE, data });
          const isTold = diagnostics.some(({ code }) => TOLD.test(code));
          const asked = `(${DRAW})(${JSON.stringify([address, WIDTH, HEIGHT])})`;
          const theirs = Buffer.from(String(await page.evaluate(asked)), "base64");
          const ours = await drawnPage(engine, SOURCE, (WIDTH / SIDE_MM) * 25.4, data);
          const apart = squaresApart(ours, { width: WIDTH, bytes: theirs });
          if (isTold) told += 1;
          else if (apart > SQUARES) untold.push(`${name}: ${apart} squares differ`);
        }
      } finally {
        await browser.close();
      }
      if (untold.length > 0) throw new Error(untold.join("\n"));
      console.log(`        ${count} pictures, of which ${told} are told`);
    },
  },
];
