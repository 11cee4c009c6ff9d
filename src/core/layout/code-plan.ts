// How large a code is drawn: its module, its free margins, and where its bars lie.
import type { BarcodeElement, BarcodeKind, Emu } from "../canvas/index.ts";
import type { EncodedCode } from "./code-encoder.ts";
import type { PathCommand } from "./pages.ts";

type Code = Exclude<EncodedCode, { kind: "refused" }>;

/** The room of a code and what has to stand beneath it. */
export interface CodeRoom {
  readonly widthEmu: Emu;
  /** The width is said, so the code fills it; else it is the most that there is. */
  readonly wantsWidth: boolean;
  readonly heightEmu: Emu | null;
  /** Of the lines for people. */
  readonly linesEmu: Emu;
  /** A payment slip of Japan's convenience stores, which has limits of its own. */
  readonly isPayment: boolean;
}

export interface CodePlan {
  readonly moduleEmu: Emu;
  readonly moduleMinEmu: Emu;
  /** Left of the first bar. */
  readonly quietEmu: Emu;
  /** With the free margins; the height with what stands beneath. */
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  /** The height of bars, for codes that have any. */
  readonly barsEmu: Emu;
  readonly barsMinEmu: Emu;
  readonly widthMaxEmu: Emu | null;
  /** Where the lines for people begin. */
  readonly textEmu: Emu;
  /** What the standard asks for where the source says less; null where it says enough. */
  readonly quietMissing: number | null;
}

/** One dot of a 600 dpi printer: modules of whole dots are printed alike. */
const DOT_EMU = 1_524;
/** Below a quarter of a millimetre office printers and hand scanners fail. */
const MODULE_MIN_EMU = 9_000;
/** Four dots at 600 dpi: what a payment slip of 60 mm leaves (GS1 Japan, 標準料金代理収納ガイドライン). */
const PAYMENT_MODULE_MIN_EMU = 6_000;
const PAYMENT_WIDTH_MAX_EMU = 2_160_000;
const PAYMENT_BARS_MIN_EMU = 360_000;
/** Four fifths of the nominal size is the least that shops accept (GS1 General Specifications, 5.2.6). */
const EAN_MODULE_MIN_EMU = 9_504;
/** Where nothing is said: ten dots. */
const MODULE_DEFAULT_EMU = 10 * DOT_EMU;
const BARS_DEFAULT_EMU = 432_000;
const BARS_MIN_EMU = 180_000;
/** Between bars and the line beneath. */
const TEXT_GAP_EMU = 18_000;
/** So far the outer and middle bars of EAN reach down between the digits, in modules. */
const GUARD_MODULES = 5;
/** A customer bar code at 10 pt: bars of 0.6 mm; 8 to 11.5 pt are allowed (Japan Post, カスタマバーコード). */
const POSTAL_MODULE_EMU = 21_600;
const POSTAL_MODULE_MIN_EMU = 17_280;
const POSTAL_MODULE_MAX_EMU = 24_840;
/** Free on all sides, in half millimetres of a 10 pt code: 2 mm. */
const POSTAL_QUIET_EMU = 72_000;
const POSTAL_HEIGHT_MODULES = 6;

/** Free modules left and right (ISO/IEC 18004, 16022, 15438, 15417, 15420, 16388, 16390). */
const QUIET: Readonly<Record<BarcodeKind, readonly [left: number, right: number]>> = {
  qr: [4, 4],
  microqr: [2, 2],
  datamatrix: [1, 1],
  pdf417: [2, 2],
  code128: [10, 10],
  code39: [10, 10],
  itf: [10, 10],
  ean13: [11, 7],
  ean8: [7, 7],
  "gs1-128": [10, 10],
  nw7: [10, 10],
  "jp-postal": [0, 0],
};

export function planCode(element: BarcodeElement, code: Code, room: CodeRoom): CodePlan {
  switch (code.kind) {
    case "matrix":
      return planMatrix(element, code, room);
    case "bars":
      return planBars(element, code, room);
    case "postal":
      return planPostal(element, code, room);
  }
}

function quietOf(element: BarcodeElement): readonly [number, number] {
  const own = element.quietModules;
  return own === null ? QUIET[element.symbology] : [own, own];
}

function quietMissing({ symbology, quietModules }: BarcodeElement): number | null {
  const wanted = Math.max(...QUIET[symbology]);
  return quietModules === null || quietModules >= wanted ? null : wanted;
}

