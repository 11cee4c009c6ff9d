// How large a code is drawn: its module, its free margins, and where its bars lie.
import type { BarcodeElement, Emu } from "../../canvas/index.ts";
import type { PathCommand } from "../page/index.ts";
import type { CodePattern, EncodedCode } from "../words/index.ts";

type Code = Extract<EncodedCode, { kind: "code" }>;
type Matrix = Extract<CodePattern, { kind: "matrix" }>;
type Bars = Extract<CodePattern, { kind: "bars" }>;
type Postal = Extract<CodePattern, { kind: "postal" }>;

/** The room of a code and what has to stand beneath it. */
export interface CodeRoom {
  readonly widthEmu: Emu;
  /** The width is said, so the code fills it; else it is the most that there is. */
  readonly wantsWidth: boolean;
  readonly heightEmu: Emu | null;
  /** The most that it may take where no height is said; null: any. */
  readonly heightMaxEmu: Emu | null;
  /** Of the lines for people. */
  readonly linesEmu: Emu;
}

export interface CodePlan {
  readonly moduleEmu: Emu;
  readonly moduleMinEmu: Emu;
  /** What the code takes at that least module, with its free margins and lines; null where its height is free. */
  readonly leastWidthEmu: Emu;
  readonly leastHeightEmu: Emu | null;
  /** Left of the first bar. */
  readonly quietEmu: Emu;
  /** With the free margins; the height with what stands beneath. */
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  /** The height of bars, for codes that have any. */
  readonly barsEmu: Emu;
  readonly barsMinEmu: Emu;
  /** Where the lines for people begin. */
  readonly textEmu: Emu;
  /** What the standard asks for where the source says less; null where it says enough. */
  readonly quietMissing: number | null;
}

/** One dot of a 600 dpi printer: modules of whole dots are printed alike. */
const DOT_EMU = 1_524;
const BARS_DEFAULT_EMU = 432_000;
/** Between bars and the line beneath. */
const TEXT_GAP_EMU = 18_000;
/** So far long bars reach down between the digits, in modules (GS1 General Specifications, 5.2.5). */
const GUARD_MODULES = 5;
/** Heights of four-state bars, in modules. */
const POSTAL_HEIGHT_MODULES = 6;

export function planCode(element: BarcodeElement, code: Code, room: CodeRoom): CodePlan {
  switch (code.pattern.kind) {
    case "matrix":
      return planMatrix(element, code, code.pattern, room);
    case "bars":
      return planBars(element, code, code.pattern, room);
    case "postal":
      return planPostal(element, code, code.pattern, room);
  }
}

function quietOf({ quietModules }: BarcodeElement, code: Code): readonly [number, number] {
  return quietModules === null ? code.quietModules : [quietModules, quietModules];
}

function quietMissing({ quietModules }: BarcodeElement, code: Code): number | null {
  const wanted = Math.max(...code.quietModules);
  return quietModules === null || quietModules >= wanted ? null : wanted;
}

/** The largest module of whole dots that fits; where not even one dot fits, what there is. */
function fittingModule(emu: number): Emu {
  const whole = Math.floor(emu);
  return whole < DOT_EMU ? Math.max(1, whole) : whole - (whole % DOT_EMU);
}

/** The least module of whole dots that is no smaller. */
function wholeDots(emu: Emu): Emu {
  return Math.ceil(emu / DOT_EMU) * DOT_EMU;
}

function planMatrix(element: BarcodeElement, code: Code, pattern: Matrix, room: CodeRoom): CodePlan {
  const [left, right] = quietOf(element, code);
  const { moduleMinEmu, moduleUsualEmu, moduleMaxEmu } = code.limits;
  const across = pattern.columns + left + right;
  const down = pattern.rows * pattern.rowModules + left + right;
  const free = boundOf(room, withGap(room.linesEmu));
  const limits = [room.widthEmu / across, ...(free === null ? [] : [free / down]), ...atMost(moduleMaxEmu)];
  const fills = room.wantsWidth || room.heightEmu !== null;
  const auto = fittingModule(Math.min(...limits, ...(fills ? [] : [moduleUsualEmu])));
  const moduleEmu = element.moduleEmu ?? auto;
  const height = down * moduleEmu;
  return {
    moduleEmu,
    moduleMinEmu,
    leastWidthEmu: across * wholeDots(moduleMinEmu),
    leastHeightEmu: down * wholeDots(moduleMinEmu) + withGap(room.linesEmu),
    quietEmu: left * moduleEmu,
    widthEmu: across * moduleEmu,
    heightEmu: height + withGap(room.linesEmu),
    barsEmu: 0,
    barsMinEmu: 0,
    textEmu: height + TEXT_GAP_EMU,
    quietMissing: quietMissing(element, code),
  };
}

