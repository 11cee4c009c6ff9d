// Bar codes → drawings: as large as their box allows, on whole printer dots, with the free margin that readers need.
import {
  type BarcodeElement,
  type BarcodeKind,
  barcodeMistake,
  type Emu,
  type TextStyle,
  withCheckDigit,
} from "../canvas/index.ts";
import type { Scope } from "../expression/index.ts";
import type { Block, DrawingBlock, PlacedText } from "./blocks.ts";
import type { EncodedCode } from "./code-encoder.ts";
import { type CodePlan, codeCommands, planCode } from "./code-plan.ts";
import { borderBoxWidth, frameOf, metaOf, outerHeight, type Room, rulesOf } from "./element-box.ts";
import { type Finding, millimetres, millimetresEnough } from "./findings.ts";
import { type LayoutInput, resolveColor, styleOf } from "./layout-input.ts";
import { restyled } from "./restyled.ts";
import { type ShownText, showTemplate } from "./shown-text.ts";
import { setTextBox } from "./text-box.ts";

/** Null where there is nothing to encode. */
export function buildBarcode(input: LayoutInput, element: BarcodeElement, scope: Scope, room: Room): Block | null {
  const shown = showTemplate(element.content, input.evaluation, scope, element.box.role);
  const text = shown.text.trim();
  if (text === "") return null;
  const mistake = barcodeMistake(element.symbology, text);
  if (mistake !== null) return refused(input, element, scope, room, shown, `${element.symbology} ${mistake.reason}`);
  const data = encodedText(element.symbology, text);
  if (input.codes === null) throw new Error("layout was given no encoder for its codes");
  const code = input.codes.encode(element.symbology, data, element.correction);
  if (code.kind === "refused") return refused(input, element, scope, room, shown, `the code ${code.reason}`);
  return codeBlock(input, element, scope, room, shown, data, code);
}

const PAYMENT = /^\(91\)(\d{41})$/;
/** A payment slip's digits, its check digit included. */
const CHECKED_PAYMENT = /^\(91\)\d{42}$/;
/** What follows the postcode in a customer bar code: so many places, of which a letter takes two. */
const POSTAL_PLACES = 13;

/** What the bars say: check digits, start and stop letters added where the data leaves them out. */
function encodedText(kind: BarcodeKind, text: string): string {
  switch (kind) {
    case "ean13":
      return text.length === 12 ? withCheckDigit(text) : text;
    case "ean8":
      return text.length === 7 ? withCheckDigit(text) : text;
    case "nw7":
      return /^[A-D]/iu.test(text) ? text.toUpperCase() : `A${text}A`;
    case "gs1-128": {
      const payment = PAYMENT.exec(text)?.[1];
      return payment === undefined ? text : `(91)${withCheckDigit(`91${payment}`).slice(2)}`;
    }
    case "jp-postal":
      return postalText(text);
    default:
      return text;
  }
}

/** The address's places that the code has; what comes after them is left out (Japan Post, 郵便番号制マニュアル). */
function postalText(text: string): string {
  const postcode = text.slice(0, text.charAt(3) === "-" ? 8 : 7).replace("-", "");
  const address = text.slice(text.charAt(3) === "-" ? 8 : 7);
  let places = 0;
  let kept = "";
  for (const letter of address) {
    places += /[A-Z]/u.test(letter) ? 2 : 1;
    if (places > POSTAL_PLACES) break;
    kept += letter;
  }
  return postcode + kept;
}

/** The place stays, so that a draft shows where the code will be. */
function refused(
  input: LayoutInput,
  element: BarcodeElement,
  scope: Scope,
  room: Room,
  shown: ShownText,
  message: string,
): Block {
  const { box } = element;
  return {
    kind: "rect",
    ...common(input, element, scope),
    widthEmu: borderBoxWidth(box, room),
    heightEmu: outerHeight(box, 0),
    findings: [
      {
        code: "RPT4015",
        severity: "error",
        span: element.span,
        message: `${message}: "${shortened(shown.text)}"`,
        path: shown.path,
        why: "a code that cannot be made is not printed",
        repair: `send data that ${element.symbology} can hold, or choose another kind of code`,
      },
    ],
  };
}