/** The largest module of whole dots that fits; where not even one dot fits, what there is. */
function fittingModule(emu: number): Emu {
  const whole = Math.floor(emu);
  return whole < DOT_EMU ? Math.max(1, whole) : whole - (whole % DOT_EMU);
}

function planMatrix(element: BarcodeElement, code: Extract<Code, { kind: "matrix" }>, room: CodeRoom): CodePlan {
  const [left, right] = quietOf(element);
  const across = code.columns + left + right;
  const down = code.rows * code.rowModules + left + right;
  const free = room.heightEmu === null ? null : Math.max(0, room.heightEmu - withGap(room.linesEmu));
  const limits = [room.widthEmu / across, ...(free === null ? [] : [free / down])];
  const fills = room.wantsWidth || free !== null;
  const auto = fittingModule(Math.min(...limits, ...(fills ? [] : [MODULE_DEFAULT_EMU])));
  const moduleEmu = element.moduleEmu ?? auto;
  const height = down * moduleEmu;
  return {
    moduleEmu,
    moduleMinEmu: MODULE_MIN_EMU,
    quietEmu: left * moduleEmu,
    widthEmu: across * moduleEmu,
    heightEmu: height + withGap(room.linesEmu),
    barsEmu: 0,
    barsMinEmu: 0,
    widthMaxEmu: null,
    textEmu: height + TEXT_GAP_EMU,
    quietMissing: quietMissing(element),
  };
}

function withGap(linesEmu: Emu): Emu {
  return linesEmu === 0 ? 0 : linesEmu + TEXT_GAP_EMU;
}

function planBars(element: BarcodeElement, code: Extract<Code, { kind: "bars" }>, room: CodeRoom): CodePlan {
  const [left, right] = quietOf(element);
  const across = code.widths.reduce((sum, width) => sum + width, left + right);
  const limit = Math.min(room.widthEmu, room.isPayment ? PAYMENT_WIDTH_MAX_EMU : room.widthEmu);
  const auto = fittingModule(Math.min(limit / across, ...(room.wantsWidth ? [] : [moduleUsual(element.symbology)])));
  const moduleEmu = element.moduleEmu ?? auto;
  const beneath = withGap(room.linesEmu);
  const barsEmu = room.heightEmu === null ? BARS_DEFAULT_EMU : Math.max(0, room.heightEmu - beneath);
  return {
    moduleEmu,
    moduleMinEmu: room.isPayment ? PAYMENT_MODULE_MIN_EMU : isEan(element) ? EAN_MODULE_MIN_EMU : MODULE_MIN_EMU,
    quietEmu: left * moduleEmu,
    widthEmu: across * moduleEmu,
    heightEmu: barsEmu + beneath,
    barsEmu,
    barsMinEmu: room.isPayment ? PAYMENT_BARS_MIN_EMU : BARS_MIN_EMU,
    widthMaxEmu: room.isPayment ? PAYMENT_WIDTH_MAX_EMU : null,
    textEmu: barsEmu + TEXT_GAP_EMU,
    quietMissing: quietMissing(element),
  };
}

/** EAN's nominal module is a third of a millimetre, eight dots. */
function moduleUsual(kind: BarcodeKind): Emu {
  return kind === "ean13" || kind === "ean8" ? 8 * DOT_EMU : MODULE_DEFAULT_EMU;
}

function isEan(element: BarcodeElement): boolean {
  return element.symbology === "ean13" || element.symbology === "ean8";
}

function planPostal(element: BarcodeElement, code: Extract<Code, { kind: "postal" }>, room: CodeRoom): CodePlan {
  const across = code.bars.length * 2 - 1;
  const quiet = (moduleEmu: Emu) =>
    element.quietModules === null ? POSTAL_QUIET_EMU : element.quietModules * moduleEmu;
  const limits = [POSTAL_MODULE_MAX_EMU, (room.widthEmu - 2 * quiet(0)) / across];
  if (room.heightEmu !== null) limits.push((room.heightEmu - 2 * quiet(0)) / POSTAL_HEIGHT_MODULES);
  if (!room.wantsWidth && room.heightEmu === null) limits.push(POSTAL_MODULE_EMU);
  const moduleEmu = element.moduleEmu ?? Math.max(1, Math.floor(Math.min(...limits)));
  const margin = quiet(moduleEmu);
  const height = POSTAL_HEIGHT_MODULES * moduleEmu;
  return {
    moduleEmu,
    moduleMinEmu: POSTAL_MODULE_MIN_EMU,
    quietEmu: margin,
    widthEmu: across * moduleEmu + 2 * margin,
    heightEmu: height + 2 * margin,
    barsEmu: height,
    barsMinEmu: 0,
    widthMaxEmu: null,
    textEmu: 0,
    quietMissing: null,
  };
}

