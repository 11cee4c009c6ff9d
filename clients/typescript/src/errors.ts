import type { Diagnostic, ErrorCode, ErrorDetail, Violation } from "./generated.ts";

/** What went wrong on the way, or with what came. */
export type ClientErrorCode =
  /** The connection broke, and no further try was safe or left. */
  | "connection_broken"
  /** Time ran out before an answer came. */
  | "deadline_exceeded"
  /** The file that came is not the one that was made: its SHA-256 differs, or another one came after a break. */
  | "file_damaged"
  /** Something that is not Platen answered. */
  | "unexpected_answer"
  /** The file was stored and is kept no longer. */
  | "render_expired";

/**
 * What a program does about an error. `data`: the payload or its look is wrong, see `violations` and `diagnostics`;
 * `request`: the call is; `access`: the key is, or nothing of that name is within its reach; `limit`: too much for now
 * or for the plan; `service`: the service failed or is away; `connection`: what lies between is broken.
 */
export type ErrorKind = "data" | "request" | "access" | "limit" | "service" | "connection";

/** What an error is made of. */
export interface ErrorFacts {
  readonly code: ErrorCode | ClientErrorCode;
  readonly status?: number | undefined;
  readonly detail?: Partial<ErrorDetail> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

const KIND_OF_CODE: { readonly [code: string]: ErrorKind } = {
  data_contract_violation: "data",
  document_refused: "data",
  render_expired: "access",
  unexpected_answer: "service",
};

/** Every failure of a call but its abort, which throws the signal's own reason. */
export class PlatenError extends Error {
  override readonly name = "PlatenError";
  readonly kind: ErrorKind;
  /** What went wrong, out of a closed list. A later service may know more. */
  readonly code: ErrorCode | ClientErrorCode;
  /** The status of HTTP, where an answer came. That of a failed job is what a request would have been answered with. */
  readonly status: number | undefined;
  /** Name it when you report a problem. */
  readonly requestId: string | undefined;
  /** One for each place where the data is not as the form declares it. */
  readonly violations: readonly Violation[];
  /** What was found of a form or its look that was refused. */
  readonly diagnostics: readonly Diagnostic[];
  /** After how many seconds another try makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** The key of the call: a call with the same one makes no second file. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.kind = KIND_OF_CODE[facts.code] ?? kindOfStatus(facts.status);
    this.requestId = facts.detail?.requestId ?? facts.requestId;
    this.violations = facts.detail?.details ?? [];
    this.diagnostics = facts.detail?.diagnostics ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.idempotencyKey = facts.idempotencyKey;
  }
}

function kindOfStatus(status: number | undefined): ErrorKind {
  if (status === undefined) return "connection";
  if (status >= 500) return "service";
  if (status === 402 || status === 429) return "limit";
  return status === 401 || status === 403 || status === 404 ? "access" : "request";
}

/** The error that an answer tells. One that is no answer of Platen, such as a proxy's page, is `unexpected_answer`. */
export async function errorOfAnswer(answer: Response, idempotencyKey: string | undefined): Promise<PlatenError> {
  const detail = detailOf(await answer.text().catch(() => ""));
  const requestId = answer.headers.get("x-request-id") ?? undefined;
  const retryAfterSeconds = secondsOf(answer.headers.get("retry-after"));
  const facts = { status: answer.status, requestId, retryAfterSeconds, idempotencyKey };
  if (detail === null) {
    const isMoved = answer.type === "opaqueredirect" || (answer.status >= 300 && answer.status < 400);
    const advice = isMoved ? " Give the address that it leads to as baseUrl." : "";
    const said = isMoved ? "with a redirect" : `with status ${answer.status}`;
    return new PlatenError(`What answered ${said} is not Platen.${advice}`, { ...facts, code: "unexpected_answer" });
  }
  return new PlatenError(detail.error, { ...facts, code: detail.code as ErrorCode, detail });
}

function detailOf(text: string): ErrorDetail | null {
  try {
    const value: unknown = JSON.parse(text);
    const { code, error } = (value ?? {}) as Partial<Record<keyof ErrorDetail, unknown>>;
    return typeof code === "string" && typeof error === "string" ? (value as ErrorDetail) : null;
  } catch {
    return null;
  }
}

/** A `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