const DATA_SHOWN_MAX = 32;

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= DATA_SHOWN_MAX ? text : `${letters.slice(0, DATA_SHOWN_MAX).join("")}…`;
}

function common(input: LayoutInput, element: BarcodeElement, scope: Scope) {
  return {
    span: element.span,
    frame: frameOf(input, element.box, scope),
    rules: rulesOf(element.box),
    meta: metaOf(input, element.box, scope),
    fixedHeight: true,
    breaksInside: false,
    varies: true,
    node: null,
  } as const;
}

/** The lines for people: kinds that people key in by hand show their data unless told otherwise. */
function readableLines(element: BarcodeElement, shown: ShownText, data: string): readonly string[] {
  const linear = !["qr", "microqr", "datamatrix", "pdf417", "jp-postal"].includes(element.symbology);
  if (element.symbology === "jp-postal" || !(element.showsText ?? linear)) return [];
  if (element.symbology === "gs1-128" && CHECKED_PAYMENT.test(data)) return paymentLines(data);
  if (element.symbology === "ean13" || element.symbology === "ean8") return [data];
  return [shown.text.trim()];
}

/** Company, slip and reissue; then due date, stamp duty, amount and check digit. */
function paymentLines(data: string): readonly string[] {
  const part = (from: number, to: number) => data.slice(4 + from, 4 + to);
  return [`(91)${part(0, 6)}-${part(6, 28)}`, `${part(28, 34)}-${part(34, 35)}-${part(35, 41)}-${part(41, 42)}`];
}

function codeBlock(
  input: LayoutInput,
  element: BarcodeElement,
  scope: Scope,
  room: Room,
  shown: ShownText,
  data: string,
  code: Exclude<EncodedCode, { kind: "refused" }>,
): DrawingBlock {
  const { box } = element;
  const style = styleOf(input.canvas, element.style);
  const lines = readableLines(element, shown, data);
  const isFree = box.width.kind === "auto" && !room.assigned;
  const available = Math.max(0, borderBoxWidth(box, room) - box.padding[1] - box.padding[3]);
  const plan = planCode(element, code, {
    widthEmu: available,
    wantsWidth: !isFree,
    heightEmu: box.heightEmu === null ? null : Math.max(0, box.heightEmu - box.padding[0] - box.padding[2]),
    linesEmu: lines.length * style.sizeEmu,
    isPayment: element.symbology === "gs1-128" && CHECKED_PAYMENT.test(data),
  });
  const contentEmu = isFree ? Math.min(plan.widthEmu, available) : available;
  const left = box.padding[3] + Math.floor((contentEmu - plan.widthEmu) / 2);
  const meta = metaOf(input, box, scope);
  const spare = box.heightEmu === null ? 0 : box.heightEmu - box.padding[0] - box.padding[2] - plan.heightEmu;
  const top = box.padding[0] + Math.max(0, Math.floor(spare / 2));
  const texts = codeTexts(input, element, scope, shown, lines, plan);
  return {
    kind: "drawing",
    shapes: [],
    paths: [
      {
        commands: codeCommands(code, plan, left, top),
        fill: resolveColor(input, style.color, scope),
        stroke: null,
      },
    ],
    texts: texts.placed.map((text) => ({ ...text, xEmu: text.xEmu + left, yEmu: text.yEmu + top })),
    structure: "Figure",
    ...common(input, element, scope),
    meta: { ...meta, alt: meta.alt ?? shown.text },
    widthEmu: contentEmu + box.padding[1] + box.padding[3] + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, plan.heightEmu),
    findings: [...sizeFindings(element, plan, available, shown.path), ...texts.findings],
  };
}

