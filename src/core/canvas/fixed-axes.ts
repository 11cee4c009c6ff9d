// Charts whose axis ends where the template says, whatever the data are.
import type { Canvas } from "./canvas.ts";
import type { ChartElement } from "./canvas-elements.ts";
import { addNames, reads, visit } from "./worst-reads.ts";

/** Where the charts with a fixed axis begin in the source, with the names that their values are computed from. */
export function fixedAxes({ pages, lets }: Canvas): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, ReadonlySet<string>>();
  visit(pages, (part) => {
    if (!isChart(part)) return;
    const { chart, series, y, span } = part;
    if (chart === "pie" || (y.min === null && y.max === null)) return;
    const names = new Set<string>();
    addNames([series.map(({ value }) => value), y.lineAt], names);
    for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
    found.set(span[0], names);
  });
  return found;
}

function isChart(part: object): part is ChartElement {
  return "kind" in part && part.kind === "chart" && "series" in part;
}
