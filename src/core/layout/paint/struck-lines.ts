// RPT5001: a line under or through the letters of one line that covers letters of another line, or the ruby beside it.
import type { Emu } from "../../canvas/index.ts";
import { millimetres, type SourceSpan } from "../../diagnostics/index.ts";
import { type GlyphRunItem, letterInks, type PlacedItem, type Rectangle, type StrokeItem } from "../page/index.ts";
import type { Finding, PagePoint, TextBox } from "../words/index.ts";
import type { Painting } from "./painting.ts";

/** Half of a stroke of usual letters, in parts of their size: what covers no more leaves them whole. */
const COVERED_SHARE = 0.03;

/** Letters that a line covers which does not belong to them. */
interface StruckLetters {
  readonly at: PagePoint;
  /** How far the line reaches into them. */
  readonly depthEmu: Emu;
  /** They are the ruby of the line's own letters: no distance of lines helps. */
  readonly isOwnRuby: boolean;
}

/** The deepest that decoration covers; `lines` are the items of each line of one text, as they were painted. */
function struckLetters(lines: readonly (readonly PlacedItem[])[]): StruckLetters | null {
  let deepest: StruckLetters | null = null;
  for (const [index, items] of lines.entries()) {
    const bands = items.flatMap((item) => (item.kind === "stroke" ? bandOf(item) : []));
    if (bands.length === 0) continue;
    for (const neighbour of [index - 1, index, index + 1]) {
      const isOwn = neighbour === index;
      for (const item of lines[neighbour] ?? []) {
        if (item.kind !== "glyphs" || (isOwn && item.isRuby !== true)) continue;
        const struck = coveredBy(bands, item, isOwn);
        if (struck !== null && struck.depthEmu > (deepest?.depthEmu ?? 0)) deepest = struck;
      }
    }
  }
  return deepest;
}

/** What a straight line covers. */
function bandOf({ shape, widthEmu }: StrokeItem): readonly Rectangle[] {
  if (shape.kind === "rectangle") return [];
  const [from, to] = shape.commands;
  if (from?.op !== "move" || to?.op !== "line") return [];
  const half = widthEmu / 2;
  const isLevel = from.yEmu === to.yEmu;
  const [across, down] = isLevel ? [0, half] : [half, 0];
  return [
    {
      leftEmu: Math.min(from.xEmu, to.xEmu) - across,
      topEmu: Math.min(from.yEmu, to.yEmu) - down,
      rightEmu: Math.max(from.xEmu, to.xEmu) + across,
      bottomEmu: Math.max(from.yEmu, to.yEmu) + down,
    },
  ];
}

function coveredBy(bands: readonly Rectangle[], run: GlyphRunItem, isOwnRuby: boolean): StruckLetters | null {
  const least = run.sizeEmu * COVERED_SHARE;
  let deepest: StruckLetters | null = null;
  for (const ink of letterInks(run)) {
    for (const band of bands) {
      const [leftEmu, rightEmu] = [Math.max(band.leftEmu, ink.leftEmu), Math.min(band.rightEmu, ink.rightEmu)];
      const [topEmu, bottomEmu] = [Math.max(band.topEmu, ink.topEmu), Math.min(band.bottomEmu, ink.bottomEmu)];
      if (rightEmu - leftEmu <= least || bottomEmu - topEmu <= least) continue;
      const isLevel = band.rightEmu - band.leftEmu > band.bottomEmu - band.topEmu;
      const depthEmu = isLevel ? band.bottomEmu - ink.topEmu : band.rightEmu - ink.leftEmu;
      if (depthEmu > (deepest?.depthEmu ?? 0)) deepest = { at: { xEmu: leftEmu, yEmu: topEmu }, depthEmu, isOwnRuby };
    }
  }
  return deepest;
}

/** Tells of a painted text whose decoration covers letters that it does not belong to. */
export function tellStruck(
  { findings, sheet }: Painting,
  span: SourceSpan,
  box: TextBox,
  lines: readonly (readonly PlacedItem[])[],
): void {
  const struck = struckLetters(lines);
  if (struck !== null) findings.add(struckFinding(struck, span, box), sheet.number, struck.at);
}

/** Line heights are written in steps of so many thousandths. */
const STEP_THOUSANDTHS = 50;

function struckFinding(struck: StruckLetters, span: SourceSpan, { lineSizeEmu, shown, style }: TextBox): Finding {
  const { path } = shown;
  const depth = millimetres(struck.depthEmu);
  const told = { code: "RPT5001", severity: "error", span, path } as const;
  const why = "letters that a line runs through read as deleted";
  if (struck.isOwnRuby) {
    return {
      ...told,
      message: `the line beside the text covers its ruby by ${depth}`,
      why,
      repair: "leave decoration=underline out where there is ruby, and use weight=bold or color= in its place",
    };
  }
  const neededThousandths = style.lineHeightThousandths + (struck.depthEmu * 1000) / lineSizeEmu;
  const value = String((Math.ceil(neededThousandths / STEP_THOUSANDTHS) * STEP_THOUSANDTHS) / 1000);
  return {
    ...told,
    message: `the line under or through one line of the text covers letters of another line by ${depth}`,
    why,
    repair: `set line-height=${value}, or leave decoration= out`,
    change: { property: "line-height", value },
  };
}
