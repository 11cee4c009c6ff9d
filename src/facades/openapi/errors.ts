import type { ResponseObject } from "openapi3-ts/oas31";
import { ERROR_CODES, type ErrorCode } from "../../core/methods/index.ts";

/** What decides which errors an operation can answer. */
export interface ErrorTraits {
  /** It looks at no credential. */
  readonly open: boolean;
  /** It takes a body. */
  readonly body: boolean;
  /** It does work that has a budget. */
  readonly renders: boolean;
  /** It takes a key that makes retries safe. */
  readonly retries: boolean;
}

/** The statuses that an operation answers beside success, in order. */
export function errorStatusesOf(traits: ErrorTraits): readonly number[] {
  const keyed = traits.open ? [] : [401, 402, 404, 429];
  const body = traits.body ? [413, 415] : [];
  const budget = traits.renders ? [504] : [];
  const conflict = traits.retries ? [409] : [];
  // What is open to anyone looks at nothing that could be away.
  const away = traits.open ? [] : [503];
  return [400, ...keyed, ...conflict, ...body, ...budget, 500, ...away].sort((left, right) => left - right);
}

/** The answer of one status: the codes that it can carry, each with its meaning, and an example. */
export function errorResponse(status: number, checksData: boolean): ResponseObject {
  const codes = codesOf(status, checksData);
  const first = codes.at(-1);
  if (first === undefined) throw new Error(`no error has the status ${status}`);
  const description = codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join(" ");
  return {
    description,
    headers: {
      "x-request-id": { description: "The request's identifier.", required: true, schema: { type: "string" } },
      ...headersOf(status),
    },
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/ErrorDetail" },
            { type: "object", properties: { code: { type: "string", enum: codes } } },
          ],
        },
        example: { error: ERROR_CODES[first].meaning, code: first, requestId: "req_06f3k1v0m8", ...dataFacts(first) },
      },
    },
  };
}

function codesOf(status: number, checksData: boolean): ErrorCode[] {
  const codes = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => Object.hasOwn(ERROR_CODES, code));
  return codes.filter((code) => {
    if (ERROR_CODES[code].status !== status) return false;
    return checksData || code !== "data_contract_violation";
  });
}

function headersOf(status: number): ResponseObject["headers"] {
  const text = { type: "string" } as const;
  if (status === 401) {
    return { "www-authenticate": { description: "How to bring a credential.", required: true, schema: text } };
  }
  if (status === 429) {
    const description = "After how many seconds another try makes sense.";
    return { "retry-after": { description, required: true, schema: { type: "integer" } } };
  }
  return {};
}

function dataFacts(code: ErrorCode): object {
  if (code !== "data_contract_violation") return {};
  const path = "items[2].price";
  const detail = { path, rule: "type", expected: "number", received: '"twelve"', example: "1200" };
  return { violations: [path], details: [detail] };
}
