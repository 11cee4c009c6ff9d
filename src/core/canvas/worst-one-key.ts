// Canvas → payloads whose many records all have one value of what parts them: all lines at one rate of tax. Its sum is
// then as wide as that of the whole list, which examples of several values never show.
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { jsonOf, replaceScalars } from "./worst-payload.ts";
import { operandsOf, reads, sumsAnything } from "./worst-reads.ts";
import { type Choice, trialOf, type WorstTrial } from "./worst-trials.ts";

/** So many choices get a trial of their own; forms part their sums by few. */
const CHOICES_MAX = 4;

/** None where nothing sums up records, or where they differ in nothing that could part them. */
export function oneKeyTrials(canvas: Canvas, rows: WorstTrial): readonly WorstTrial[] {
  if (!sumsAnything(canvas)) return [];
  const { keys } = operandsOf(canvas);
  const chosen = new Set(rows.chosen.map(({ field }) => field.path));
  const values = canvas.fields.flatMap((field) => {
    const isInRows = [...rows.counts.keys()].some((list) => field.path.startsWith(`${list}.`));
    const own = isInRows && !chosen.has(field.path) ? valuesOf(field, reads(keys, field.path)) : [];
    return own.length === 0 ? [] : [{ field, own }];
  });
  const count = Math.min(CHOICES_MAX, Math.max(0, ...values.map(({ own }) => own.length)));
  return Array.from({ length: count }, (_, at) => {
    const same = values.map(({ field, own }): Choice => {
      const { json = "null", words = "" } = own[at % own.length] ?? {};
      const example = replaceScalars(field.example ?? "[0]", json);
      return { field, limit: { example, words: `of ${words} alone`, isDeclared: true } };
    });
    const trial = trialOf(canvas, [...rows.chosen, ...same], rows.counts);
    return { ...trial, values: new Map([...rows.values, ...trial.values]), isOneGroup: true as const };
  });
}

/** What all records may have alike: each choice of a few, and of other keys the first example. */
function valuesOf({ type, example }: CanvasField, isKey: boolean): readonly { json: string; words: string }[] {
  if (type.kind === "bool") return ["true", "false"].map((json) => ({ json, words: json }));
  if (type.kind === "enum") {
    return type.members.map((member) => ({ json: jsonOf(member), words: member.label ?? member.value }));
  }
  const first = isKey && type.kind !== "image" ? /"(?:[^"\\]|\\.)*"|[^\s[\],]+/.exec(example ?? "")?.[0] : undefined;
  return first === undefined ? [] : [{ json: first, words: first }];
}
