// Where what goes along letters begins and ends: underlines, lines through letters, and the areas of links.
import type { Emu } from "../../canvas/index.ts";
import { type LinePiece, outerSpaceOf, type ParagraphLine } from "../../text/index.ts";

/** A part of a line, measured along it from where the box's lines start. */
export interface Extent {
  readonly fromEmu: Emu;
  readonly toEmu: Emu;
}

/** A line as it is set: without the space that goes at its edges, with a mark that hangs beyond its end. */
export function extentOf({ xEmu, leadEmu, widthEmu, hungEmu }: ParagraphLine): Extent {
  const fromEmu = xEmu + leadEmu;
  return { fromEmu, toEmu: fromEmu + widthEmu + hungEmu };
}

/** The em boxes of a piece along its line. */
export type PieceExtent = (piece: LinePiece) => Extent;

/**
 * What of each piece of a line is decorated with it: its advance, but no space that its neighbours or the line's edges
 * have taken, since the letter beside it would seem to be decorated too.
 * @param keepsBlanks whether blanks at the line's end are decorated: spans of forms have lines under them, to write on.
 */
export function extentsOfPieces(line: ParagraphLine, emBoxes: PieceExtent, keepsBlanks: boolean): readonly Extent[] {
  const whole = extentOf(line);
  const own = line.pieces.map((piece): Extent => {
    const { fromEmu, toEmu } = emBoxes(piece);
    return { fromEmu, toEmu: toEmu - piece.letterSpacingEmu };
  });
  return own.map(({ fromEmu, toEmu }, at) => {
    const [before, after, piece] = [own[at - 1], own[at + 1], line.pieces[at]];
    const startEmu =
      before === undefined ? whole.fromEmu : boundary(line.pieces[at - 1], piece, before.toEmu, fromEmu)[1];
    const lastEmu = keepsBlanks && endsBlank(piece) ? toEmu : whole.toEmu;
    const endEmu = after === undefined ? lastEmu : boundary(piece, line.pieces[at + 1], toEmu, after.fromEmu)[0];
    const from = Math.max(fromEmu, startEmu);
    return { fromEmu: from, toEmu: Math.max(from, Math.min(toEmu, endEmu)) };
  });
}

function endsBlank(piece: LinePiece | undefined): boolean {
  return piece !== undefined && piece.run.text !== piece.run.text.trimEnd();
}

/**
 * Where the piece before ends and the one after begins. Where they were set closer, the space after the first goes
 * before the space within the second.
 */
function boundary(
  before: LinePiece | undefined,
  after: LinePiece | undefined,
  endEmu: Emu,
  startEmu: Emu,
): readonly [toEmu: Emu, fromEmu: Emu] {
  if (before === undefined || after === undefined || startEmu >= endEmu) return [endEmu, startEmu];
  const firstEmu = Math.max(startEmu, endEmu - spaceEmu(before, "after"));
  const atEmu = Math.min(firstEmu, startEmu + spaceEmu(after, "before"));
  return [atEmu, atEmu];
}

function spaceEmu({ run, sizeEmu, scaleThousandths }: LinePiece, side: "before" | "after"): Emu {
  return Math.floor((sizeEmu * scaleThousandths * outerSpaceOf(run)[side]) / 1_000_000);
}
