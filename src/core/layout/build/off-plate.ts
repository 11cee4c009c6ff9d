// RPT5002: declared boxes that leave their container. Told while building, where the container's size is known.
import {
  type Canvas,
  type CellsElement,
  type Emu,
  type GridElement,
  type RowElement,
  writtenElements,
} from "../../canvas/index.ts";
import { millimetres, millimetresAtMost, millimetresEnough, type SourceSpan } from "../../diagnostics/index.ts";
import type { Block, PlacedChild } from "../blocks/index.ts";
import { type Finding, lengthText } from "../words/index.ts";

/** 0.05 mm, about a dot of an office printer (600 dpi): less is not seen, and thirds of lengths are not round. */
const DOT_EMU = 1_800;

const NO_FINDINGS: readonly Finding[] = [];

/** Seals and layers may reach beyond, as a seal on the edge of a name does; a container without a height grows. */
export function findOffPlate(
  children: readonly PlacedChild[],
  widthEmu: Emu,
  heightEmu: Emu | null,
  holder: Holder,
): readonly Finding[] {
  let findings: Finding[] | null = null;
  for (const { xEmu, yEmu, block, isAsHighAsContent } of children) {
    if (block.meta.layer !== "normal" || block.kind === "bookmark") continue;
    const right = xEmu + block.widthEmu - widthEmu;
    const bottom = heightEmu === null ? 0 : yEmu + block.heightEmu - heightEmu;
    const isTurned = block.kind === "turned";
    const beyond: readonly Beyond[] = [
      { side: "left", byEmu: 0 - xEmu, property: "x", toEmu: 0 },
      { side: "top", byEmu: 0 - yEmu, property: "y", toEmu: 0 },
      { side: "right", byEmu: right, ...inwards(["x", "w"], xEmu, block.widthEmu, right, isTurned) },
      { side: "bottom", byEmu: bottom, ...inwards(["y", "h"], yEmu, block.heightEmu, bottom, isTurned) },
    ];
    for (const { side, byEmu, property, toEmu } of beyond) {
      if (byEmu <= DOT_EMU) continue;
      findings ??= [];
      const value = lengthText(toEmu);
      // A height that nobody said cannot be lowered: its content would leave it, and ask for a greater one.
      const isHigher = side === "bottom" && property === "h" && isAsHighAsContent === true;
      findings.push({
        code: "RPT5002",
        severity: "error",
        span: block.span,
        message: `${nameIn(holder.canvas, block)} leaves its container by ${millimetres(byEmu)} on the ${side}`,
        path: null,
        why: "it may lie on what stands beside the container, or off the page",
        ...(isHigher
          ? higherHolder(children, holder)
          : {
              repair: `set ${property}=${value}, or layer=over where it is meant`,
              change: { property, value },
            }),
      });
    }
  }
  return findings ?? NO_FINDINGS;
}

/** What holds the elements, and the room that it keeps above and below them. */
interface Holder {
  readonly canvas: Canvas;
  readonly span: SourceSpan;
  readonly aroundEmu: Emu;
}

/** The height that all of them need, so that one repair serves each. */
function higherHolder(
  children: readonly PlacedChild[],
  { canvas, span, aroundEmu }: Holder,
): Pick<Finding, "repair" | "change" | "taller"> {
  const growing = children.filter(({ block }) => block.meta.layer === "normal" && block.kind !== "bookmark");
  const neededEmu = growing.reduce((foot, { yEmu, block }) => Math.max(foot, yEmu + block.heightEmu), 0);
  const value = millimetresEnough(neededEmu + aroundEmu);
  const name = nameIn(canvas, { span });
  return {
    repair: `set h=${value} at the ${name}, give it a greater w or less content, or layer=over where it is meant`,
    change: { property: "h", value, of: span },
    taller: {
      toEmu: neededEmu + aroundEmu,
      of: span[0],
      otherwise:
        `give the ${name} less content, smaller letters or a greater w (the page has no room for ${value}), ` +
        "or layer=over where it is meant",
    },
  };
}

