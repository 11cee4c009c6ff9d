// Whatever is painted is seen, or told: every kind of drawing under everything that may hide it, beyond every round
// corner and on grounds of its own colour. What is told is compared with three pictures: the drawing alone, what takes
// it away alone, and both.
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../src/core/engine/index.ts";
import { pngFile } from "../../plugins/renderers/pdf/images/picture-files.ts";
import { inLane, sampled } from "../../support/lane.ts";
import { drawnPage, engineWithPixels, type Pixels } from "../../support/page-pixels.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await engineWithPixels();
});

const DPI = 72;
const MM_PX = DPI / 25.4;
const PLATE_H_MM = 40;
const MARGIN_MM = 5;

function png(width: number, pixel: (x: number, y: number) => readonly number[], colorType: 2 | 6 = 2): string {
  const file = pngFile({ width, height: width, bitDepth: 8, colorType, pixel });
  return `data:image/png;base64,${Buffer.from(file).toString("base64")}`;
}

const isInDisc = (x: number, y: number, radius: number): boolean =>
  (x - 31.5) * (x - 31.5) + (y - 31.5) * (y - 31.5) <= radius * radius;
const svg = (body: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">${body}</svg>`,
  ).toString("base64")}`;
const DATA = new TextEncoder().encode(
  JSON.stringify({
    ok: true,
    rows: [
      { name: "甲", n: 3 },
      { name: "乙", n: 5 },
    ],
    one: [{ from: "2026-12-02", to: "2026-12-07" }],
    photo: png(8, (x, y) => [30 + x * 10, 60 + y * 8, 120]),
    plain: png(8, () => [150, 150, 150]),
    disc: png(64, (x, y) => [200, 20, 20, isInDisc(x, y, 31) ? 255 : 0], 6),
    ring: png(64, (x, y) => [200, 20, 20, isInDisc(x, y, 31) && !isInDisc(x, y, 27) ? 255 : 0], 6),
    logo: svg('<circle cx="5" cy="5" r="4.5" fill="#123a7a"/><path d="M2 5h6" stroke="#fff"/>'),
    area: svg('<rect width="10" height="10" fill="#969696"/>'),
  }),
);

type Drawing = (place: string) => string;

const SCALE = "scale from=(date('2026-12-01')) to=(date('2026-12-10')) unit=day";
const chart =
  (kind: string): Drawing =>
  (place) =>
    `chart ${kind} rows ${place} w=40mm h=26mm alt="数" {\n category (.name)\n series "数" (.n)\n }`;

/** Each at a place of a plate, some 6 to 40 mm wide. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  "a ticked box": (place) => `check (ok) ${place} w=8mm`,
  "an empty box": (place) => `check (not ok) ${place} w=8mm`,
  "a crossed box": (place) => `check (ok) mark=cross ${place} w=8mm`,
  "a filled box": (place) => `check (ok) mark=fill ${place} w=8mm`,
  "a seal of a name": (place) => `seal "山" ${place} w=10mm h=10mm`,
  "a picture of a seal": (place) => `seal (ring) ${place} w=10mm h=10mm`,
  "places of seals": (place) => `seals ${place} w=24mm {\n seal "承認"\n seal "担当"\n }`,
  "a picture": (place) => `image (photo) ${place} w=12mm h=12mm alt="外観"`,
  "a drawn picture": (place) => `image (logo) ${place} w=12mm h=12mm alt="印"`,
  "a comb": (place) => `comb "" cells=4 ${place} w=24mm h=8mm`,
  "a two-dimensional code": (place) => `barcode qr "ABC" ${place} w=20mm h=20mm`,
  "a bar code": (place) => `barcode code128 "ABC" ${place} w=40mm h=12mm`,
  "a bar chart": chart("bar"),
  "a pie": chart("pie"),
  "a schedule": (place) =>
    `gantt one ${place} w=40mm border=none header=none {\n ${SCALE}\n bar start=(.from) end=(.to) fill=navy\n }`,
};

interface Circumstance {
  /** What stands in a plate with a drawing, or with nothing in its place. */
  readonly write: (drawing: string) => string;
  /** Where it stands in the plate; absent: at 3 mm. */
  readonly at?: readonly [xMm: number, yMm: number];
}

const within = (content: string): string => `plate h=${PLATE_H_MM - 2}mm w=100mm {\n${content}\n}`;
const covered = (cover: string): Circumstance => ({ write: (drawing) => within(`${drawing}\n${cover}`) });
const ALL_OF_IT = "x=0mm y=0mm w=46mm h=32mm";
const inCorner = (open: string): Circumstance => ({ write: (drawing) => `${open} {\n${drawing}\n }`, at: [0, 0] });
const PLATE = "plate h=32mm w=60mm";
const COLUMN = 'column from "甲" w=60mm';
const placed = (open: string): Circumstance => ({
  write: (drawing) => `${open} {\n ${PLATE} {\n${drawing}\n }\n }`,
  at: [0, 0],
});

const COVERS: Readonly<Record<string, Circumstance>> = {
  "a rectangle": covered(`rect ${ALL_OF_IT} fill=gray stroke=none`),
  "a rectangle on its left": covered("rect x=0mm y=0mm w=6mm h=32mm fill=gray stroke=none"),
  "a box": covered(`box ${ALL_OF_IT} fill=gray {\n space 1mm\n }`),
  "a plate": covered(`plate ${ALL_OF_IT} fill=gray {\n }`),
  "a text": covered(`text "あ" ${ALL_OF_IT} fill=gray valign=bottom`),
  Markdown: covered(`markdown "あ" ${ALL_OF_IT} fill=gray`),
  "a box to tick": covered(`check (ok) ${ALL_OF_IT} fill=gray padding-left=40mm`),
  "a grid": covered('grid cols=[46mm] x=0mm y=0mm w=46mm row-h=32mm head-fill=gray {\n head ""\n }'),
  "a comb": covered(`comb "1" cells=1 ${ALL_OF_IT} fill=gray`),
  "places of seals": covered(`seals x=0mm y=0mm w=46mm fill=gray {\n seal "印"\n }`),
  "a bar code": covered(`barcode code128 "1" ${ALL_OF_IT} fill=white`),
  "a chart": covered(`chart bar rows ${ALL_OF_IT} fill=gray alt="数" {\n category (.name)\n series "数" (.n)\n }`),
  "a picture": covered(`image (plain) ${ALL_OF_IT} fit=fill alt="c"`),
  "a drawn picture": covered(`image (area) ${ALL_OF_IT} fit=fill alt="c"`),
  "a seal without a clear ground": covered("seal (disc) x=-2mm y=-2mm w=36mm h=36mm"),
  "a thick line": covered("line x=0mm y=8mm w=46mm stroke=[44pt, gray]"),
  "a thick line down": covered("line x=8mm y=0mm h=32mm stroke=[44pt, gray]"),
  "a border beside": covered(`box x=0mm y=0mm w=46mm h=32mm border=[40pt, gray] {\n space 1mm\n }`),
  "the line of a rectangle": covered("rect x=6mm y=6mm w=60mm h=40mm stroke=[36pt, gray]"),
  "white of 97 %": covered(`rect ${ALL_OF_IT} fill=#fffffff7 stroke=none`),
  "white of 90 %": covered(`box ${ALL_OF_IT} fill=#ffffffe6 {\n space 1mm\n }`),
};

