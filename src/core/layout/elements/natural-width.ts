// The width that an element would like where nothing bounds it (max-content), for `auto` in rows and columns.
import type { CanvasElement, Emu, ImageElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  imageOf,
  type LayoutInput,
  naturalRichTextWidth,
  naturalTextWidth,
  plainText,
  styleOf,
} from "../words/index.ts";
import { buildBarcode } from "./build-barcode.ts";
import { SEAL_SIZE_EMU } from "./build-picture.ts";

/** At 96 dpi: 914,400 EMU an inch. */
const EMU_PER_PIXEL = 9_525;
/** Ten metres: more than any sheet. */
const WIDE_EMU = 360_000_000;
/** The box of a check and the gap beside it, in sizes of its text. */
const CHECK_ADVANCE = 1.27;

/** Margins and padding included. What fills its room has no width of its own content, and answers 0. */
export function naturalWidth(input: LayoutInput, element: CanvasElement, scope: Scope): Emu {
  if (!("box" in element) || !input.evaluation.condition(element.box.when, scope)) return 0;
  const { box } = element;
  const margins = box.margin[1] + box.margin[3];
  if (box.width.kind === "length") return box.width.emu + margins;
  return contentWidth(input, element, scope) + box.padding[1] + box.padding[3] + margins;
}

/**
 * Whether an element is as wide as it is let, and so would vanish where its content is to say its width. Beside others
 * it takes a share of what they leave.
 */
export function fillsItsRoom(element: CanvasElement): boolean {
  if (!("box" in element) || element.box.width.kind === "length") return false;
  switch (element.kind) {
    case "chart":
    case "seals":
    case "comb":
    case "cells":
    case "grid":
    case "line":
    case "markdown":
    case "rect":
    case "table":
      return true;
    case "stack":
    case "box":
    case "each":
    case "row":
    case "columns":
    case "plate":
      return element.children.some(fillsItsRoom);
    case "text":
    case "rich":
    case "pairs":
    case "image":
    case "barcode":
    case "seal":
    case "check":
      return false;
  }
}

type BoxedElement = Extract<CanvasElement, { box: unknown }>;

function contentWidth(input: LayoutInput, element: BoxedElement, scope: Scope): Emu {
  const declared = element.box.heightEmu ?? element.box.heightMaxEmu;
  const height = declared === null ? null : declared - element.box.padding[0] - element.box.padding[2];
  switch (element.kind) {
    case "text": {
      const { marker } = element;
      const beside = marker?.widthEmu ?? 0;
      const ahead =
        marker?.widthEmu === null
          ? markerWidth(input, plainText(marker.content, input.evaluation, scope), element.style)
          : beside;
      const text = plainText(element.content, input.evaluation, scope);
      return ahead + naturalTextWidth(input, text, element.style, false, height);
    }
    case "rich":
      return naturalRichTextWidth(input, element, scope, height);
    case "stack":
    case "box":
      return widest(input, element.children, scope);
    case "each":
      return input.evaluation
        .records(element.over, scope)
        .reduce((width, record) => Math.max(width, widest(input, element.children, record)), 0);
    case "row": {
      const gaps = element.gapEmu * Math.max(0, element.children.length - 1);
      return element.children.reduce((width, child) => width + naturalWidth(input, child, scope), gaps);
    }
    case "plate":
      return element.children.reduce((width, child) => Math.max(width, reach(input, child, scope)), 0);
    case "pairs":
      return element.pairs.reduce((width, pair) => {
        const text = plainText(pair.value, input.evaluation, scope);
        return Math.max(width, element.labelWidthEmu + naturalTextWidth(input, text, pair.valueStyle, false));
      }, 0);
    case "image":
      return imageWidth(input, element, scope);
    case "seal":
      return element.box.heightEmu ?? SEAL_SIZE_EMU;
    case "check": {
      const { sizeEmu } = styleOf(input.canvas, element.style);
      const label = element.label === null ? "" : plainText(element.label, input.evaluation, scope);
      return Math.round(sizeEmu * CHECK_ADVANCE) + naturalTextWidth(input, label, element.style, false);
    }
    case "columns":
      return element.count * widest(input, element.children, scope) + (element.count - 1) * element.columnGapEmu;
    case "barcode": {
      // In endless room a code is as wide as its module and its data make it.
      const wide = { widthEmu: WIDE_EMU, absolute: false, assigned: false };
      const upright = { ...element, box: { ...element.box, margin: [0, 0, 0, 0], padding: [0, 0, 0, 0] } } as const;
      return buildBarcode(input, upright, scope, wide)?.widthEmu ?? 0;
    }
    case "chart":
    case "seals":
    case "comb":
    case "cells":
    case "grid":
    case "line":
    case "markdown":
    case "rect":
    case "table":
      return 0;
  }
}

/** What a marker needs in whole letters, with a quarter of one behind a narrow one. */
export function markerWidth(input: LayoutInput, text: string, style: number): Emu {
  const { sizeEmu } = styleOf(input.canvas, style);
  const gap = /[!-~｡-ﾟ]$/u.test(text) ? Math.round(sizeEmu / 4) : 0;
  return sizeEmu * Math.max(1, Math.ceil((naturalTextWidth(input, text, style, false) + gap) / sizeEmu));
}

/** In its proportions, as high as it is declared; else in its own size. */
function imageWidth(input: LayoutInput, element: ImageElement, scope: Scope): Emu {
  const value = input.evaluation.value(element.source, scope);
  const reading = typeof value === "string" && value !== "" ? imageOf(input, value) : null;
  if (reading === null || !reading.ok) return element.box.heightEmu ?? 0;
  const { widthPx, heightPx } = reading.image ?? reading.drawing;
  const { heightEmu } = element.box;
  return heightEmu === null ? Math.round(widthPx * EMU_PER_PIXEL) : Math.round((heightEmu * widthPx) / heightPx);
}

function widest(input: LayoutInput, children: readonly CanvasElement[], scope: Scope): Emu {
  return children.reduce((width, child) => Math.max(width, naturalWidth(input, child, scope)), 0);
}

/** How far an absolutely placed child reaches to the right. */
function reach(input: LayoutInput, child: CanvasElement, scope: Scope): Emu {
  return ("box" in child ? (child.box.xEmu ?? 0) : 0) + naturalWidth(input, child, scope);
}
