// Bar codes → drawings: as large as their box allows, on whole printer dots, with the free margin that readers need.
import type { BarcodeElement, Emu, TextStyle } from "../../canvas/index.ts";
import {
  hundredthsAtMost,
  millimetres,
  millimetresAtMost,
  millimetresEnough,
  shortened,
} from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  type Block,
  borderBoxWidth,
  type DrawingBlock,
  frameOf,
  metaOf,
  outerHeight,
  type PlacedText,
  type Room,
  rulesOf,
  sideNames,
} from "../blocks/index.ts";
import type { Rectangle } from "../page/index.ts";
import {
  type CodeEncoder,
  type CodeText,
  type EncodedCode,
  type Finding,
  type LayoutInput,
  resolveColor,
  restyled,
  type ShownText,
  setTextBox,
  showTemplate,
  styleOf,
} from "../words/index.ts";
import { type CodePlan, codeCommands, codeFoot, planCode } from "./code-plan.ts";
import { tellPromised } from "./promised.ts";

/** Null where there is nothing to encode: nothing is drawn for an absent or an empty text. */
export function buildBarcode(input: LayoutInput, element: BarcodeElement, scope: Scope, room: Room): Block | null {
  const shown = showTemplate(element.content, input.evaluation, scope, element.box.role);
  if (shown.text.trim() === "") {
    const [only] = element.content;
    if (element.content.length === 1 && only?.kind === "computed") {
      tellPromised(input, only.code, scope, "promisedCode", element.span);
    }
    return null;
  }
  if (input.codes === null) throw new Error("layout was given no encoder for its codes");
  const code = encoded(input.codes, element, shown.text);
  if (code.kind === "refused") return refused(input, element, scope, room, shown, code);
  return codeBlock(input, element, scope, room, shown, code);
}

/** Blanks at the ends are data as all else is, but for kinds that hold none: there nobody means them. */
function encoded(codes: CodeEncoder, { correction, symbology }: BarcodeElement, text: string): EncodedCode {
  const whole = codes.encode(symbology, text, correction);
  const trimmed = text.trim();
  return whole.kind === "code" || trimmed === text ? whole : codes.encode(symbology, trimmed, correction);
}

/** The place stays, so that a draft shows where the code will be. */
function refused(
  input: LayoutInput,
  element: BarcodeElement,
  scope: Scope,
  room: Room,
  shown: ShownText,
  { message, advice }: Extract<EncodedCode, { kind: "refused" }>,
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
        message,
        path: shown.path,
        why: "a code that cannot be made is not printed",
        repair: advice,
      },
    ],
  };
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

