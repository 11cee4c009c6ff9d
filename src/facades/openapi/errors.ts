import type { ExampleObject, ResponseObject } from "openapi3-ts/oas31";
import { ERROR_CODES, type ErrorCode } from "../../core/methods/index.ts";

/** What decides which errors an operation can answer. */
export interface ErrorTraits {
  /** It looks at no credential. */
  readonly open: boolean;
  /** It takes a body. */
  readonly body: boolean;
  /** It does work that has a budget, and may refuse what comes of it. */
  readonly renders: boolean;
  /** It takes a key that makes retries safe. */
  readonly retries: boolean;
  /** It judges data by a template's declarations. */
  readonly checksData: boolean;
  /** It writes what an external source may own. */
  readonly writesDatasets: boolean;
  /** It returns a stored file, of which a range may be requested. */
  readonly hasParts: boolean;
}

/** Which operations can answer each error of the closed list. */
const ANSWERED: Readonly<Record<ErrorCode, (traits: ErrorTraits) => boolean>> = {
  invalid_argument: () => true,
  data_contract_violation: ({ checksData }) => checksData,
  unauthenticated: ({ open }) => !open,
  quota_exceeded: ({ open }) => !open,
  // Web pages are looked at by the tool endpoint alone.
  origin_not_allowed: () => false,
  not_found: ({ open }) => !open,
  // It is the answer to a verb that no operation of the path has.
  method_not_allowed: () => false,
  idempotency_conflict: ({ retries }) => retries,
  dataset_linked: ({ writesDatasets }) => writesDatasets,
  too_large: ({ body }) => body,
  unsupported_media_type: ({ body }) => body,
  range_not_satisfiable: ({ hasParts }) => hasParts,
  document_refused: ({ renders }) => renders,
  rate_limited: ({ open }) => !open,
  internal: () => true,
  // What is open to anyone looks at nothing that could be away.
  unavailable: ({ open }) => !open,
  render_budget_exceeded: ({ renders }) => renders,
};

/** The errors of an operation, by their statuses in order. */
export function errorsOf(traits: ErrorTraits): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => Object.hasOwn(ERROR_CODES, code));
  const answered = codes.filter((code) => ANSWERED[code](traits));
  const byStatus = Map.groupBy(answered, (code) => ERROR_CODES[code].status);
  return new Map([...byStatus].sort(([left], [right]) => left - right));
}

/** The answer of one status: the codes that it can carry, each with its meaning and an example. */
export function errorResponse(status: number, codes: readonly ErrorCode[]): ResponseObject {
  if (codes.length === 0) throw new Error(`no error has the status ${status}`);
  const description = codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join(" ");
  return {
    description,
    "x-error-codes": [...codes],
    headers: {
      "x-request-id": { description: "The request's identifier.", required: true, schema: { type: "string" } },
      ...headersOf(status),
    },
    content: {
      "application/json": {
        // One named type for all errors. Beside a reference nothing may stand, or generators invent a type for it.
        schema: { $ref: "#/components/schemas/ErrorDetail" },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
}

function headersOf(status: number): ResponseObject["headers"] {
  const text = { type: "string" } as const;
  if (status === 401) {
    return { "www-authenticate": { description: "How to bring a credential.", required: true, schema: text } };
  }
  if (status === 429 || status === 503 || status === 504) {
    const description = "After how many seconds another try makes sense.";
    return { "retry-after": { description, required: status !== 504, schema: { type: "integer" } } };
  }
  if (status === 416) {
    return { "content-range": { description: "The size of the file: `bytes */1234`.", required: true, schema: text } };
  }
  return {};
}

function exampleOf(code: ErrorCode): ExampleObject {
  const { meaning } = ERROR_CODES[code];
  const value = { error: meaning, code, requestId: "req_06f3k1v0m8", ...dataFacts(code) };
  return { summary: meaning, value };
}

function dataFacts(code: ErrorCode): object {
  if (code !== "data_contract_violation") return {};
  const path = "items[2].price";
  const detail = { path, rule: "type", expected: "number", received: '"twelve"', example: "1200" };
  return { violations: [path], details: [detail] };
}
