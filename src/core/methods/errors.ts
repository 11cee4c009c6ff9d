import { type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { ViolationsSchema } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { Code, ConnectError } from "@connectrpc/connect";
import { type ErrorDetail, ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import { encodeMessage } from "./json-response.ts";

/** The closed list of error codes: what each means, as an HTTP status and as a code of Connect and gRPC. */
export const ERROR_CODES = {
  invalid_argument: { status: 400, connect: Code.InvalidArgument, meaning: "The request is not well-formed." },
  data_contract_violation: {
    status: 400,
    connect: Code.InvalidArgument,
    meaning: "The data does not satisfy the template's declarations.",
  },
  unauthenticated: { status: 401, connect: Code.Unauthenticated, meaning: "The request carries no credential." },
  quota_exceeded: {
    status: 402,
    connect: Code.ResourceExhausted,
    meaning: "The month's allowance is spent, or the plan does not allow the call.",
  },
  origin_not_allowed: {
    status: 403,
    connect: Code.PermissionDenied,
    meaning: "The request comes from a web page that is not allowed to call.",
  },
  not_found: {
    status: 404,
    connect: Code.NotFound,
    meaning: "There is nothing of that name within the credential's reach, or the credential is unknown.",
  },
  method_not_allowed: {
    status: 405,
    connect: Code.Unimplemented,
    meaning: "The path exists, but not with this HTTP method.",
  },
  idempotency_conflict: {
    status: 409,
    connect: Code.AlreadyExists,
    meaning: "The idempotency key was used for another canvas or with another API key.",
  },
  dataset_linked: {
    status: 409,
    connect: Code.FailedPrecondition,
    meaning: "The dataset mirrors an external source and refuses writes.",
  },
  too_large: {
    status: 413,
    connect: Code.ResourceExhausted,
    meaning: "The request or its result is larger than the plan allows. Trying again does not help.",
  },
  unsupported_media_type: {
    status: 415,
    connect: Code.InvalidArgument,
    meaning: "The body is not of a type that the operation takes.",
  },
  range_not_satisfiable: {
    status: 416,
    connect: Code.OutOfRange,
    meaning: "The file has no such part.",
  },
  document_refused: {
    status: 422,
    connect: Code.FailedPrecondition,
    meaning:
      "The source has errors and was not published, the data does not fit a form that was to be refused then, or the " +
      "document can't be written in the format.",
  },
  rate_limited: { status: 429, connect: Code.ResourceExhausted, meaning: "Too many requests or records at a time." },
  internal: { status: 500, connect: Code.Internal, meaning: "The service failed. Report the request's identifier." },
  unavailable: { status: 503, connect: Code.Unavailable, meaning: "The service can't answer at the moment." },
  render_budget_exceeded: {
    status: 504,
    connect: Code.DeadlineExceeded,
    meaning: "The render took longer than its budget and was stopped; one that another request draws goes on.",
  },
} as const satisfies Record<string, { status: number; connect: Code; meaning: string }>;

/** How a caller without a credential is told to bring one; the tool endpoint has a challenge of its own. */
const CHALLENGE = 'Bearer realm="platen"';

/** A code of the closed list. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** After how many seconds another try makes sense where an error does not say: each answer of these codes says it. */
const RETRY_SECONDS: { readonly [code in ErrorCode]?: number } = { rate_limited: 1, unavailable: 1 };

/** What an error can carry beside its code and its sentence. */
export interface ErrorFacts {
  /** What is wrong with the payload, path by path. */
  readonly details?: MessageInitShape<typeof ErrorDetailSchema>["details"];
  /** The fields that the document takes, for a tool whose data does not satisfy them. */
  readonly fields?: MessageInitShape<typeof ErrorDetailSchema>["fields"];
  /** What the check of a refused source found. */
  readonly diagnostics?: MessageInitShape<typeof ErrorDetailSchema>["diagnostics"];
  /** When another try makes sense; also sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** More headers for the answer, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Connect and gRPC have a code of their own for it, `unimplemented`: a compression that the server does not know. */
  readonly isUnimplemented?: boolean;
  /** For the log; it is not sent. */
  readonly cause?: unknown;
}

/**
 * An error as one of the closed list, the same at every door. `said` is for the person who gets it; where it quotes
 * half of a character (a lone surrogate, which UTF-8 can't write) there stands U+FFFD.
 */
export function platenError(code: ErrorCode, said: string, facts: ErrorFacts = {}): ConnectError {
  const sentence = said.toWellFormed();
  const value: MessageInitShape<typeof ErrorDetailSchema> = { error: sentence, code };
  if (facts.details !== undefined) {
    value.details = facts.details;
    value.violations = facts.details.map((detail) => detail.path ?? "");
  }
  if (facts.fields !== undefined) value.fields = facts.fields;
  if (facts.diagnostics !== undefined) value.diagnostics = facts.diagnostics;
  const headers = new Headers({ ...facts.headers });
  const retryAfterSeconds = facts.retryAfterSeconds ?? (headers.has("retry-after") ? undefined : RETRY_SECONDS[code]);
  if (retryAfterSeconds !== undefined) {
    value.retryAfterSeconds = retryAfterSeconds;
    headers.set("retry-after", String(retryAfterSeconds));
  }
  if (code === "unauthenticated" && !headers.has("www-authenticate")) headers.set("www-authenticate", CHALLENGE);
  const detail = { desc: ErrorDetailSchema, value };
  const own = facts.isUnimplemented === true ? Code.Unimplemented : ERROR_CODES[code].connect;
  return new ConnectError(sentence, own, headers, [detail], facts.cause);
}

/** An error as an answer over HTTP. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  /** The headers that belong to the error: `retry-after`, `www-authenticate`, `ratelimit-…`. */
  readonly headers: Headers;
}

/** Whatever was thrown, as an answer. Errors that are not ours say nothing about their inside. */
export function errorAnswerOf(thrown: unknown, requestId: string): ErrorAnswer {
  const error = thrown instanceof ConnectError ? thrown : undefined;
  const found = error?.findDetails(ErrorDetailSchema)[0];
  const known = found !== undefined && isErrorCode(found.code) ? found.code : undefined;
  const code = known ?? (error === undefined ? "internal" : codeOfConnect(error.code));
  if (known === undefined || found === undefined) {
    const headers = Object.fromEntries(error?.metadata ?? []);
    return errorAnswerOf(platenError(code, sentenceOf(code, error), { headers }), requestId);
  }
  // What was thrown stays as it is: whoever handles it next may name another request, or none.
  const headers = answerHeadersOf(error?.metadata);
  return { status: ERROR_CODES[code].status, code, detail: { ...found, requestId }, headers };
}

/** The JSON text of an error body. */
export function errorBodyOf(answer: ErrorAnswer): string {
  return JSON.stringify(encodeMessage(ErrorDetailSchema, answer.detail));
}

/**
 * Whatever was thrown, as the error of Connect and gRPC: a code of the closed list and the request's identifier. The
 * readable form of the detail in Connect's JSON is the body that REST answers: the library's own would leave empty
 * members out, such as the path of a violation that is about the data as a whole.
 */
export function connectErrorOf(thrown: unknown, requestId: string): ConnectError {
  const answer = errorAnswerOf(thrown, requestId);
  const { detail } = answer;
  const isUnimplemented = thrown instanceof ConnectError && thrown.code === Code.Unimplemented;
  const code = isUnimplemented ? Code.Unimplemented : ERROR_CODES[answer.code].connect;
  const error = new ConnectError(detail.error, code, answer.headers, undefined, thrown);
  const value = toBinary(ErrorDetailSchema, detail);
  error.details.push({
    type: ErrorDetailSchema.typeName,
    value,
    debug: encodeMessage(ErrorDetailSchema, detail),
  });
  return error;
}

/** Whether a text is a code of the closed list. */
function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CODES, text);
}