const CORNERS: Readonly<Record<string, Circumstance>> = {
  "a box": placed("box radius=15mm border=0.5pt w=60mm"),
  "a box with a ground": placed("box radius=15mm fill=#e0e8f0 w=60mm"),
  "a box of a radius alone": placed("box radius=15mm w=60mm"),
  "a plate": inCorner(`${PLATE} radius=15mm border=0.5pt`),
  "a stack": placed("stack radius=15mm border=0.5pt w=60mm"),
  "a row": placed("row radius=15mm border=0.5pt w=60mm"),
  "a table": {
    write: (drawing) =>
      `table one radius=15mm border=0.5pt header=none {\n${COLUMN} {\n ${PLATE} {\n${drawing}\n }\n }\n }`,
    at: [0, 0],
  },
  "a grid": placed("grid cols=[60mm] radius=15mm border=0.5pt"),
  "a box in a box": {
    write: (drawing) => `box radius=15mm border=0.5pt w=60mm {\n box {\n ${PLATE} {\n${drawing}\n }\n }\n }`,
    at: [0, 0],
  },
};

/** The library that draws the pixels takes ten seconds for cuts with a frame: a fast run draws one of them. */
const CORNERS_OF_A_RUN = inLane({
  fast: ["a box with a ground"],
  full: Object.keys(CORNERS),
});

