// How much text the boxes of fields hold, counted in full-width characters: what a person who fills a form asks.
import type { Canvas, CombElement, Emu, FullSize, TextCapacity } from "../canvas/index.ts";
import type { ShownRoom } from "../layout/index.ts";
import { indexElements } from "./elements.ts";

const EMU_PER_HUNDREDTH_POINT = 127;
const THOUSANDTHS = 1_000;
/** Shrinking ends with glyphs this much closer: a twentieth of the size. */
const TIGHTEST_SPACING_THOUSANDTHS = 50;

/**
 * The tightest room of each field that has one: boxes of a height, a number of lines, or one line that may shrink. What
 * grows with its text has no capacity, and neither has a field that shares its room with another.
 */
export function measureCapacities(canvas: Canvas, rooms: readonly ShownRoom[]): Readonly<Record<string, TextCapacity>> {
  const combs = combCells(canvas);
  const tightest = new Map<string, TextCapacity>();
  for (const room of rooms) {
    const path = declaredPath(room);
    if (!hasText(canvas, path)) continue;
    const capacity = combs.get(room.span[0]) ?? capacityOf(room);
    if (capacity === null) continue;
    const known = tightest.get(path);
    if (known === undefined || most(capacity) < most(known)) tightest.set(path, capacity);
  }
  return Object.fromEntries([...tightest].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What rooms of several lines take at full size, of each field whose text shrinks there; the most first. */
export function fullSizes(canvas: Canvas, rooms: readonly ShownRoom[]): ReadonlyMap<string, readonly FullSize[]> {
  const sizes = new Map<string, Map<string, FullSize>>();
  for (const room of rooms) {
    const capacity = room.style.fit === "shrink" ? capacityOf(room) : null;
    if (capacity === null || capacity.lines < 2) continue;
    const path = declaredPath(room);
    if (!hasText(canvas, path)) continue;
    const { charactersPerLine, lines } = capacity;
    const own = sizes.get(path) ?? new Map<string, FullSize>();
    sizes.set(path, own.set(`${charactersPerLine} ${lines}`, { charactersPerLine, lines }));
  }
  const taken = (one: FullSize): number => one.charactersPerLine * one.lines;
  return new Map(
    [...sizes].map(([path, own]) => [path, [...own.values()].sort((one, other) => taken(other) - taken(one))]),
  );
}

function declaredPath({ path }: ShownRoom): string {
  return path.replaceAll(/\[\d+\]/g, "[]");
}

function hasText({ fields }: Canvas, path: string): boolean {
  return fields.some((field) => field.path === path && isText(field.type.kind));
}

function isText(kind: string): boolean {
  return kind === "string" || kind === "text";
}

/** All that a room takes, shrunk where it may. */
function most({ charactersPerLine, lines, shrunk }: TextCapacity): number {
  return (shrunk?.charactersPerLine ?? charactersPerLine) * lines;
}

/** A comb holds one character in each cell. */
function combCells(canvas: Canvas): ReadonlyMap<number, TextCapacity> {
  const cells = new Map<number, TextCapacity>();
  for (const element of indexElements(canvas).combs) cells.set(element.span[0], combCapacity(canvas, element));
  return cells;
}

function combCapacity(canvas: Canvas, { cells, style }: CombElement): TextCapacity {
  const sizeEmu = canvas.textStyles[style]?.sizeEmu ?? 0;
  return { charactersPerLine: cells, lines: 1, sizeHundredths: hundredths(sizeEmu) };
}

function capacityOf({ aroundEmu, room, style }: ShownRoom): TextCapacity | null {
  const isVertical = style.writing === "vertical";
  const alongEmu = isVertical ? room.heightEmu : room.widthEmu;
  const acrossEmu = isVertical ? room.widthEmu : room.heightEmu;
  if (alongEmu === null) return null;
  const lines = linesOf(style, acrossEmu);
  if (lines === null) return null;
  const charactersPerLine = perLine(alongEmu, style.sizeEmu, style.letterSpacingEmu, THOUSANDTHS, aroundEmu);
  const capacity = { charactersPerLine, lines, sizeHundredths: hundredths(style.sizeEmu) };
  if (style.fit !== "shrink") return capacity;
  const { condenseThousandths, sizeMinEmu } = style;
  const size = Math.min(style.sizeEmu, sizeMinEmu);
  const tight = -Math.floor((size * TIGHTEST_SPACING_THOUSANDTHS) / THOUSANDTHS);
  const around = Math.ceil((aroundEmu * size * condenseThousandths) / (style.sizeEmu * THOUSANDTHS));
  const shrunk = perLine(alongEmu, size, tight, condenseThousandths, around);
  return { ...capacity, shrunk: { charactersPerLine: shrunk, sizeHundredths: hundredths(size) } };
}

/** Null where the box grows with its lines. */
function linesOf(style: ShownRoom["style"], acrossEmu: Emu | null): number | null {
  if (style.fit === "shrink" || style.wrap === "none") return style.linesMax ?? 1;
  if (acrossEmu === null) return style.linesMax;
  // n lines need n − 1 line heights and one em.
  const lineHeightEmu = Math.floor((style.sizeEmu * style.lineHeightThousandths) / THOUSANDTHS);
  const fitting = 1 + Math.max(0, Math.floor((acrossEmu - style.sizeEmu) / Math.max(1, lineHeightEmu)));
  return style.linesMax === null ? fitting : Math.min(fitting, style.linesMax);
}

/** Full-width characters beside what the element says around the value. */
function perLine(
  lengthEmu: Emu,
  sizeEmu: Emu,
  letterSpacingEmu: Emu,
  scaleThousandths: number,
  aroundEmu: Emu,
): number {
  const stepEmu = Math.floor((sizeEmu * scaleThousandths) / THOUSANDTHS) + letterSpacingEmu;
  if (stepEmu <= 0) return 0;
  return Math.max(0, Math.floor((lengthEmu + letterSpacingEmu - aroundEmu) / stepEmu));
}

function hundredths(emu: Emu): number {
  return Math.round(emu / EMU_PER_HUNDREDTH_POINT);
}