/** What is left of the height that the code may take at most; null where it may take any. */
function boundOf({ heightEmu, heightMaxEmu }: CodeRoom, usedEmu: Emu): Emu | null {
  const bound = heightEmu ?? heightMaxEmu;
  return bound === null ? null : Math.max(0, bound - usedEmu);
}

function atMost(emu: Emu | null): readonly Emu[] {
  return emu === null ? [] : [emu];
}

function withGap(linesEmu: Emu): Emu {
  return linesEmu === 0 ? 0 : linesEmu + TEXT_GAP_EMU;
}

function planBars(element: BarcodeElement, code: Code, pattern: Bars, room: CodeRoom): CodePlan {
  const [left, right] = quietOf(element, code);
  const { moduleMinEmu, moduleUsualEmu, moduleMaxEmu, barsMinEmu } = code.limits;
  const across = pattern.widths.reduce((sum, width) => sum + width, left + right);
  const limit = Math.min(room.widthEmu, ...atMost(code.limits.widthMax?.emu ?? null));
  const limits = [limit / across, ...(room.wantsWidth ? [] : [moduleUsualEmu]), ...atMost(moduleMaxEmu)];
  const moduleEmu = element.moduleEmu ?? fittingModule(Math.min(...limits));
  const beneath = withGap(room.linesEmu);
  const bound = boundOf(room, beneath);
  const barsEmu = room.heightEmu === null ? Math.min(BARS_DEFAULT_EMU, ...atMost(bound)) : (bound ?? 0);
  return {
    moduleEmu,
    moduleMinEmu,
    leastWidthEmu: across * wholeDots(moduleMinEmu),
    leastHeightEmu: null,
    quietEmu: left * moduleEmu,
    widthEmu: across * moduleEmu,
    heightEmu: barsEmu + beneath,
    barsEmu,
    barsMinEmu,
    textEmu: barsEmu + TEXT_GAP_EMU,
    quietMissing: quietMissing(element, code),
  };
}

function planPostal(element: BarcodeElement, code: Code, pattern: Postal, room: CodeRoom): CodePlan {
  const { moduleMinEmu, moduleUsualEmu, moduleMaxEmu } = code.limits;
  const across = pattern.bars.length * 2 - 1;
  const quiet = (moduleEmu: Emu) =>
    element.quietModules === null ? pattern.quietEmu : element.quietModules * moduleEmu;
  const limits = [...atMost(moduleMaxEmu), (room.widthEmu - 2 * quiet(0)) / across];
  const bound = boundOf(room, 2 * quiet(0));
  if (bound !== null) limits.push(bound / POSTAL_HEIGHT_MODULES);
  if (!room.wantsWidth && room.heightEmu === null) limits.push(moduleUsualEmu);
  const moduleEmu = element.moduleEmu ?? Math.max(1, Math.floor(Math.min(...limits)));
  const margin = quiet(moduleEmu);
  const height = POSTAL_HEIGHT_MODULES * moduleEmu;
  return {
    moduleEmu,
    moduleMinEmu,
    leastWidthEmu: across * moduleMinEmu + 2 * quiet(moduleMinEmu),
    leastHeightEmu: POSTAL_HEIGHT_MODULES * moduleMinEmu + 2 * quiet(moduleMinEmu),
    quietEmu: margin,
    widthEmu: across * moduleEmu + 2 * margin,
    heightEmu: height + 2 * margin,
    barsEmu: height,
    barsMinEmu: 0,
    textEmu: 0,
    quietMissing: null,
  };
}

/** How far below the code's upper edge, with its free margin, the lowest dark module or bar ends. */
export function codeFoot(pattern: CodePattern, plan: CodePlan): Emu {
  const { moduleEmu, quietEmu } = plan;
  switch (pattern.kind) {
    case "matrix": {
      const lowest = Math.floor(pattern.modules.lastIndexOf(1) / pattern.columns);
      return lowest < 0 ? 0 : quietEmu + (lowest + 1) * pattern.rowModules * moduleEmu;
    }
    case "bars": {
      const bars = (pattern.widths.length + 1) >> 1;
      const isLonger = longBarsOf(pattern, plan).some((bar) => bar < bars);
      return plan.barsEmu + (isLonger ? GUARD_MODULES * moduleEmu : 0);
    }
    case "postal":
      return quietEmu + (pattern.bars.some(({ falls }) => falls) ? POSTAL_HEIGHT_MODULES : 4) * moduleEmu;
  }
}

