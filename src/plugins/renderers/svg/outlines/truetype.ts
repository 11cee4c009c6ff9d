// `glyf` outlines (OpenType, 'glyf') → path data: quadratic curves, composites put together from their components.
import { i16, type OutlineReader, PathData, type Tables, u8, u16, u32 } from "./sfnt-bytes.ts";

interface Point {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
}

type Contour = readonly Point[];

// Flags of a point.
const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
const X_SAME_OR_POSITIVE = 0x10;
const Y_SAME_OR_POSITIVE = 0x20;

// Flags of a composite glyph's components.
const ARGUMENTS_ARE_WORDS = 0x0001;
const ARGUMENTS_ARE_OFFSETS = 0x0002;
const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;
const OFFSET_IS_SCALED = 0x0800;

/** Components may be composites themselves; a face that nests deeper is broken or goes in a circle. */
const DEPTH_MAX = 8;

const F2DOT14 = 16_384;

/** Answers a reader of a face's glyphs. */
export function readTrueType(tables: Tables, glyphCount: number): OutlineReader {
  const glyf = tables("glyf");
  const loca = tables("loca");
  const isLong = u16(tables("head"), 50) === 1;
  const offset = (glyph: number): number => (isLong ? u32(loca, glyph * 4) : u16(loca, glyph * 2) * 2);
  const outline = (glyph: number): Uint8Array =>
    glyph < glyphCount ? glyf.subarray(offset(glyph), offset(glyph + 1)) : new Uint8Array(0);

  const contours = (glyph: number, depth: number): readonly Contour[] => {
    const bytes = outline(glyph);
    if (bytes.length < 10 || depth > DEPTH_MAX) return [];
    const count = i16(bytes, 0);
    return count >= 0 ? simpleContours(bytes, count) : compositeContours(bytes, (part) => contours(part, depth + 1));
  };
  return (glyph) => pathOf(contours(glyph, 0));
}

function simpleContours(bytes: Uint8Array, count: number): readonly Contour[] {
  if (count === 0) return [];
  const ends = Array.from({ length: count }, (_, index) => u16(bytes, 10 + index * 2));
  const pointCount = (ends.at(-1) ?? -1) + 1;
  let at = 10 + count * 2;
  at += 2 + u16(bytes, at);
  const flags = new Uint8Array(pointCount);
  for (let point = 0; point < pointCount && at < bytes.length; ) {
    const flag = u8(bytes, at++);
    const times = (flag & REPEAT) === 0 ? 1 : 1 + u8(bytes, at++);
    flags.fill(flag, point, point + times);
    point += times;
  }
  const xs = readCoordinates(bytes, at, flags, X_SHORT, X_SAME_OR_POSITIVE);
  const ys = readCoordinates(bytes, xs.end, flags, Y_SHORT, Y_SAME_OR_POSITIVE);
  let start = 0;
  return ends.map((end) => {
    const contour: Point[] = [];
    for (let point = start; point <= end; point++) {
      const onCurve = (u8(flags, point) & ON_CURVE) !== 0;
      contour.push({ x: xs.values[point] ?? 0, y: ys.values[point] ?? 0, onCurve });
    }
    start = end + 1;
    return contour;
  });
}

function readCoordinates(bytes: Uint8Array, from: number, flags: Uint8Array, short: number, sameOrPositive: number) {
  const values = new Int32Array(flags.length);
  let at = from;
  let value = 0;
  flags.forEach((flag, point) => {
    const isMarked = (flag & sameOrPositive) !== 0;
    if ((flag & short) !== 0) {
      value += isMarked ? u8(bytes, at) : -u8(bytes, at);
      at += 1;
    } else if (!isMarked) {
      value += i16(bytes, at);
      at += 2;
    }
    values[point] = value;
  });
  return { values, end: at };
}

