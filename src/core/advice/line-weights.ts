// RPT5114: a page full of lines that all have one weight.
import { type Canvas, type Emu, writtenElements } from "../canvas/index.ts";
import { type Diagnostic, points, type SourceSpan } from "../diagnostics/index.ts";
import type { PageDocument } from "../layout/index.ts";
import { advised } from "./advice-finding.ts";

/** Few lines make no grid, whatever they weigh. */
const LINES_MIN = 8;
/** Thinner lines stay behind the words by themselves. */
const HEAVY_EMU = 5_080;

/** RPT5114: borders of the first page, all of one weight that is as heavy as the strokes of letters. */
export function oneLineWeight(canvas: Canvas, { pages }: Pick<PageDocument, "pages">): readonly Diagnostic[] {
  const borders = (pages[0]?.items ?? []).flatMap((item) => {
    return item.kind === "stroke" && item.isBorder === true ? [{ widthEmu: item.widthEmu, span: item.span }] : [];
  });
  const [widthEmu, ...others] = new Set(borders.map((border) => border.widthEmu));
  if (borders.length < LINES_MIN || widthEmu === undefined || others.length > 0 || widthEmu < HEAVY_EMU) return [];
  const span = mostIn(borders.map((border) => border.span));
  const name = writtenElements(canvas).get(span[0])?.name ?? "table";
  const words = {
    message: `all ${borders.length} lines of the page are ${points(widthEmu)} thick`,
    why: "lines as heavy as letters draw the eye; thin ones within a frame leave it to the words",
  };
  return [advised("RPT5114", span, words, repairFor(name, widthEmu))];
}

function repairFor(name: string, widthEmu: Emu): string {
  return `write border=0.25pt at the ${name}, and keep ${points(widthEmu)} for frames and below headings`;
}

/** The element that most of the lines belong to. */
function mostIn(spans: readonly SourceSpan[]): SourceSpan {
  const counts = new Map<number, { readonly span: SourceSpan; count: number }>();
  for (const span of spans) {
    const known = counts.get(span[0]);
    if (known === undefined) counts.set(span[0], { span, count: 1 });
    else known.count += 1;
  }
  const [most] = [...counts.values()].toSorted((one, other) => other.count - one.count);
  return most?.span ?? [0, 0];
}
