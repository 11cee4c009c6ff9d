// What a conservation test judged, in numbers that can be quoted.
import { expect } from "vitest";
import { holesOf } from "../sound-words.ts";
import type { JudgedForm, UndrawnForm } from "./judged-form.ts";
import type { Loss } from "./verdict.ts";

export class Tally {
  forms = 0;
  judged = 0;
  clean = 0;
  invalid = 0;
  refused = 0;
  pages = 0;
  texts = 0;
  drawings = 0;
  clouded = 0;
  readonly excused = new Map<string, number>();

  /** Counts a form, and answers what it lost without a finding. */
  count(form: JudgedForm | UndrawnForm): readonly Loss[] {
    this.forms += 1;
    if (form.kind === "invalid") this.invalid += 1;
    if (form.kind === "refused") this.refused += 1;
    if (form.kind !== "judged") return [];
    const { verdict } = form;
    this.judged += 1;
    this.pages += form.pages;
    this.texts += verdict.texts;
    this.drawings += verdict.drawings;
    this.clouded += verdict.clouded;
    if (form.findings.every(({ severity }) => severity === "info")) this.clean += 1;
    for (const { kind, excuse } of verdict.losses) {
      if (excuse === null) continue;
      const key = `${kind} by ${excuse.code}`;
      this.excused.set(key, (this.excused.get(key) ?? 0) + 1);
    }
    return verdict.losses.filter(({ excuse }) => excuse === null);
  }

  /** Fails with the source where something is lost that no finding names, or that one look at a page overlooks. */
  expectNothingLost(form: JudgedForm | UndrawnForm, source: string, data: unknown = null): void {
    const overlooked = form.kind === "judged" ? form.overlooked.map((words) => `overlooked: ${words}`) : [];
    const holes = form.kind === "refused" ? [] : holesOf(form.findings);
    const lost = [...this.count(form).map(({ kind, words }) => `${kind}: ${words}`), ...overlooked, ...holes];
    if (lost.length > 0) expect(lost, `${source}\n${JSON.stringify(data)?.slice(0, 4_000)}`).toEqual([]);
  }

  /** One line of the test's output. */
  tell(what: string): void {
    const share = Math.round((100 * this.clean) / Math.max(1, this.judged));
    const excused = [...this.excused].sort(([, one], [, other]) => other - one);
    const counts = [
      `${this.forms} forms (${this.judged} judged, ${share} % of them without a finding,`,
      `${this.refused} refused, ${this.invalid} invalid), ${this.pages} pages,`,
      `${this.texts} texts and ${this.drawings} drawings in place or named;`,
      `excused: ${excused.map(([key, count]) => `${key} ×${count}`).join(", ") || "none"}`,
      ...(this.clouded === 0 ? [] : [`; ${this.clouded} not told apart from others, or not looked for`]),
    ].join(" ");
    process.stdout.write(`conservation of ${what}: ${counts}\n`);
  }
}