/** Bars that reach down between the digits beneath, where there are any. */
function longBarsOf({ longBars = [] }: Bars, { heightEmu, barsEmu }: CodePlan): readonly number[] {
  return heightEmu > barsEmu ? longBars : [];
}

/** One path of all that is dark: neighbours share edges, and no hairline shows between them. */
export function codeCommands(pattern: CodePattern, plan: CodePlan, leftEmu: Emu, topEmu: Emu): readonly PathCommand[] {
  const left = leftEmu + plan.quietEmu;
  switch (pattern.kind) {
    case "matrix":
      return matrixCommands(pattern, plan.moduleEmu, left, topEmu + plan.quietEmu);
    case "bars":
      return barCommands(pattern, plan, left, topEmu);
    case "postal":
      return postalCommands(pattern, plan.moduleEmu, left, topEmu + plan.quietEmu);
  }
}

function rectangle(commands: PathCommand[], left: Emu, top: Emu, width: Emu, height: Emu): void {
  commands.push({ op: "move", xEmu: left, yEmu: top });
  commands.push({ op: "line", xEmu: left + width, yEmu: top });
  commands.push({ op: "line", xEmu: left + width, yEmu: top + height });
  commands.push({ op: "line", xEmu: left, yEmu: top + height });
  commands.push(CLOSE);
}

const CLOSE: PathCommand = { op: "close" };

/**
 * Dark stretches of a row, drawn on through the rows below that have the same. Stretches are numbers in typed arrays:
 * maps with texts as keys took thirteen milliseconds for a large code.
 */
function matrixCommands(
  { modules, columns, rows, rowModules }: Matrix,
  module: Emu,
  left: Emu,
  top: Emu,
): readonly PathCommand[] {
  const commands: PathCommand[] = [];
  // By the column where a stretch begins: where it ends, in the row at hand and in those above; 0 for none.
  const ends = new Uint32Array(columns);
  const openEnds = new Uint32Array(columns);
  const openRows = new Uint32Array(columns);
  /** The columns where open stretches begin, in the order in which these were begun. */
  let open: number[] = [];
  for (let row = 0; row <= rows; row++) {
    ends.fill(0);
    for (let column = 0; row < rows && column < columns; column++) {
      if (modules[row * columns + column] !== 1) continue;
      const from = column;
      while (column < columns && modules[row * columns + column] === 1) column++;
      ends[from] = column;
    }
    const goingOn: number[] = [];
    for (const from of open) {
      const to = openEnds[from] ?? 0;
      if (ends[from] === to) {
        goingOn.push(from);
        ends[from] = 0;
        continue;
      }
      const start = openRows[from] ?? 0;
      const height = (row - start) * rowModules * module;
      rectangle(commands, left + from * module, top + start * rowModules * module, (to - from) * module, height);
    }
    open = goingOn;
    for (let from = 0; from < columns; from++) {
      const to = ends[from] ?? 0;
      if (to === 0) continue;
      openEnds[from] = to;
      openRows[from] = row;
      open.push(from);
    }
  }
  return commands;
}

function barCommands(bars: Bars, plan: CodePlan, left: Emu, top: Emu): readonly PathCommand[] {
  const commands: PathCommand[] = [];
  const long = new Set(longBarsOf(bars, plan));
  let x = left;
  bars.widths.forEach((width, at) => {
    if (at % 2 === 0) {
      const height = plan.barsEmu + (long.has(at >> 1) ? GUARD_MODULES * plan.moduleEmu : 0);
      rectangle(commands, x, top, width * plan.moduleEmu, height);
    }
    x += width * plan.moduleEmu;
  });
  return commands;
}

function postalCommands({ bars }: Postal, module: Emu, left: Emu, top: Emu): readonly PathCommand[] {
  const commands: PathCommand[] = [];
  bars.forEach(({ rises, falls }, at) => {
    const from = rises ? 0 : 2 * module;
    const to = falls ? POSTAL_HEIGHT_MODULES * module : 4 * module;
    rectangle(commands, left + 2 * at * module, top + from, module, to - from);
  });
  return commands;
}
