// What a form for a document's data is drawn from: the contract, what is known already, and words for a model.
import type { JsonObject, JsonValue, MessageInitShape } from "@bufbuild/protobuf";
import type {
  DocumentFieldSchema,
  FormProblemSchema,
  OpenFormRequest,
  OpenFormResponseSchema,
} from "../../../gen/platen/v1/canvas_pb.ts";
import type { CanvasSummary } from "../canvas/index.ts";
import type { Violation } from "../contract/index.ts";
import { type KnownAnswer, PoolBusyError } from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import type { TenantCaller } from "./caller.ts";
import type { PublishedContent } from "./canvas-contents.ts";
import { computedAtOnce, poolBusy } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { payloadBytes } from "./payload.ts";
import { SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** Rules that speak of what is not there yet, which is what the form is for. */
const OF_ABSENCE: readonly string[] = ["required", "minItems", "truncated"];

/** More problems than this are no use in a sentence; the form marks them all. */
const TOLD_MAX = 10;

/** What is known of the document that the form is for. */
export interface FormSource {
  readonly canvas: Canvas;
  readonly content: PublishedContent;
  /** JSON text of its schema. */
  readonly schema: string;
  readonly fields: readonly MessageInitShape<typeof DocumentFieldSchema>[];
}

/** The values that are known already, as they came. */
interface Known {
  /** JSON text. */
  readonly text: string;
  readonly answer: Extract<KnownAnswer, { kind: "read" }>;
}

/** Longer values no form shows; the whole of them is written into the answer. */
const KNOWN_BYTES_MAX = 1024 * 1024;

const NOTHING: Known = { text: "{}", answer: { kind: "read", violations: [], isExact: true } };

/**
 * The answer of `open_form`. Data that can't belong is no error: it is shown where it stands, and marked. A thread
 * reads it, within the renders that the plan has at a time. Throws `too_large` for more than a form shows.
 */
export async function formOf(
  dependencies: Pick<ServiceDependencies, "engine" | "rates" | "renderBudgetMs">,
  caller: Pick<TenantCaller, "plan" | "scope">,
  source: FormSource,
  known: OpenFormRequest["known"],
): Promise<MessageInitShape<typeof OpenFormResponseSchema>> {
  const { canvas, content, fields } = source;
  const bytes = payloadBytes(known);
  const { text, answer } = bytes === null ? NOTHING : await readKnown(dependencies, caller, content, bytes);
  const problems = answer.violations.filter(({ rule }) => !OF_ABSENCE.includes(rule)).map(problemOf);
  const { encryption } = content.summary;
  return {
    document: { id: canvas.id, title: canvas.title },
    guide: guideOf(canvas, content.summary),
    schema: objectOf(source.schema),
    fields: [...fields],
    data: objectOf(text),
    ...(answer.isExact ? {} : { dataText: text }),
    problems,
    encryption,
    remarks: remarksOf(problems, encryption),
  };
}

async function readKnown(
  { engine, rates, renderBudgetMs: budgetMs = SYNCHRONOUS_BUDGET_MS }: Parameters<typeof formOf>[0],
  { plan, scope: { organizationId } }: Parameters<typeof formOf>[1],
  { contentHash: canvasHash, compiledBytes: canvasJson }: PublishedContent,
  payload: Uint8Array,
): Promise<Known> {
  if (payload.length > KNOWN_BYTES_MAX) throw tooMuchKnown(`${KNOWN_BYTES_MAX} bytes`);
  const terms = { budgetMs, tenant: organizationId };
  const work = () => engine.known({ canvasHash, canvasJson, payload }, terms);
  const answer = await computedAtOnce(rates, { organizationId, plan }, work).catch((error: unknown) => {
    throw error instanceof PoolBusyError ? poolBusy(error, budgetMs) : error;
  });
  switch (answer.kind) {
    case "read":
      return { text: new TextDecoder().decode(payload), answer };
    case "too-many":
      throw tooMuchKnown(`${answer.valuesMax} values`);
    case "malformed": {
      const { line, column, message } = answer;
      throw platenError("invalid_argument", `'data' can't be read: ${message} (line ${line}, column ${column} of it).`);
    }
  }
}

function tooMuchKnown(most: string): Error {
  const sentence = `A form shows at most ${most} that are known, and 'data' has more.`;
  return platenError("too_large", `${sentence} Send fewer, or call render_document with all of them.`);
}

function problemOf({ path, rule, expected, received }: Violation): MessageInitShape<typeof FormProblemSchema> {
  return { path, rule, expected, received };
}

function objectOf(text: string): JsonObject {
  const value: JsonValue = JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function guideOf(canvas: Canvas, { asksValues }: CanvasSummary): string {
  return [
    `Where the client draws forms, the person now sees one for "${canvas.title}" (${canvas.id});`,
    "sending it renders the document, so wait for them, and do not call open_form for it again.",
    "Where no form is drawn, ask the person for the",
    asksValues
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
