// Kinds of bar codes, those of the language and those of plugins → the encoder that layout asks. Whatever a plugin's
// kind does, layout gets bars that can be drawn or a sentence.
import { LRUCache } from "lru-cache";
import { type BarcodeElement, checkDigitOf } from "../../canvas/index.ts";
import { type Diagnostic, diagnose, shortened } from "../../diagnostics/index.ts";
import type {
  CodeCorrection,
  CodeEncoder,
  CodeLimits,
  CodePattern,
  CodeText,
  EncodedCode,
} from "../../layout/index.ts";
import type { Barcode, BarcodeLimits, EncodedBarcode } from "../../sdk/index.ts";
import { STANDARD_BARCODES } from "./standard-barcodes.ts";

/** A code in a header is asked for on every page, and takes longer to make than the page. */
const CODES_KEPT_MAX = 64;

/** More squares or bars than any symbology has: the largest QR code has 177 × 177, Data Matrix less. */
const PARTS_MAX = 200_000;
/** The widest bar or space; symbologies know up to 4, tracks and frames a few more. */
const WIDTH_MAX = 100;
const LINES_MAX = 4;
const QUIET_MAX = 100;

/** What office printers and hand scanners manage: a quarter of a millimetre, ten dots of 600 dpi, bars of 5 mm. */
const USUAL_LIMITS: CodeLimits = {
  moduleMinEmu: 9_000,
  moduleUsualEmu: 15_240,
  moduleMaxEmu: null,
  barsMinEmu: 180_000,
  widthMax: null,
};

/** An encoder for one thread: the kinds of the language, and those of plugins. */
export function createCodeEncoder(barcodes: readonly Barcode[] = []): CodeEncoder {
  const kinds = new Map([...STANDARD_BARCODES, ...barcodes].map((barcode) => [barcode.name, barcode]));
  const kept = new LRUCache<string, EncodedCode>({ max: CODES_KEPT_MAX });
  return {
    knows: (kind) => kinds.has(kind),
    encode(kind, text, correction) {
      const barcode = kinds.get(kind);
      if (barcode === undefined) return notInstalled(kind);
      const key = `${kind} ${correction ?? ""} ${text}`;
      const known = kept.get(key) ?? encodedBy(barcode, text, correction);
      kept.set(key, known);
      return known;
    },
  };
}

/** What is told of a kind whose plugin is not here. */
function notInstalled(kind: string): Extract<EncodedCode, { kind: "refused" }> {
  return {
    kind: "refused",
    message: `the kind of code ${kind} is not installed here`,
    advice: `install the plugin that brings ${kind} (PLATEN_PLUGINS), or choose another kind of code`,
  };
}

/**
 * RPT4015 for the first code whose kind is not installed here: the canvas was published where it was. A form
 * with a hole is not sent.
 */
export function missingCodes(barcodes: readonly BarcodeElement[], codes: CodeEncoder): readonly Diagnostic[] {
  const missing = barcodes.find(({ symbology }) => !codes.knows(symbology));
  if (missing === undefined) return [];
  const { message, advice } = notInstalled(missing.symbology);
  const [start, end] = missing.span;
  const repair = { title: advice, applicability: "suggestion", edits: [] } as const;
  const why = "The form was published where the plugin was, and a form without its code is not sent.";
  return [diagnose({ code: "RPT4015", span: { start, end }, message, why, repair })];
}

/** All bar codes of a canvas, wherever they stand. */
export function barcodesIn(value: unknown): readonly BarcodeElement[] {
  if (Array.isArray(value)) return value.flatMap(barcodesIn);
  if (typeof value !== "object" || value === null) return [];
  return isBarcode(value) ? [value] : Object.values(value).flatMap(barcodesIn);
}

function isBarcode(value: object): value is BarcodeElement {
  return "kind" in value && value.kind === "barcode" && "symbology" in value;
}

