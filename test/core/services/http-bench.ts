import { platenMethods } from "../../../src/core/methods/index.ts";
import type { Services } from "../../../src/core/services/index.ts";
import { restHandler } from "../../../src/facades/http/index.ts";
import { linksHandler } from "../../../src/facades/links/index.ts";
import { mcpHandler, type Resource } from "../../../src/facades/mcp/index.ts";
import { openApiHandler, openApiOf } from "../../../src/facades/openapi/index.ts";
import { connectHandler, createServer } from "../../../src/facades/rpc/index.ts";
import { documentedStatuses } from "../../support/openapi-answers.ts";

/** Services behind real ports, as clients meet them. */
export interface HttpBench extends AsyncDisposable {
  readonly baseUrl: string;
  /** `POST /v1/canvases/{canvasId}/pdf`; text is sent as it is. */
  print(canvasId: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** The names under which tests reach the loopback. */
const GUARDS = { origins: new Set<string>(), hosts: new Set(["127.0.0.1"]) };

/** Puts services on a port of the loopback; requests carry `key` unless they bring another one. */
export async function httpBench(
  services: Services,
  key: string,
  resources: readonly Resource[] = [],
): Promise<HttpBench> {
  const { transport, admit, identify, routes, interceptors } = services;
  const catalogue = platenMethods;
  const tools = { baseUrl: "https://platen.example", guards: GUARDS, version: "0.0.0", onError: () => undefined };
  const server = createServer({
    handlers: [
      openApiHandler(catalogue, { version: tools.version, baseUrl: tools.baseUrl }),
      restHandler({ catalogue, transport, admit }),
      connectHandler({ catalogue, routes, router: { interceptors }, door: "rpc", admit }),
      linksHandler({ transport, onError: tools.onError }),
      mcpHandler({ catalogue, transport, admit, identify, resources, ...tools }),
    ],
  });
  const baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
  return {
    baseUrl,
    print: (canvasId, body, headers = {}) =>
      foreseen(`${baseUrl}/v1/canvases/${canvasId}/pdf`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => foreseen(`${baseUrl}${path}`, { headers: { "x-api-key": key, ...headers } }),
    async [Symbol.asyncDispose]() {
      await server.close(0);
    },
  };
}

const statusesOf = documentedStatuses(
  openApiOf(platenMethods, { version: "0.0.0", baseUrl: "https://platen.example" }),
);

/** As `fetch`, where an answer of a status that the OpenAPI document does not have of its operation fails the test. */
export async function foreseen(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  const { method = "GET" } = init;
  const { pathname } = new URL(url);
  const statuses = statusesOf(method, pathname);
  if (statuses !== null && !statuses.includes(answer.status)) {
    const said = (await answer.text()).slice(0, 300);
    throw new Error(`the OpenAPI document foresees no ${answer.status} of ${method} ${pathname}: ${said}`);
  }
  return answer;
}

/** Status, code and violations of a refusal, and the file's facts of a success. */
export async function factsOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const header = (name: string): string | null => answer.headers.get(name);
  if (answer.status !== 200) return { ...((await answer.json()) as object), status: answer.status };
  return {
    status: 200,
    replayed: header("x-service-replayed"),
    records: header("x-service-records"),
    pages: header("x-service-pages"),
    renderId: header("x-service-render-id"),
    etag: header("etag"),
    bytes: (await answer.arrayBuffer()).byteLength,
  };
}
