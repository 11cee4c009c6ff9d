// Findings about the texts of an SVG as it is printed: letters that its view box cuts, letters too small to be read.
import type { Emu } from "../../canvas/index.ts";
import { points, type SourceSpan, shortened } from "../../diagnostics/index.ts";
import { cutLetters, type VectorDrawing } from "../../pictures/index.ts";
import type { PicturePlacing } from "../blocks/index.ts";
import type { Rectangle } from "../page/index.ts";
import type { Finding } from "../words/index.ts";
import { drawingSize } from "./drawing-paths.ts";
import { PART_SHOWN, type PicturePlace, partOf, partShown, SHOW_ANOTHER_PART } from "./seen-of-picture.ts";

/** Whose picture it is: the element's place in the source, and that of the picture in the data. */
export interface PictureOrigin {
  readonly span: SourceSpan;
  readonly path: string | null;
}

/** 4 pt: nobody reads smaller letters, and ruby is not smaller either. */
const LETTERS_MIN_EMU: Emu = 50_800;
/** Of the texts that are told, a finding says so much. */
const WORDS_TOLD = 60;

/** What is told of the texts of a drawing that lies in `place`. */
export function letterFindings(
  drawing: VectorDrawing,
  origin: PictureOrigin,
  place: Rectangle,
  placing: PicturePlacing,
): readonly Finding[] {
  const cut = cutFindings(drawing, origin, { place, isHigh: true, placing });
  // A text that is not drawn at all is told as that.
  if (drawing.inOutlines.length > 0 && drawing.inPixels.length === 0) return cut;
  const { widthEmu, heightEmu } = drawingSize(drawing, place, placing.fit);
  const emuPerUnit = Math.sqrt((widthEmu / drawing.width) * (heightEmu / drawing.height));
  const small = drawing.letterSizes.filter(({ size }) => size * emuPerUnit < LETTERS_MIN_EMU);
  return small.length === 0 ? cut : [...cut, smallLetters(small, emuPerUnit, origin)];
}

function cutFindings(drawing: VectorDrawing, { span, path }: PictureOrigin, at: PicturePlace): readonly Finding[] {
  const byBox = new Set(cutLetters(drawing.letters, { left: 0, top: 0, right: drawing.width, bottom: drawing.height }));
  const shown = partShown(drawing, at);
  const byFit = shown === null ? [] : cutLetters(drawing.letters, partOf(drawing, shown));
  const finding = (message: string, repair: string): Finding => {
    const why = "what is printed of them reads as another text, or not at all";
    return { code: "RPT4016", severity: "warning", span, message, path, why, repair };
  };
  const missing = "the SVG holds what is not drawn: letters beyond";
  const others = byFit.filter((words) => !byBox.has(words));
  const box = finding(
    `${missing} its view box (${told([...byBox])})`,
    "send it with a viewBox around all of its letters",
  );
  const fit = finding(`${missing} ${PART_SHOWN} (${told(others)})`, SHOW_ANOTHER_PART);
  return [...(byBox.size === 0 ? [] : [box]), ...(others.length === 0 ? [] : [fit])];
}

function smallLetters(small: VectorDrawing["letterSizes"], emuPerUnit: number, { span, path }: PictureOrigin): Finding {
  const leastEmu = Math.min(...small.map(({ size }) => size)) * emuPerUnit;
  const times = LETTERS_MIN_EMU / Math.max(1, leastEmu);
  return {
    code: "RPT5006",
    severity: "warning",
    span,
    message:
      `the SVG's letters (${told(small.map(({ words }) => words))}) are printed at ` +
      `${points(Math.floor(leastEmu / SAID_EMU) * SAID_EMU)}, smaller than ${points(LETTERS_MIN_EMU)}`,
    path,
    why: "many readers cannot read it without a lens",
    repair:
      times > TIMES_MAX
        ? "send the picture with larger letters"
        : `make it ${(Math.ceil(times * 10) / 10).toFixed(1)} times as large (w=, h=), or send it with larger letters`,
  };
}

/** A hundredth of a point: what is too small does not read as enough. */
const SAID_EMU = 127;
/** A picture that much larger has no place on a page. */
const TIMES_MAX = 5;

function told(texts: readonly string[]): string {
  return shortened([...new Set(texts)].join(", "), WORDS_TOLD);
}
