// RPT4026: pictures, seals and check boxes that opacity= leaves next to nothing of, their own or that of what holds
// them. Texts, codes and charts of so little colour are told by their contrast.
import type { Diagnostic, SourceSpan } from "../diagnostics/index.ts";
import { contrastOf, type Page, type PlacedItem } from "../layout/index.ts";
import { overPaper } from "./contrast.ts";
import type { ElementIndex, ElementInfo } from "./elements.ts";
import { nameOf } from "./elements.ts";
import { PAPER } from "./grounds.ts";

/** Of black on white: what differs less from its ground is not seen, whatever its colours are. */
const SEEN_CONTRAST_MIN = 1.1;
const OPAQUE = 255;

/** The least alpha that anything may be seen at. */
export const UNSEEN_BELOW_ALPHA = Array.from({ length: OPAQUE }, (_, alpha) => alpha).findIndex(
  (alpha) => contrastOf(overPaper([0, 0, 0, alpha]), PAPER) >= SEEN_CONTRAST_MIN,
);

/** Elements that are drawn by shapes alone, and say something by them. */
export const DRAWN_BY_SHAPES: ReadonlySet<ElementInfo["kind"]> = new Set(["image", "seal", "seals", "check"]);

/** One place of a picture: the strongest of what it is drawn by. */
interface Strength {
  readonly span: SourceSpan;
  readonly element: ElementInfo;
  alpha: number;
}

/** Each element once. Worded for page 1. */
export function findUnseenPictures({ items }: Page, { byStart }: ElementIndex): readonly Diagnostic[] {
  const open = new Map<number, Strength>();
  const closed: Strength[] = [];
  for (const item of items) {
    const element = byStart.get(item.span[0]);
    const alpha = element === undefined ? null : alphaOf(item, element);
    if (element === undefined || alpha === null) continue;
    const start = item.span[0];
    const known = open.get(start);
    if (known !== undefined && item.startsPicture !== true) known.alpha = Math.max(known.alpha, alpha);
    else {
      if (known !== undefined) closed.push(known);
      open.set(start, { span: item.span, element, alpha });
    }
  }
  const unseen = [...closed, ...open.values()].filter(({ alpha }) => alpha < UNSEEN_BELOW_ALPHA);
  const told = new Map(unseen.toReversed().map((one) => [one.span[0], one]));
  return [...told.values()].map(finding);
}

/** How strong an item is that a picture is drawn by; null for any other. */
function alphaOf(item: PlacedItem, { kind }: ElementInfo): number | null {
  if (item.kind === "image") return item.alpha ?? OPAQUE;
  if ((item.kind !== "fill" && item.kind !== "stroke") || !DRAWN_BY_SHAPES.has(kind)) return null;
  const colors = item.gradient === undefined ? [item.color] : item.gradient.stops.map(({ color }) => color);
  return Math.max(...colors.map(([, , , alpha]) => alpha));
}

function finding({ span, element, alpha }: Strength): Diagnostic {
  const percent = Math.round((alpha * 100) / OPAQUE);
  return {
    code: "RPT4026",
    severity: "warning",
    span: { start: span[0], end: span[1] },
    message: `${nameOf(element)} is drawn at ${percent} % of its strength: nothing is seen (page 1)`,
    why: "the page looks as if there were no picture",
    repair: {
      title: "write a larger opacity= at it or at what holds it, or leave it out",
      applicability: "suggestion",
      edits: [],
    },
  };
}
