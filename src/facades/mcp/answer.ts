import type { HttpResponse } from "../../core/methods/index.ts";

/** Headers of one connection are the server's own to set, and HTTP/2 has none (RFC 9113 §8.2.2). */
const CONNECTION_HEADERS: readonly string[] = ["connection", "keep-alive", "transfer-encoding"];

/** An answer as it goes over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Writes a JSON answer. */
export function sendJson(
  response: HttpResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): void {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  send(response, status, { "content-type": "application/json", ...headers }, bytes);
}

/** Writes an answer without a body. */
export function sendEmpty(response: HttpResponse, status: number, headers: Readonly<Record<string, string>>): void {
  send(response, status, headers, new Uint8Array());
}

/** What the protocol's library answered, read to its end: a stateless endpoint's streams end by themselves. */
export async function wholeAnswer(answer: Response): Promise<Answer> {
  const headers = [...answer.headers].filter(([name]) => !CONNECTION_HEADERS.includes(name));
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}

/** Writes an answer, unless the client has gone. */
export function send(
  response: HttpResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): void {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (status !== 204) response.setHeader("content-length", body.length);
  response.statusCode = status;
  response.end(body);
}