const on = (open: string, close = ""): Circumstance => ({ write: (drawing) => `${open} {\n${drawing}\n }\n${close}` });

/** Grounds that have the colour of the drawings, white or black as these are told to be. */
const GROUNDS: Readonly<Record<string, Circumstance>> = {
  "a dark plate": on(`${PLATE} fill=INK`),
  "a dark rectangle": { write: (drawing) => within(`rect ${ALL_OF_IT} fill=INK stroke=none\n${drawing}`) },
  "a dark row of a table": {
    write: (drawing) =>
      `table one row-fill=INK header=none border=none {\n${COLUMN} {\n ${PLATE} {\n${drawing}\n }\n }\n }`,
  },
};

/** Where all of a drawing is seen. */
const HARMLESS: Readonly<Record<string, Circumstance>> = {
  "a rectangle below it": { write: (drawing) => within(`rect ${ALL_OF_IT} fill=#e8eef4 stroke=none\n${drawing}`) },
  "a rectangle beside it": covered("rect x=60mm y=0mm w=10mm h=10mm fill=gray stroke=none"),
  "a frame about it": covered("rect x=1mm y=1mm w=50mm h=34mm stroke=[2pt, gray]"),
  "white of 30 %": covered(`rect ${ALL_OF_IT} fill=#ffffff4d stroke=none`),
  "a small round corner": on(`box radius=1mm border=0.5pt w=60mm {\n ${PLATE}`, "}"),
  "a large round corner": on(`box radius=8mm border=0.5pt w=60mm {\n ${PLATE}`, "}"),
  "a dark frame with a white ground": {
    write: (drawing) => within(`rect ${ALL_OF_IT} fill=white stroke=[6pt, black]\n${drawing}`),
  },
};

function form(plates: readonly string[], style: string): string {
  const height = plates.length * PLATE_H_MM + 2 * MARGIN_MM + 1;
  return `rpt 1
field photo image
field plain image
field disc image
field ring image
field logo image
field area image
field ok bool example=true
field rows[].name string(4) example=["甲", "乙", "丙"]
field rows[].n int min=1 max=9 example=[3, 5, 2]
field one[] max=1
field one[].from date example=["2026-12-02"]
field one[].to date example=["2026-12-07"]
sizes body=9pt
style base size=body ${style}
page w=110mm h=${height}mm margin=${MARGIN_MM}mm {
  body {
${plates.map((plate) => `box h=${PLATE_H_MM}mm w=100mm {\n${plate}\n}`).join("\n")}
  }
}
`;
}

/** Of each plate, how many pixels of the drawing are seen alone, and what share of these is lost. */
function lostOf(blank: Pixels, alone: Pixels, around: Pixels, both: Pixels, plates: number): readonly number[] {
  const seen = new Float64Array(plates);
  const lost = new Float64Array(plates);
  const differ = (one: Pixels, other: Pixels, at: number): number =>
    Math.max(
      ...[0, 1, 2].map((channel) => Math.abs((one.bytes[at + channel] ?? 0) - (other.bytes[at + channel] ?? 0))),
    );
  for (let pixel = 0; pixel < blank.bytes.length / 4; pixel += 1) {
    if (differ(blank, alone, pixel * 4) < SEEN) continue;
    const plate = Math.floor((Math.floor(pixel / blank.width) / MM_PX - MARGIN_MM) / PLATE_H_MM);
    if (seen[plate] === undefined || lost[plate] === undefined) continue;
    seen[plate] += 1;
    if (differ(around, both, pixel * 4) < LOST) lost[plate] += 1;
  }
  return Array.from(seen, (count, plate) => (lost[plate] ?? 0) / Math.max(1, count));
}

/** Channels that differ less are those of one grey on paper; and what is certainly seen. */
const LOST = 16;
const SEEN = 64;
/** What may be lost untold, and what may be told: between the two, the edges of pixels and of points decide. */
const TOLD_FROM = 0.25;
const UNTOLD_TO = 0.005;

interface Judged {
  readonly drawing: string;
  readonly lost: number;
  readonly codes: readonly string[];
}

const OF_HIDDEN = new Set(["RPT4007", "RPT4026", "RPT5001", "RPT5002", "RPT5003", "RPT5008"]);

