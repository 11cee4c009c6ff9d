// RPT5002: declared boxes that leave their absolute container. Told while building, where its size is known.
import type { Emu } from "../canvas/index.ts";
import type { Block, PlacedChild } from "./blocks.ts";
import { type Finding, millimetres } from "./findings.ts";

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
    const beyond = [
      { side: "left", byEmu: -xEmu },
      { side: "top", byEmu: -yEmu },
      { side: "right", byEmu: xEmu + block.widthEmu - widthEmu },
      { side: "bottom", byEmu: heightEmu === null ? 0 : yEmu + block.heightEmu - heightEmu },
    ];
    for (const { side, byEmu } of beyond) {
      if (byEmu <= 0) continue;
      findings ??= [];
      findings.push({
        code: "RPT5002",
        severity: "error",
        span: block.span,
        message: `${nameOf(block)} leaves its container by ${millimetres(byEmu)} on the ${side}`,
        path: null,
        why: "it may lie on what stands beside the container, or off the page",
        repair: `move or shrink it by ${millimetres(byEmu)}, or set layer=over where it is meant`,
      });
    }
  }
  return findings ?? NO_FINDINGS;
}

function nameOf(block: Block): string {
  return block.kind === "deferred" ? "text" : block.kind;
}
