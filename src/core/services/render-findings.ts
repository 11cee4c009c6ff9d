// What was found of a file with its data: as messages, and as the render's record keeps it.
import { create, fromJson, type JsonValue, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import {
  type Diagnostic as DiagnosticMessage,
  DiagnosticSchema,
  type ErrorDetail,
  ErrorDetailSchema,
} from "../../../gen/platen/v1/error_pb.ts";
import { VIOLATIONS_MAX, type ViolationRule } from "../contract/index.ts";
import {
  type Diagnostic,
  type MachineDiagnostic,
  type MachinePlace,
  machineDiagnostics,
  namedFirst,
  shortened,
} from "../diagnostics/index.ts";
import { platenError } from "../methods/index.ts";
import type { RenderError, RenderFindings } from "../persistence/index.ts";
import { diagnosticMessage } from "./messages.ts";

/** Longer sentences quote data that nobody reads there, or are a mistake of a plugin's rule. */
const SENTENCE_CHARACTERS_MAX = 500;
/** Longer paths are names that a payload chose. */
const PATH_CHARACTERS_MAX = 200;
/** Codes that a sentence names; the list has the others. */
const CODES_NAMED_MAX = 5;

/** How many findings there are: those that are folded into one count each. */
export function countOf(found: readonly Diagnostic[]): number {
  return found.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** Findings as whoever rendered sees them, the gravest first: without edits of a source that is published already. */
export function findingMessages(
  source: string,
  found: readonly Diagnostic[],
): readonly MessageInitShape<typeof DiagnosticSchema>[] {
  return found.length === 0 ? [] : machineDiagnostics(source, found).map(toldFinding);
}

function toldFinding({ message, why, repair, path, places, ...rest }: MachineDiagnostic) {
  return diagnosticMessage({
    ...rest,
    message: shortened(message, SENTENCE_CHARACTERS_MAX),
    why: shortened(why, SENTENCE_CHARACTERS_MAX),
    repair: withoutEdits(repair),
    ...(path === undefined ? {} : { path: shortened(path, PATH_CHARACTERS_MAX) }),
    ...(places === undefined ? {} : { places: places.map(toldPlace) }),
  });
}

/** A place without its repair, which is that of the finding. */
function toldPlace({ message, path, ...range }: MachinePlace): MachinePlace {
  const at = path === undefined ? {} : { path: shortened(path, PATH_CHARACTERS_MAX) };
  return { ...range, ...at, message: shortened(message, SENTENCE_CHARACTERS_MAX), repair: null };
}

function withoutEdits(repair: MachineDiagnostic["repair"]): MachineDiagnostic["repair"] {
  return repair === null ? null : { ...repair, title: shortened(repair.title, SENTENCE_CHARACTERS_MAX), edits: [] };
}

/** What the record keeps; `until` is when it is erased. */
export function keptFindings(source: string, found: readonly Diagnostic[], until: Date): RenderFindings {
  if (found.length === 0) return { count: 0, json: null, until };
  const messages = findingMessages(source, found).map((each) =>
    toJson(DiagnosticSchema, create(DiagnosticSchema, each)),
  );
  return { count: countOf(found), json: JSON.stringify(messages), until };
}

/** Findings as they were kept. */
export function readFindings(json: string | null): DiagnosticMessage[] {
  const kept: JsonValue = json === null ? [] : JSON.parse(json);
  return Array.isArray(kept) ? kept.map((each) => fromJson(DiagnosticSchema, each, { ignoreUnknownFields: true })) : [];
}

/** The refusal of data that does not fit. Its sentence quotes no data: the render's record and logs may keep it. */
export function misfitRefusal(source: string, found: readonly Diagnostic[]): Error {
  const codes = [...new Set(found.map(({ code }) => code))];
  const named = namedFirst(codes, CODES_NAMED_MAX);
  const count = countOf(found);
  const findings = count === 1 ? "There is a finding" : `There are ${count} findings`;
  const sentence = `${findings} about the document with this data (${named}), and onMisfit is refuse.`;
  return platenError("document_refused", `${sentence} Nothing was made or charged; send shorter or mended data.`, {
    diagnostics: [...findingMessages(source, found)],
  });
}

/** What the path of data that a form can't be computed from is told by. */
export function computableDetail(path: string) {
  const rule = "computable" satisfies ViolationRule;
  return { path, rule, expected: "data that the form can be computed from" };
}

/**
 * Why a render failed, with the findings that refused it: as whoever waits for a file is told. A record keeps the
 * sentence and the findings, each as long as it may.
 */
export function failureMessage(
  { code, message, requestId }: RenderError,
  findings: readonly DiagnosticMessage[],
): ErrorDetail {
  const error = { error: message, code, requestId, diagnostics: [...findings] };
  if (findings.length === 0 || code !== "data_contract_violation") return create(ErrorDetailSchema, error);
  const paths = [
    ...new Set(findings.flatMap(({ path = "", places }) => [path, ...places.map((each) => each.path ?? "")])),
  ];
  const violations = paths.slice(0, VIOLATIONS_MAX);
  return create(ErrorDetailSchema, { ...error, violations, details: violations.map(computableDetail) });
}