const GIVEN: ReadonlySet<string> = new Set([
  ...["cache-control", "content-range", "location", "preference-applied", "retry-after", "www-authenticate"],
]);
const GIVEN_GROUP = /^(?:ratelimit|x-service)-/;

/** The headers that a service may give to an answer, success or error, at every door. */
export function answerHeadersOf(metadata: Headers | undefined): Headers {
  const headers = new Headers();
  for (const [name, value] of metadata ?? []) {
    if (GIVEN.has(name) || GIVEN_GROUP.test(name)) {
      headers.append(name, value);
    }
  }
  return headers;
}

/** Errors of the transport itself, which carry no detail of ours. */
function codeOfConnect(code: Code): ErrorCode {
  switch (code) {
    case Code.InvalidArgument:
    case Code.OutOfRange:
    case Code.FailedPrecondition:
      return "invalid_argument";
    case Code.Unauthenticated:
      return "unauthenticated";
    case Code.NotFound:
    case Code.PermissionDenied:
    case Code.Unimplemented:
      return "not_found";
    case Code.ResourceExhausted:
      return "too_large";
    case Code.DeadlineExceeded:
      return "render_budget_exceeded";
    case Code.AlreadyExists:
    case Code.Aborted:
    case Code.Canceled:
    case Code.Unavailable:
      return "unavailable";
    case Code.Unknown:
    case Code.Internal:
    case Code.DataLoss:
      return "internal";
  }
}

/** A sentence for an error without one of ours: what a rule of buf.validate says, or what the transport says. */
function sentenceOf(code: ErrorCode, error: ConnectError | undefined): string {
  const violation = error?.findDetails(ViolationsSchema)[0]?.violations[0];
  if (violation !== undefined) {
    const names = violation.field?.elements.map((element) => camelCase(element.fieldName)) ?? [];
    return names.length === 0
      ? `The request is not valid: ${violation.message}.`
      : `${names.join(".")}: ${violation.message}.`;
  }
  return code === "internal" || error === undefined || error.rawMessage === ""
    ? ERROR_CODES[code].meaning
    : error.rawMessage;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
