// RPT5002: declared boxes that leave their absolute container. Told while building, where its size is known.
import type { Emu } from "../canvas/index.ts";
import type { Block, PlacedChild } from "./blocks.ts";
import { type Finding, lengthText, millimetres } from "./findings.ts";

/** 0.05 mm, about a dot of an office printer (600 dpi): less is not seen, and thirds of lengths are not round. */
const DOT_EMU = 1_800;

const NO_FINDINGS: readonly Finding[] = [];

/** Seals and layers may reach beyond, as a seal on the edge of a name does; a container without a height grows. */
export function findOffPlate(
  children: readonly PlacedChild[],
  widthEmu: Emu,
  heightEmu: Emu | null,
): readonly Finding[] {
  let findings: Finding[] | null = null;
  for (const { xEmu, yEmu, block } of children) {
    if (block.meta.layer !== "normal" || block.kind === "bookmark") continue;
    const right = xEmu + block.widthEmu - widthEmu;
    const bottom = heightEmu === null ? 0 : yEmu + block.heightEmu - heightEmu;
    const beyond: readonly Beyond[] = [
      { side: "left", byEmu: 0 - xEmu, property: "x", toEmu: 0 },
      { side: "top", byEmu: 0 - yEmu, property: "y", toEmu: 0 },
      { side: "right", byEmu: right, ...inwards("x", "w", xEmu, block.widthEmu, right) },
      { side: "bottom", byEmu: bottom, ...inwards("y", "h", yEmu, block.heightEmu, bottom) },
    ];
    for (const { side, byEmu, property, toEmu } of beyond) {
      if (byEmu <= DOT_EMU) continue;
      findings ??= [];
      const value = lengthText(toEmu);
      findings.push({
        code: "RPT5002",
        severity: "error",
        span: block.span,
        message: `${nameOf(block)} leaves its container by ${millimetres(byEmu)} on the ${side}`,
        path: null,
        why: "it may lie on what stands beside the container, or off the page",
        repair: `set ${property}=${value}, or layer=over where it is meant`,
        change: { property, value },
      });
    }
  }
  return findings ?? NO_FINDINGS;
}

/** By how much an element leaves its container on a side, and the property that brings it back. */
interface Beyond {
  readonly side: string;
  readonly byEmu: Emu;
  readonly property: string;
  readonly toEmu: Emu;
}

/** What leaves by a little is made smaller; what would lose more than its smaller part is moved. */
function inwards(position: string, size: string, atEmu: Emu, sizeEmu: Emu, byEmu: Emu): Omit<Beyond, "side" | "byEmu"> {
  const isMoved = sizeEmu - byEmu < SIZE_LEFT_MIN_SHARE * sizeEmu && atEmu >= byEmu;
  return isMoved
    ? { property: position, toEmu: atEmu - byEmu }
    : { property: size, toEmu: Math.max(0, sizeEmu - byEmu) };
}

/** Less than this is left of an element: then its place was wrong, not its size. */
const SIZE_LEFT_MIN_SHARE = 0.7;

function nameOf(block: Block): string {
  return block.kind === "deferred" ? "text" : block.kind;
}
