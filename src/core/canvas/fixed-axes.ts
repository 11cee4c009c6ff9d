// Charts whose axis ends where the template says, whatever the data are.
import type { Canvas } from "./canvas.ts";
import type { ChartElement } from "./canvas-elements.ts";

/** Where the charts with a fixed axis begin in the source. */
export function fixedAxisStarts({ pages }: Canvas): ReadonlySet<number> {
  const starts = new Set<number>();
  const look = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if (isChart(part)) {
      const { chart, y, span } = part;
      if (chart !== "pie" && (y.min !== null || y.max !== null)) starts.add(span[0]);
      return;
    }
    for (const inner of Object.values(part)) look(inner);
  };
  look(pages);
  return starts;
}

function isChart(part: object): part is ChartElement {
  return "kind" in part && part.kind === "chart" && "series" in part;
}