/** One path of all that is dark: neighbours share edges, and no hairline shows between them. */
export function codeCommands(code: Code, plan: CodePlan, leftEmu: Emu, topEmu: Emu): readonly PathCommand[] {
  const left = leftEmu + plan.quietEmu;
  switch (code.kind) {
    case "matrix":
      return matrixCommands(code, plan.moduleEmu, left, topEmu + plan.quietEmu);
    case "bars":
      return barCommands(code, plan, left, topEmu);
    case "postal":
      return postalCommands(code, plan.moduleEmu, left, topEmu + plan.quietEmu);
  }
}

function rectangle(commands: PathCommand[], left: Emu, top: Emu, width: Emu, height: Emu): void {
  commands.push({ op: "move", xEmu: left, yEmu: top });
  commands.push({ op: "line", xEmu: left + width, yEmu: top });
  commands.push({ op: "line", xEmu: left + width, yEmu: top + height });
  commands.push({ op: "line", xEmu: left, yEmu: top + height });
  commands.push({ op: "close" });
}

/** Dark stretches of a row, drawn on through the rows below that have the same. */
function matrixCommands(
  { modules, columns, rows, rowModules }: Extract<Code, { kind: "matrix" }>,
  module: Emu,
  left: Emu,
  top: Emu,
): readonly PathCommand[] {
  const commands: PathCommand[] = [];
  const dark = (column: number, row: number) => modules[row * columns + column] === 1;
  const open = new Map<string, { readonly from: number; readonly to: number; readonly row: number }>();
  for (let row = 0; row <= rows; row++) {
    const stretches = new Map<string, { readonly from: number; readonly to: number }>();
    for (let column = 0; row < rows && column < columns; column++) {
      if (!dark(column, row)) continue;
      const from = column;
      while (column < columns && dark(column, row)) column++;
      stretches.set(`${from} ${column}`, { from, to: column });
    }
    for (const [key, { from, to, row: start }] of open) {
      if (stretches.has(key)) continue;
      const height = (row - start) * rowModules * module;
      rectangle(commands, left + from * module, top + start * rowModules * module, (to - from) * module, height);
      open.delete(key);
    }
    for (const [key, stretch] of stretches) if (!open.has(key)) open.set(key, { ...stretch, row });
  }
  return commands;
}

function barCommands(
  { widths }: Extract<Code, { kind: "bars" }>,
  plan: CodePlan,
  left: Emu,
  top: Emu,
): readonly PathCommand[] {
  const commands: PathCommand[] = [];
  const bars = (widths.length + 1) >> 1;
  const isEan = plan.moduleMinEmu === EAN_MODULE_MIN_EMU;
  let x = left;
  widths.forEach((width, at) => {
    const bar = at >> 1;
    if (at % 2 === 0) {
      const guards = isEan && plan.heightEmu > plan.barsEmu && isGuard(bar, bars);
      const height = plan.barsEmu + (guards ? GUARD_MODULES * plan.moduleEmu : 0);
      rectangle(commands, x, top, width * plan.moduleEmu, height);
    }
    x += width * plan.moduleEmu;
  });
  return commands;
}

/** The first two bars, the two in the middle, the last two. */
function isGuard(bar: number, bars: number): boolean {
  const half = bars >> 1;
  return bar < 2 || bar >= bars - 2 || bar === half - 1 || bar === half;
}

function postalCommands(
  { bars }: Extract<Code, { kind: "postal" }>,
  module: Emu,
  left: Emu,
  top: Emu,
): readonly PathCommand[] {
  const commands: PathCommand[] = [];
  bars.forEach(({ rises, falls }, at) => {
    const from = rises ? 0 : 2 * module;
    const to = falls ? POSTAL_HEIGHT_MODULES * module : 4 * module;
    rectangle(commands, left + 2 * at * module, top + from, module, to - from);
  });
  return commands;
}