function codeBlock(
  input: LayoutInput,
  element: BarcodeElement,
  scope: Scope,
  room: Room,
  shown: ShownText,
  code: Extract<EncodedCode, { kind: "code" }>,
): DrawingBlock {
  const { box } = element;
  const style = styleOf(input.canvas, element.style);
  const lines = (element.showsText ?? code.showsLines) ? code.lines : [];
  const isFree = box.width.kind === "auto" && !room.assigned;
  const available = Math.max(0, borderBoxWidth(box, room) - box.padding[1] - box.padding[3]);
  const plan = planCode(element, code, {
    widthEmu: available,
    wantsWidth: !isFree,
    heightEmu: within(box, box.heightEmu),
    heightMaxEmu: within(box, box.heightMaxEmu),
    linesEmu: linesHeight(lines, style.sizeEmu),
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
        commands: [],
        commandsAt: (xEmu, yEmu) => codeCommands(code.pattern, plan, left + xEmu, top + yEmu),
        isLarge: code.pattern.kind === "matrix" && code.pattern.modules.length > MODULES_KEPT_MAX,
        quiet: quietAround(code, plan, left, top),
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
    findings: [
      ...sizeFindings(element, code, plan, { availableEmu: available, roomEmu: room.widthEmu }, shown.path),
      ...texts.findings,
    ],
  };
}

/** The squares of smaller codes are kept with their page: those of labels are turned and moved several times. */
const MODULES_KEPT_MAX = 10_000;

/** The height of the text lines beneath a code, with room for descenders below the last one: `g`, `Q`, `(`. */
function linesHeight(lines: readonly (string | readonly CodeText[])[], sizeEmu: Emu): Emu {
  const last = lines.at(-1) ?? "";
  const text = typeof last === "string" ? last : last.map((part) => part.text).join("");
  return lines.length * sizeEmu + (STANDS_ON_LINE.test(text) ? 0 : Math.ceil(sizeEmu * HANGS_EM));
}

/** Digits, capital letters and signs that have no descender in usual fonts. */
const STANDS_ON_LINE = /^[0-9A-IK-PR-Z .+*%-]*$/;
/** How far other letters descend below a line of one type size, in em: those of Noto Sans JP by 0.14. */
const HANGS_EM = 0.16;

/** A height of the border box → what it leaves for the code. */
function within({ padding }: BarcodeElement["box"], heightEmu: Emu | null): Emu | null {
  return heightEmu === null ? null : Math.max(0, heightEmu - padding[0] - padding[2]);
}

/** Digits of EAN stand between its long bars, all other texts in the middle beneath. */
function codeTexts(
  input: LayoutInput,
  element: BarcodeElement,
  scope: Scope,
  shown: ShownText,
  lines: readonly (string | readonly CodeText[])[],
  plan: CodePlan,
): { readonly placed: readonly PlacedText[]; readonly findings: readonly Finding[] } {
  const placed: PlacedText[] = [];
  const findings: Finding[] = [];
  const style = styleOf(input.canvas, element.style);
  const put = (text: string, xEmu: Emu, yEmu: Emu, widthEmu: Emu, over: Partial<TextStyle>) => {
    const sources = [{ start: 0, end: text.length, path: shown.path, role: element.box.role }];
    const line: ShownText = { text, sources, isStatic: shown.isStatic, path: shown.path };
    const room = { widthEmu, heightEmu: null, inCell: true };
    const toSet = { shown: line, style: element.style, scope, room, span: element.span };
    const set = setTextBox(restyled(input, element.style, over), toSet, findings);
    placed.push({ xEmu, yEmu, widthEmu, heightEmu: set.heightEmu, text: set });
  };
  for (const [at, line] of lines.entries()) {
    const top = plan.textEmu + at * style.sizeEmu;
    if (typeof line === "string") {
      put(line, 0, top, plan.widthEmu, {});
      continue;
    }
    for (const { text, fromModules, widthModules } of line) {
      const from = plan.quietEmu + fromModules * plan.moduleEmu;
      put(text, from, top, widthModules * plan.moduleEmu, { align: text.length > 1 ? "distribute" : "center" });
    }
  }
  return { placed, findings };
}

/** The code with its free margins: about it, or beside its bars. */
function quietAround(
  { pattern }: Extract<EncodedCode, { kind: "code" }>,
  plan: CodePlan,
  leftEmu: Emu,
  topEmu: Emu,
): Rectangle {
  const foot = topEmu + codeFoot(pattern, plan);
  const bottomEmu = pattern.kind === "bars" ? foot : foot + plan.quietEmu;
  return { leftEmu, topEmu, rightEmu: leftEmu + plan.widthEmu, bottomEmu };
}

/** The room of a code: the width of its content box, the width of its container, and whether it has bars. */
interface CodeRoom {
  readonly availableEmu: Emu;
  readonly roomEmu: Emu;
  readonly isBars: boolean;
}

/** What of the code's box keeps it small: its width, its height, or the module that it asks for. */
function largerCode(
  { box, moduleEmu }: BarcodeElement,
  plan: CodePlan,
  { availableEmu, roomEmu, isBars }: CodeRoom,
): string {
  const [across, down] = [box.padding[1] + box.padding[3], box.padding[0] + box.padding[2]];
  const height = plan.leastHeightEmu;
  const bound = box.heightEmu ?? box.heightMaxEmu;
  const wide =
    plan.leastWidthEmu > availableEmu
      ? [`${sideNames(box).width}=${millimetresEnough(plan.leastWidthEmu + across)}`]
      : [];
  // The room of a turned code is the height of its own box.
  const isLevel = sideNames(box).width === "w";
  if (wide.length > 0 && isBars && isLevel && plan.leastWidthEmu + across > roomEmu) {
    const [least, has] = [millimetresEnough(plan.leastWidthEmu + across), millimetresAtMost(roomEmu)];
    return `shorten its data, or draw a qr instead: these bars need ${least} of width, and their place has ${has}`;
  }
  const isLow = height !== null && bound !== null && height > bound - down;
  const high = isLow ? [`${heightName(box)}=${millimetresEnough(height + down)}`] : [];
  const needs = [...wide, ...high].join(" and ");
  if (needs === "") return "leave module= out, or make it larger";
  const plain = moduleEmu === null ? "" : " without module=";
  return `give it at least ${needs}${plain}, or shorten its data`;
}

/** The sides that the code lacks, each once and by how much; a turned code runs along the height of its box. */
function roomForCode({ box }: BarcodeElement, { wide, high }: { readonly wide: Emu; readonly high: Emu }): string {
  const lacks = [
    ...(wide > 0 ? [`${sideNames(box).width} by ${millimetresEnough(wide)}`] : []),
    ...(high > 0 ? [`${heightName(box)} by ${millimetresEnough(high)}`] : []),
  ];
  return `enlarge ${lacks.join(" and ")}, or shorten its data`;
}

/** The property that bounds the height of a box. */
function heightName(box: BarcodeElement["box"]): "w" | "h" | "max-h" {
  return box.heightEmu === null && box.heightMaxEmu !== null ? "max-h" : sideNames(box).height;
}

function sizeFindings(
  element: BarcodeElement,
  { limits, leftOut, pattern }: Extract<EncodedCode, { kind: "code" }>,
  plan: CodePlan,
  { availableEmu, roomEmu }: Pick<CodeRoom, "availableEmu" | "roomEmu">,
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
  if (leftOut !== null) {
    const message = `the code leaves out "${shortened(leftOut.text, LEFT_OUT_SHOWN_MAX)}": ${leftOut.why}`;
    const repair = "send what has room in it, or cut it in the form with left()";
    tell("RPT4015", message, "readers of the code do not get what it leaves out", repair, "warning");
  }
  const tooSmall = "readers and printers in use cannot tell its bars apart";
  const larger =
    plan.moduleEmu < plan.moduleMinEmu
      ? largerCode(element, plan, { availableEmu, roomEmu, isBars: pattern.kind === "bars" })
      : null;
  if (larger !== null) {
    const [has, least] = [hundredthsAtMost(plan.moduleEmu), hundredthsAtMost(plan.moduleMinEmu)];
    tell("RPT4007", `the module of the code would be ${has} (< ${least})`, tooSmall, larger);
  }
  if (plan.barsEmu < plan.barsMinEmu) {
    const message = `the bars would be ${millimetres(plan.barsEmu)} high (< ${millimetres(plan.barsMinEmu)})`;
    tell(
      "RPT4007",
      message,
      "a reader's beam misses low bars",
      `give it more ${heightName(element.box)}, or text=false`,
    );
  }
  if (limits.widthMax !== null && plan.widthEmu > limits.widthMax.emu) {
    const { emu, what, why } = limits.widthMax;
    const message = `${what} is ${millimetres(plan.widthEmu)} wide (> ${millimetres(emu)})`;
    tell("RPT4007", message, why, `leave module= out, or make ${sideNames(element.box).width} smaller`);
  }
  if (plan.quietMissing !== null) {
    const missing = millimetresEnough((plan.quietMissing - (element.quietModules ?? 0)) * plan.moduleEmu);
    const message = `the free margin is ${element.quietModules} of ${plan.quietMissing} modules, ${missing} too little`;
    const repair = `leave quiet= out, or keep ${plan.quietMissing} modules free beside the code`;
    tell("RPT4007", message, "readers look for the paper around a code", repair, "warning");
  }
  const bound = within(element.box, element.box.heightEmu ?? element.box.heightMaxEmu);
  const high = bound !== null && plan.heightEmu > bound;
  // A box that holds no module of the least size is told with that, and what mends it mends both.
  if (larger === null && (plan.widthEmu > availableEmu || high)) {
    const size = `${millimetresEnough(plan.widthEmu)} × ${millimetresEnough(plan.heightEmu)}`;
    const message = `the code needs ${size} with its free margin, which its box does not have`;
    const lackEmu = { wide: plan.widthEmu - availableEmu, high: bound === null ? 0 : plan.heightEmu - bound };
    tell("RPT4001", message, "the code would run over what lies beside it", roomForCode(element, lackEmu));
  }
  return found;
}

const LEFT_OUT_SHOWN_MAX = 32;