const drawnBefore = new Map<boolean, { readonly blank: Pixels; readonly alone: Pixels }>();

/** Plates of nothing, and of the drawings by themselves: the same whatever hides them. */
async function drawnAlone(drawings: readonly string[], isInCorner: boolean) {
  const write = isInCorner ? inCorner(PLATE).write : within;
  const draw = (plates: readonly string[]) => drawnPage(engine, form(plates, ""), DPI, DATA);
  const drawn = drawnBefore.get(isInCorner) ?? {
    blank: await draw(drawings.map(() => write(""))),
    alone: await draw(drawings.map(write)),
  };
  drawnBefore.set(isInCorner, drawn);
  return drawn;
}

async function judged(circumstance: Circumstance, style = ""): Promise<readonly Judged[]> {
  const [x, y] = circumstance.at ?? [3, 3];
  const names = Object.keys(DRAWINGS);
  const drawings = Object.values(DRAWINGS).map((drawing) => drawing(`x=${x}mm y=${y}mm`));
  const draw = (plates: readonly string[]) => drawnPage(engine, form(plates, style), DPI, DATA);
  const source = form(drawings.map(circumstance.write), style);
  const { diagnostics } = engine.check({ source, data: DATA });
  const errors = diagnostics.filter(({ code, severity }) => /^RPT[12]/.test(code) && severity === "error");
  expect(errors.map(({ message }) => message)).toEqual([]);
  const { blank, alone } = await drawnAlone(drawings, circumstance.at !== undefined);
  const shares = lostOf(
    blank,
    alone,
    await draw(drawings.map(() => circumstance.write(""))),
    await draw(drawings.map(circumstance.write)),
    drawings.length,
  );
  const starts = [...source.matchAll(/^box h=40mm/gm)].map(({ index }) => index);
  return names.map((drawing, at) => {
    const [from, to] = [starts[at] ?? 0, starts[at + 1] ?? source.length];
    const within = diagnostics.filter(({ code, span }) => OF_HIDDEN.has(code) && span.start >= from && span.start < to);
    return { drawing, lost: shares[at] ?? 0, codes: [...new Set(within.map(({ code }) => code))] };
  });
}

function untold(all: readonly Judged[]): readonly string[] {
  return all.flatMap(({ drawing, lost, codes }) => {
    return lost >= TOLD_FROM && codes.length === 0 ? [`${drawing}: ${Math.round(lost * 100)} % lost`] : [];
  });
}

describe("what hides a drawing is told", () => {
  test.each(sampled(Object.keys(COVERS), 12))("%s", async (cover) => {
    const all = await judged(COVERS[cover] ?? covered(""));
    expect(untold(all)).toEqual([]);
    expect(all.filter(({ lost }) => lost >= TOLD_FROM).length).toBeGreaterThan(2);
  });
});

describe("what a round corner cuts off a drawing is told", () => {
  test.each(CORNERS_OF_A_RUN)("%s", async (corner) => {
    const all = await judged(CORNERS[corner] ?? covered(""));
    expect(untold(all)).toEqual([]);
    expect(all.filter(({ lost }) => lost >= TOLD_FROM).length).toBeGreaterThan(2);
  });
});

describe("a drawing in the colour of its ground is told", () => {
  const cases = Object.keys(GROUNDS).flatMap((ground) => ["black", "white"].map((color) => [ground, color] as const));
  test.each(sampled([...cases, ["paper", "white"] as const], 3))("%s, %s", async (name, color) => {
    const { write, ...more } = name === "paper" ? covered("") : (GROUNDS[name] ?? covered(""));
    const ground: Circumstance = { ...more, write: (drawing) => write(drawing).replaceAll("INK", color) };
    const all = await judged(ground, `color=${color}`);
    expect(untold(all)).toEqual([]);
    expect(all.filter(({ lost }) => lost >= TOLD_FROM).length).toBeGreaterThan(2);
  });
});

describe("what leaves a drawing seen is not told", () => {
  test.each(sampled(Object.keys(HARMLESS), 3))("%s", async (circumstance) => {
    const all = await judged(HARMLESS[circumstance] ?? covered(""));
    expect(all.filter(({ lost, codes }) => lost <= UNTOLD_TO && codes.length > 0)).toEqual([]);
    expect(all.filter(({ lost }) => lost <= UNTOLD_TO).length).toBeGreaterThan(8);
  });
});
