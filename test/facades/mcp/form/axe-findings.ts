import axe from "axe-core";
import type { Frame } from "playwright-core";

/** What axe finds wrong in a frame, each as its rule and the elements that break it. */
export async function axeFindings(frame: Frame): Promise<readonly string[]> {
  await frame.evaluate(axe.source);
  const { violations } = (await frame.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as axe.AxeResults;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
  );
}
