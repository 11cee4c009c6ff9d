// What every element's box says: width, height, frame, flow rules, and what it tells about itself.
import type { Box, Emu } from "../../canvas/index.ts";
import { millimetresAtMost, millimetresEnough, type SourceSpan } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import { type Frame, resolveFrame } from "../page/index.ts";
import { type Finding, type LayoutInput, paintsOf, plainText, printedLink } from "../words/index.ts";
import { type BlockMeta, type FlowRules, NO_META, NO_RULES } from "./blocks.ts";

const NO_FINDINGS: readonly Finding[] = [];

/** The room that a container offers an element. */
export interface Room {
  readonly widthEmu: Emu;
  /** In an absolute container an automatic width reaches to the container's right edge. */
  readonly absolute: boolean;
  /** The width was shared out by a row or grid: the element takes it as it is. */
  readonly assigned: boolean;
  /** Set where what stands one below another fills pages, of which the file may have so many. */
  readonly pages?: PagesLeft;
  /** Set where what stands in the room goes on to the next page: vertical lines that find no place there do so too. */
  readonly flows?: boolean;
  /** Paper beside the room that nothing else is printed on: what is wider than the room may lie there. */
  readonly besideEmu?: Emu;
  /** The height of a row that declares it: vertical lines are no longer. */
  readonly heightEmu?: Emu;
}

/** Pages that a record may still fill: rows beyond them are not made, for a file that is refused needs none of them. */
export interface PagesLeft {
  readonly pages: number;
  readonly pageHeightEmu: Emu;
  /** Set where rows were left out: then the record may not be printed. */
  isCut: boolean;
}

const PARTS_PER_MILLION = 1_000_000;

/** The width of the element's border box. */
export function borderBoxWidth(box: Box, room: Room): Emu {
  const side = box.margin[1] + box.margin[3];
  if (room.assigned) return Math.max(0, room.widthEmu - side);
  switch (box.width.kind) {
    case "length":
      return box.width.emu;
    case "percent":
      return Math.round((room.widthEmu * box.width.partsPerMillion) / PARTS_PER_MILLION);
    case "auto":
    case "share":
      return Math.max(0, room.widthEmu - side - (room.absolute ? (box.xEmu ?? 0) : 0));
  }
}

export function metaOf(input: LayoutInput, box: Box, scope: Scope): BlockMeta {
  const plain = box.role === null && box.alt === null && box.link === null && box.id === null;
  if (plain && box.layer === "normal" && box.opacityThousandths === undefined) return NO_META;
  return {
    role: box.role,
    alt: box.alt === null ? null : plainText(box.alt, input.evaluation, scope),
    ...printedLink(box.link, input.evaluation, scope),
    id: box.id,
    layer: box.layer,
    alpha: Math.round(((box.opacityThousandths ?? 1000) * 255) / 1000),
  };
}

export function rulesOf(box: Box): FlowRules {
  if (box.keep === "none" && box.keepMinEmu === null && box.pageBreak === "none") return NO_RULES;
  return {
    keepTogether: box.keep === "together",
    keepNext: box.keep === "next",
    keepMinEmu: box.keepMinEmu ?? 0,
    breakBefore: box.pageBreak === "before" ? "page" : "none",
    breakAfter: box.pageBreak === "after" ? "page" : "none",
  };
}

export function frameOf(input: LayoutInput, box: Box, scope: Scope): Frame {
  return resolveFrame(box, paintsOf(input, scope));
}

/** Declared height, else the content's between the bounds; margins are added. */
export function outerHeight(box: Box, contentEmu: Emu): Emu {
  const margins = box.margin[0] + box.margin[2];
  if (box.heightEmu !== null) return box.heightEmu + margins;
  const natural = contentEmu + box.padding[0] + box.padding[2];
  const bounded = Math.max(natural, box.heightMinEmu ?? 0);
  return Math.min(bounded, box.heightMaxEmu ?? bounded) + margins;
}

/** What a template calls the width and the height of a box, which a quarter turn exchanges. */
export function sideNames({ isLying }: Box): { readonly width: "w" | "h"; readonly height: "w" | "h" } {
  return isLying === true ? { width: "h", height: "w" } : { width: "w", height: "h" };
}

/** RPT4001 where the content is higher than the height that its container declares. */
export function findOverfull(span: SourceSpan, box: Box, contentEmu: Emu): readonly Finding[] {
  const declared = box.heightEmu ?? box.heightMaxEmu;
  if (declared === null) return NO_FINDINGS;
  const room = declared - box.padding[0] - box.padding[2];
  if (contentEmu <= room) return NO_FINDINGS;
  const more = millimetresEnough(contentEmu - room);
  const isMost = box.heightEmu === null;
  return [
    {
      code: "RPT4001",
      severity: "error",
      span,
      message: `content needs ${millimetresEnough(contentEmu)}, its box has ${millimetresAtMost(room)}`,
      path: null,
      why: "the content would run over what lies below",
      repair:
        box.isLying === true
          ? `enlarge w by ${more}: it is turned, and grows to the side`
          : isMost
            ? `enlarge max-h by ${more}, or leave it out so that the box grows`
            : `enlarge h by ${more}, or use min-h so that the box grows`,
      ...(box.isLying === true
        ? {}
        : {
            taller: {
              toEmu: declared + contentEmu - room,
              otherwise: `leave out ${isMost ? "max-h" : "h"}= so that the box grows, or give it less content`,
            },
          }),
      lackEmu: contentEmu - room,
    },
  ];
}

/** Whether a frame paints anything. */
export function isSeen({ fill, top, right, bottom, left }: Frame): boolean {
  return fill !== null || top !== null || right !== null || bottom !== null || left !== null;
}
