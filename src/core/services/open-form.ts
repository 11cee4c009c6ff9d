// What a form for a document's data is drawn from: the contract, what is known already, and words for a model.
import type { JsonObject, JsonValue, MessageInitShape } from "@bufbuild/protobuf";
import type {
  DocumentFieldSchema,
  FormProblemSchema,
  OpenFormRequest,
  OpenFormResponseSchema,
} from "../../../gen/platen/v1/canvas_pb.ts";
import type { Canvas as CompiledCanvas } from "../canvas/index.ts";
import { readPayload, type Violation } from "../contract/index.ts";
import { platenError } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import { payloadBytes } from "./payload.ts";

/** Rules that speak of what is not there yet, which is what the form is for. */
const OF_ABSENCE: readonly string[] = ["required", "minItems", "truncated"];

/** More problems than this are no use in a sentence; the form marks them all. */
const TOLD_MAX = 10;

/** What is known of the document that the form is for. */
export interface FormSource {
  readonly canvas: Canvas;
  readonly compiled: CompiledCanvas;
  /** JSON text of its schema. */
  readonly schema: string;
  readonly fields: readonly MessageInitShape<typeof DocumentFieldSchema>[];
}

/** The answer of `open_form`. Data that can't belong is no error: it is shown where it stands, and marked. */
export function formOf(
  source: FormSource,
  known: OpenFormRequest["known"],
): MessageInitShape<typeof OpenFormResponseSchema> {
  const { canvas, compiled, fields } = source;
  const text = new TextDecoder().decode(payloadBytes(known) ?? new TextEncoder().encode("{}"));
  const problems = problemsOf(text, compiled);
  const { data, isExact } = plainJson(text);
  const encryption = compiled.encryption?.open ?? "none";
  return {
    document: { id: canvas.id, title: canvas.title },
    guide: guideOf(canvas, compiled),
    schema: objectOf(source.schema),
    fields: [...fields],
    data,
    ...(isExact ? {} : { dataText: text }),
    problems,
    encryption,
    remarks: remarksOf(problems, encryption),
  };
}

function problemsOf(text: string, compiled: CompiledCanvas): MessageInitShape<typeof FormProblemSchema>[] {
  const { violations, malformed } = readPayload(new TextEncoder().encode(text), compiled.fields, {
    extra: compiled.document.extra,
  });
  if (malformed !== null) {
    const { line, column, message } = malformed;
    throw platenError("invalid_argument", `'data' can't be read: ${message} (line ${line}, column ${column} of it).`);
  }
  return violations.filter(({ rule }) => !OF_ABSENCE.includes(rule)).map(problemOf);
}

function problemOf({ path, rule, expected, received }: Violation): MessageInitShape<typeof FormProblemSchema> {
  return { path, rule, expected, received };
}

/** A text as plain JSON, and whether plain JSON says all of it: its numbers are doubles. */
function plainJson(text: string): { readonly data: JsonObject; readonly isExact: boolean } {
  const numbers = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").match(/-?[0-9][0-9.eE+-]*/g) ?? [];
  return { data: objectOf(text), isExact: numbers.every((number) => String(Number(number)) === number) };
}

function objectOf(text: string): JsonObject {
  const value: JsonValue = JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function guideOf(canvas: Canvas, compiled: CompiledCanvas): string {
  const asked = compiled.fields.some((field) => !field.optional && field.default === null);
  return [
    `Where the client draws forms, the person now sees one for "${canvas.title}" (${canvas.id});`,
    "sending it renders the document, so wait for them, and do not call open_form for it again.",
    "Where no form is drawn, ask the person for the",
    asked
      ? "required fields below that you do not know yet, and for the optional ones they care about,"
      : "fields below,",
    `then call render_document with document "${canvas.id}" and everything as data.`,
    "Columns: path, type, required or optional, example, label.",
  ].join(" ");
}

function remarksOf(problems: readonly MessageInitShape<typeof FormProblemSchema>[], encryption: string): string {
  const told = problems.slice(0, TOLD_MAX).map(({ path, expected, received }) => {
    return `${path === "" ? "the data itself" : path} must be ${expected}, not ${received}`;
  });
  const more = problems.length > told.length ? `, and ${problems.length - told.length} more` : "";
  return [
    ...(told.length === 0 ? [] : [`Given values that can't stay as they are: ${told.join("; ")}${more}.`]),
    ...(encryption === "required"
      ? ["This document requires a password for its file, so no tool can render it: it is rendered over the REST API."]
      : []),
  ].join(" ");
}
