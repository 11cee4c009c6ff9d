// RPT5116: a few letters that stand alone on the last line of a title or a fixed sentence.
import { type Canvas, type CanvasElement, writtenElements } from "../canvas/index.ts";
import { counted, type Diagnostic, millimetresEnough, shortened } from "../diagnostics/index.ts";
import { advised } from "./advice-finding.ts";
import { childrenOf } from "./elements.ts";
import { lettersIn, type PageLine } from "./page-lines.ts";

/** So few letters on the last line look like a slip. */
const LETTERS_MOST = 2;
/** Below a line of this many letters or more, a last line of three letters looks like a slip too, such as ます。 */
const LONG_LINE = 12;
/** They end a sentence or its quotation, and are no letters of the line. */
const CLOSING = /[。、．，.,」』）)！？!?]+$/u;
/** The last line of a longer paragraph ends where it ends. */
const LINES_MOST = 3;
/** Of the text, so much is quoted. */
const QUOTED_MOST = 12;

/** RPT5116: each text of fixed words once that goes on to one more line for a few letters. Cells are narrow. */
export function lonelyLetters(lines: readonly PageLine[], canvas: Canvas): readonly Diagnostic[] {
  const elements = canvas.pages.flatMap(({ bands, body }) => [...bands, body].flatMap(({ children }) => children));
  const fixed = new Set(elements.flatMap(fixedTexts));
  const names = writtenElements(canvas);
  const ofText = Map.groupBy(
    lines.filter(({ cell, span }) => cell === null && fixed.has(span[0])),
    ({ span, page, node }) => `${span[0]} ${page} ${node}`,
  );
  const told = new Map<number, Diagnostic>();
  for (const own of ofText.values()) {
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || own.length < 2 || own.length > LINES_MOST) continue;
    const letters = lettersIn({ ...last, text: last.text.trimEnd().replace(CLOSING, "") });
    const before = lettersIn(own.at(-2) ?? first);
    const most = before >= LONG_LINE ? LETTERS_MOST + 1 : LETTERS_MOST;
    if (letters > most || told.has(first.span[0])) continue;
    const name = names.get(first.span[0])?.name ?? "text";
    const count = counted(letters, "letter");
    const words = {
      message: `the last line of "${shortened(first.text, QUOTED_MOST)}" holds ${count}`,
      why: "a few letters alone on a line look like a slip, and take the room of a line",
    };
    const wider = millimetresEnough(last.rightEmu - last.leftEmu);
    const repair = `write fewer letters, make the ${name} ${wider} wider, or end its line earlier with \\n`;
    told.set(first.span[0], advised("RPT5116", first.span, words, repair));
  }
  return [...told.values()];
}

/** Where texts begin that show the same words for all data. */
function fixedTexts(element: CanvasElement): readonly number[] {
  if (element.kind !== "text") return childrenOf(element).flatMap((child) => fixedTexts(child));
  return element.content.every(({ kind }) => kind === "fixed") ? [element.span[0]] : [];
}