/** The block of a flow, with what is to be told where it is wider than the flow: it lies on what stands beside. */
export function toldWhereWide(canvas: Canvas, block: Block, widthEmu: Emu, besideEmu: Emu = 0): Block {
  const byEmu = block.widthEmu - widthEmu - besideEmu;
  if (byEmu <= DOT_EMU || block.meta.layer !== "normal" || block.kind === "bookmark" || block.kind === "space")
    return block;
  const value = lengthText(Math.max(0, widthEmu - block.frame.margin[1] - block.frame.margin[3]));
  const finding: Finding = {
    code: "RPT5002",
    severity: "error",
    span: block.span,
    message:
      `${nameIn(canvas, block)} is ${millimetresEnough(block.widthEmu)} wide, ` +
      `its container ${millimetresAtMost(widthEmu)}`,
    path: null,
    why: "it may lie on what stands beside the container, or off the page",
    repair: `set w=${value}, or layer=over where it is meant`,
    change: { property: "w", value },
  };
  return { ...block, findings: [...block.findings, finding] };
}

/** RPT4006: the widths of a row's children, or of a grid's columns, with what lies between them. */
export function findTooWide(
  { kind, span }: RowElement | GridElement | CellsElement,
  widths: readonly Emu[],
  gapsEmu: Emu,
  roomEmu: Emu,
): readonly Finding[] {
  const neededEmu = widths.reduce((sum, width) => sum + width, gapsEmu);
  if (neededEmu - roomEmu <= DOT_EMU) return NO_FINDINGS;
  const name = kind === "row" ? "row" : "grid";
  const [what, one] = kind === "row" ? ["what stands in the row needs", "child"] : ["columns need", "column"];
  return [
    {
      code: "RPT4006",
      severity: "error",
      span,
      message: `${what} ${millimetresEnough(neededEmu)}, the ${name} has ${millimetresAtMost(roomEmu)}`,
      path: null,
      why: `the last ${kind === "row" ? "of it leaves" : "columns leave"} the ${name}`,
      repair: `reduce the widths${kind === "cells" ? "" : " or the gap"}, or give one ${one} w=1fr`,
    },
  ];
}

/** By how much an element leaves its container on a side, and the property that brings it back. */
interface Beyond {
  readonly side: string;
  readonly byEmu: Emu;
  readonly property: string;
  readonly toEmu: Emu;
}

type Axis = readonly [position: string, size: string];

/**
 * What leaves by a little is made smaller; what would lose more than its smaller part is moved. So is what is turned:
 * its content takes the width that it says, and a smaller one would be told as too small in its turn.
 */
function inwards(axis: Axis, atEmu: Emu, sizeEmu: Emu, byEmu: Emu, isTurned: boolean): Omit<Beyond, "side" | "byEmu"> {
  const [position, size] = axis;
  const isMoved = (isTurned || sizeEmu - byEmu < SIZE_LEFT_MIN_SHARE * sizeEmu) && atEmu >= byEmu;
  return isMoved
    ? { property: position, toEmu: atEmu - byEmu }
    : { property: size, toEmu: Math.max(0, sizeEmu - byEmu) };
}

/** Less than this is left of an element: then its place was wrong, not its size. */
const SIZE_LEFT_MIN_SHARE = 0.7;

/** Blocks that are as high as their content where no height is said; pictures and drawings are made to fit one. */
export const GROWS_WITH_CONTENT = {
  text: true,
  deferred: true,
  flow: true,
  row: true,
  plate: true,
  rule: false,
  rect: false,
  image: false,
  seal: false,
  drawing: false,
  columns: true,
  turned: true,
  space: false,
  bookmark: false,
  table: true,
} as const satisfies Record<Block["kind"], boolean>;

/** What a block is called: the word of its element in the source. */
function nameIn(canvas: Canvas, { span }: Pick<Block, "span">): string {
  return writtenElements(canvas).get(span[0])?.name ?? "element";
}