function encodedBy(barcode: Barcode, text: string, correction: CodeCorrection): EncodedCode {
  const { name } = barcode;
  const refused = (
    message: string,
    advice = `send data that ${name} can hold, or choose another kind of code`,
  ): EncodedCode => ({
    ...{ kind: "refused", message: `${message}: "${shortened(text, DATA_SHOWN_MAX)}"` },
    advice,
  });
  try {
    const mistake = barcode.mistake(text);
    if (mistake !== null) {
      const isDigit = checkDigitOf(mistake) !== null;
      return refused(`${name} ${mistake.reason}`, isDigit ? `send "${mistake.sample}"` : undefined);
    }
    const code = barcode.encode(text, { correction });
    if (code.kind === "refused") return refused(`the code ${code.reason}`);
    const wrong = answerMistake(code);
    return wrong === null ? drawable(barcode, code, text) : refused(`the plugin of ${name} answered ${wrong}`);
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    return refused(`the plugin of ${name} failed (${line})`);
  }
}

const DATA_SHOWN_MAX = 32;

type Code = Extract<EncodedBarcode, { kind: "code" }>;

function drawable(barcode: Barcode, code: Code, text: string): EncodedCode {
  const { pattern, quietModules, limits = {}, lines = [text], leftOut = null } = code;
  const { showsLines } = barcode;
  return { kind: "code", pattern, quietModules, limits: limitsOf(limits), lines, showsLines, leftOut };
}

function limitsOf(limits: BarcodeLimits): CodeLimits {
  return { ...USUAL_LIMITS, ...limits };
}

/** What of an answer could not be drawn, as the end of a sentence; null where everything can. */
function answerMistake(code: Code): string | null {
  if (code.kind !== "code") return "neither a code nor a refusal";
  const { quietModules, limits = {}, lines = [], leftOut = { text: "", why: "" } } = code;
  if (typeof leftOut?.text !== "string" || typeof leftOut.why !== "string") return "no words of what is left out";
  const isQuiet = Array.isArray(quietModules) && quietModules.length === 2;
  if (!isQuiet || !quietModules.every((each) => isWhole(each, 0, QUIET_MAX))) return "no free margin in modules";
  const lengths = [limits.moduleMinEmu, limits.moduleUsualEmu, limits.moduleMaxEmu, limits.barsMinEmu];
  const isLimited = [...lengths, limits.widthMax?.emu].every((each) => each === undefined || isWhole(each, 1));
  if (!isLimited) return "limits that are no whole EMU";
  if (!Array.isArray(lines) || lines.length > LINES_MAX || !lines.every(isLine)) return "lines that are no texts";
  return patternMistake(code.pattern);
}

function isLine(line: string | readonly CodeText[]): boolean {
  if (typeof line === "string") return true;
  return line.every(
    ({ text, fromModules, widthModules }) =>
      typeof text === "string" && Number.isInteger(fromModules) && isWhole(widthModules, 1),
  );
}

function patternMistake(pattern: CodePattern): string | null {
  switch (pattern?.kind) {
    case "matrix": {
      const { columns, rows, modules, rowModules } = pattern;
      const isSized = isWhole(columns, 1) && isWhole(rows, 1) && isWhole(rowModules, 1, WIDTH_MAX);
      if (!isSized || columns * rows > PARTS_MAX) return "squares of no size";
      return modules instanceof Uint8Array && modules.length === columns * rows
        ? null
        : `no ${columns} × ${rows} squares`;
    }
    case "bars": {
      const { widths, longBars = [] } = pattern;
      const isList = Array.isArray(widths) && widths.length > 0 && widths.length <= PARTS_MAX;
      if (!isList || !widths.every((width) => isWhole(width, 1, WIDTH_MAX))) return "no widths of bars and spaces";
      return longBars.every((bar) => isWhole(bar, 0)) ? null : "no numbers of long bars";
    }
    case "postal":
      return Array.isArray(pattern.bars) && pattern.bars.length <= PARTS_MAX && isWhole(pattern.quietEmu, 0)
        ? null
        : "no bars of four heights";
    default:
      return "neither bars nor squares";
  }
}

function isWhole(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
