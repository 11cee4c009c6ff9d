import { readFile } from "node:fs/promises";
import { compileSource } from "../../src/core/canvas/index.ts";
import type { BenchSession } from "./case.ts";

/** Sources to check: the qualified invoice, and the same with as many more fields as make it so many lines long. */
export async function checkSession(lines: number | null): Promise<BenchSession> {
  const form = await readFile("docs/examples/invoice-qualified.rpt", "utf8");
  const source = lines === null ? form : lengthened(form, lines);
  return {
    async run(iteration) {
      // A comment of its own makes each text a new one; half the lines are then read at other places.
      const { diagnostics } = compileSource(`${source}// ${iteration}\n`);
      if (diagnostics.some(({ severity }) => severity === "error")) throw new Error("The form has errors.");
      return { items: source.split("\n").length };
    },
  };
}

function lengthened(form: string, lines: number): string {
  const missing = lines - form.split("\n").length;
  const pairs = Math.max(0, Math.floor(missing / 2));
  const fields = Array.from({ length: pairs }, (_, at) => `field more.f${at} decimal(9,2) example=${at}.25`);
  const lets = fields.map((_, at) => `let more_${at} = round(more.f${at} * ${at + 1} / 100, 0, down)`);
  return form.replace("fonts ", () => `${fields.join("\n")}\n\n${lets.join("\n")}\n\nfonts `);
}
