// Canvas → what a publishing freezes beside it: its schema, and the little that services ask of a canvas.

import type { Canvas } from "./canvas.ts";
import { contractSchema } from "./contract-schema.ts";
import { fieldLabels } from "./field-labels.ts";
import { type FieldRow, fieldTable } from "./field-table.ts";

/** A row of the field table, with what people call the field. */
export interface SummaryField extends FieldRow {
  /** Null where neither the declaration nor the pages name it. */
  readonly label: string | null;
}

/** Rules of profiles that a form allows to be broken, and why. */
export interface SummaryWaiver {
  readonly rules: readonly string[];
  readonly reason: string;
  /** Where its line begins in the source. */
  readonly start: number;
}

/**
 * What a service asks of a published canvas. Reading a canvas takes up to a tenth of a second for each 10,000 elements,
 * which the thread that answers everybody does not have.
 */
export interface CanvasSummary {
  readonly fields: readonly SummaryField[];
  /** Whether a field has to be sent. */
  readonly asksValues: boolean;
  readonly hasDataset: boolean;
  readonly profiles: readonly string[];
  readonly encryption: "none" | "optional" | "required";
  readonly waivers: readonly SummaryWaiver[];
}

/** What a publishing freezes beside the canvas. */
export interface FrozenForm {
  /** JSON text of the payload's schema, under the address {@link UNPUBLISHED_ID}. */
  readonly schema: string;
  /** JSON text of the summary. */
  readonly summary: string;
  /** Path of the array that gives a record template its records. */
  readonly recordSource: string | null;
}

/** The identity in a schema as it is stored: the canvas's own is known only when its version is. */
const UNPUBLISHED = { canvasId: "unpublished", version: 0 } as const;

/** What stands in a stored schema where readers see the canvas's address. */
export const UNPUBLISHED_ID = `urn:platen:canvas:${UNPUBLISHED.canvasId}:${UNPUBLISHED.version}`;

/** What a publishing freezes beside the canvas. */
export function frozenForm(canvas: Canvas): FrozenForm {
  return {
    schema: JSON.stringify(contractSchema(canvas, UNPUBLISHED)),
    summary: summaryText(canvas),
    recordSource: canvas.recordSource?.path.replace(/\[\]$/, "") ?? null,
  };
}

/** The summary of a canvas as JSON text. */
export function summaryText(canvas: Canvas): string {
  return JSON.stringify(summaryOf(canvas));
}

/** Reads what `summaryText` of this version wrote. */
export function parseSummary(text: string): CanvasSummary {
  return JSON.parse(text);
}

function summaryOf(canvas: Canvas): CanvasSummary {
  const labels = fieldLabels(canvas);
  return {
    fields: fieldTable(canvas).map((row) => ({ ...row, label: labels.get(row.path) ?? null })),
    asksValues: canvas.fields.some((field) => !field.optional && field.default === null),
    hasDataset: canvas.dataset !== null,
    profiles: canvas.document.profiles,
    encryption: canvas.encryption?.open ?? "none",
    waivers: waiversOf(canvas),
  };
}

/** Versions that kept no reasons have none to show. */
function waiversOf({ allowances = [] }: Canvas): readonly SummaryWaiver[] {
  return allowances.flatMap(({ codes, reason, line }) => {
    const rules = codes.filter((code) => code.includes("/"));
    return rules.length === 0 || reason === undefined || line === undefined ? [] : [{ rules, reason, start: line[0] }];
  });
}