/** Digits of EAN stand between its long bars, all other texts in the middle beneath. */
function codeTexts(
  input: LayoutInput,
  element: BarcodeElement,
  scope: Scope,
  shown: ShownText,
  lines: readonly string[],
  plan: CodePlan,
): { readonly placed: readonly PlacedText[]; readonly findings: readonly Finding[] } {
  const placed: PlacedText[] = [];
  const findings: Finding[] = [];
  const style = styleOf(input.canvas, element.style);
  const put = (text: string, xEmu: Emu, yEmu: Emu, widthEmu: Emu, over: Partial<TextStyle>) => {
    const sources = [{ start: 0, end: text.length, path: shown.path, role: element.box.role }];
    const line: ShownText = { text, sources, isStatic: shown.isStatic, path: shown.path };
    const room = { widthEmu, heightEmu: null, inCell: true };
    const set = setTextBox(restyled(input, element.style, over), line, element.style, scope, room, element.span);
    placed.push({ xEmu, yEmu, widthEmu, heightEmu: set.box.heightEmu, text: set.box });
    findings.push(...set.findings);
  };
  const [only] = lines;
  const ean = element.symbology === "ean13" || element.symbology === "ean8";
  if (ean && only !== undefined) {
    for (const group of eanGroups(only)) {
      const from = plan.quietEmu + group.from * plan.moduleEmu;
      const align = group.text.length > 1 ? "distribute" : "center";
      put(group.text, from, plan.textEmu, group.modules * plan.moduleEmu, { align });
    }
  } else {
    for (const [at, line] of lines.entries()) put(line, 0, plan.textEmu + at * style.sizeEmu, plan.widthEmu, {});
  }
  return { placed, findings };
}

/** Where the digits stand, in modules from the first bar (GS1 General Specifications, 5.2.5). */
function eanGroups(digits: string) {
  const half = digits.length >> 1;
  const first = digits.length === 13 ? [{ text: digits.slice(0, 1), from: -9, modules: 7 }] : [];
  const start = digits.length === 13 ? 1 : 0;
  const modules = half * 7 - 2;
  return [
    ...first,
    { text: digits.slice(start, start + half), from: 4, modules },
    { text: digits.slice(start + half), from: 9 + half * 7, modules },
  ];
}

function sizeFindings(
  element: BarcodeElement,
  plan: CodePlan,
  availableEmu: Emu,
  path: string | null,
): readonly Finding[] {
  const found: Finding[] = [];
  const tell = (
    code: Finding["code"],
    message: string,
    why: string,
    repair: string,
    severity: Finding["severity"] = "error",
  ) => found.push({ code, severity, span: element.span, message, path, why, repair });
  const tooSmall = "readers and printers in use cannot tell its bars apart";
  if (plan.moduleEmu < plan.moduleMinEmu) {
    const [has, least] = [hundredths(plan.moduleEmu), hundredths(plan.moduleMinEmu)];
    const message = `the module of the code would be ${has} (< ${least})`;
    const needed = Math.ceil((plan.widthEmu / Math.max(1, plan.moduleEmu)) * plan.moduleMinEmu);
    tell("RPT4007", message, tooSmall, `give it at least w=${millimetresEnough(needed)}, or shorten its data`);
  }
  if (plan.barsEmu < plan.barsMinEmu) {
    const message = `the bars would be ${millimetres(plan.barsEmu)} high (< ${millimetres(plan.barsMinEmu)})`;
    tell("RPT4007", message, "a reader's beam misses low bars", "give it more h, or text=false");
  }
  if (plan.widthMaxEmu !== null && plan.widthEmu > plan.widthMaxEmu) {
    const message = `the payment code is ${millimetres(plan.widthEmu)} wide (> ${millimetres(plan.widthMaxEmu)})`;
    tell("RPT4007", message, "scanners of convenience stores read 60 mm", "leave module= out, or make w smaller");
  }
  if (plan.quietMissing !== null) {
    const message = `the free margin is ${element.quietModules} of ${plan.quietMissing} modules`;
    const repair = `leave quiet= out, or keep ${plan.quietMissing} modules free beside the code`;
    tell("RPT4007", message, "readers look for the paper around a code", repair, "warning");
  }
  const declared = element.box.heightEmu;
  const high = declared !== null && plan.heightEmu > declared - element.box.padding[0] - element.box.padding[2];
  if (plan.widthEmu > availableEmu || high) {
    const size = `${millimetresEnough(plan.widthEmu)} × ${millimetresEnough(plan.heightEmu)}`;
    const message = `the code needs ${size} with its free margin, which its box does not have`;
    tell("RPT4001", message, "the code would run over what lies beside it", "enlarge w and h, or leave module= out");
  }
  return found;
}

/** `0.25mm`: modules differ by less than a tenth. */
function hundredths(emu: Emu): string {
  return `${(Math.floor(emu / 360) / 100).toFixed(2)}mm`;
}