/** A component's own transformation: x' = a·x + c·y + e, y' = b·x + d·y + f. */
interface Placement {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

function compositeContours(bytes: Uint8Array, component: (glyph: number) => readonly Contour[]): readonly Contour[] {
  const whole: Contour[] = [];
  let at = 10;
  let flags = MORE_COMPONENTS;
  while ((flags & MORE_COMPONENTS) !== 0 && at + 4 <= bytes.length) {
    flags = u16(bytes, at);
    const parts = component(u16(bytes, at + 2));
    at += 4;
    const areWords = (flags & ARGUMENTS_ARE_WORDS) !== 0;
    const areOffsets = (flags & ARGUMENTS_ARE_OFFSETS) !== 0;
    const [first, second] = argumentsAt(bytes, at, areWords, areOffsets);
    at += areWords ? 4 : 2;
    const placement = placementAt(bytes, at, flags);
    at += transformLength(flags);
    const turned = parts.map((contour) => contour.map((point) => moved(point, placement, 0, 0)));
    const [right, up] = areOffsets
      ? scaledOffset(first, second, placement, flags)
      : anchorOffset(whole, turned, first, second);
    for (const contour of turned) whole.push(contour.map((point) => moved(point, IDENTITY, right, up)));
  }
  return whole;
}

const IDENTITY: Placement = { a: 1, b: 0, c: 0, d: 1 };

function argumentsAt(bytes: Uint8Array, at: number, words: boolean, signed: boolean): readonly [number, number] {
  if (words) return signed ? [i16(bytes, at), i16(bytes, at + 2)] : [u16(bytes, at), u16(bytes, at + 2)];
  const byte = (value: number): number => (signed ? (value << 24) >> 24 : value);
  return [byte(u8(bytes, at)), byte(u8(bytes, at + 1))];
}

function placementAt(bytes: Uint8Array, at: number, flags: number): Placement {
  const scale = (index: number): number => i16(bytes, at + index * 2) / F2DOT14;
  if ((flags & HAS_SCALE) !== 0) return { a: scale(0), b: 0, c: 0, d: scale(0) };
  if ((flags & HAS_TWO_SCALES) !== 0) return { a: scale(0), b: 0, c: 0, d: scale(1) };
  if ((flags & HAS_MATRIX) !== 0) return { a: scale(0), b: scale(1), c: scale(2), d: scale(3) };
  return IDENTITY;
}

function transformLength(flags: number): number {
  if ((flags & HAS_SCALE) !== 0) return 2;
  if ((flags & HAS_TWO_SCALES) !== 0) return 4;
  return (flags & HAS_MATRIX) !== 0 ? 8 : 0;
}

function scaledOffset(right: number, up: number, { a, b, c, d }: Placement, flags: number): readonly [number, number] {
  if ((flags & OFFSET_IS_SCALED) === 0) return [right, up];
  return [right * Math.sqrt(a * a + b * b), up * Math.sqrt(c * c + d * d)];
}

/** Where arguments are point numbers, the component's point is laid on the point of what stands already. */
function anchorOffset(whole: readonly Contour[], parts: readonly Contour[], anchor: number, own: number) {
  const target = whole.flat()[anchor];
  const point = parts.flat()[own];
  return [(target?.x ?? 0) - (point?.x ?? 0), (target?.y ?? 0) - (point?.y ?? 0)] as const;
}

function moved({ x, y, onCurve }: Point, { a, b, c, d }: Placement, right: number, up: number): Point {
  return { x: a * x + c * y + right, y: b * x + d * y + up, onCurve };
}

function pathOf(contours: readonly Contour[]): string {
  const path = new PathData();
  for (const contour of contours) addContour(path, contour);
  return path.toString();
}

/** Between two control points in a row lies a point of the curve, in their middle. */
function addContour(path: PathData, contour: Contour): void {
  const first = contour[0];
  const last = contour.at(-1);
  if (first === undefined || last === undefined || contour.length < 2) return;
  const firstOnCurve = contour.findIndex((point) => point.onCurve);
  const start = firstOnCurve >= 0 ? (contour[firstOnCurve] ?? first) : middle(last, first);
  const rest =
    firstOnCurve >= 0 ? [...contour.slice(firstOnCurve + 1), ...contour.slice(0, firstOnCurve)] : [...contour];
  path.add("M", start.x, start.y);
  let control: Point | null = null;
  for (const point of rest) {
    if (point.onCurve) {
      if (control === null) path.add("L", point.x, point.y);
      else path.add("Q", control.x, control.y, point.x, point.y);
      control = null;
      continue;
    }
    if (control !== null) {
      const between = middle(control, point);
      path.add("Q", control.x, control.y, between.x, between.y);
    }
    control = point;
  }
  if (control !== null) path.add("Q", control.x, control.y, start.x, start.y);
  path.close();
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, onCurve: true };
}
