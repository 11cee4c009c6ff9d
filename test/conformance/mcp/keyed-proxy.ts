import { once } from "node:events";
import { createServer, request as requestOf } from "node:http";

/** A way into a protected endpoint for programs that can send no headers of their own. */
export interface KeyedProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** Where requests go from now on, and with which header. */
  leadTo(target: string, header: string, value: string): void;
}

/**
 * Forwards every request with one header more, once it was told where to. Host and Origin stay as they came, because it
 * is by them that a server knows a page of somebody else's.
 */
export async function keyedProxy(): Promise<KeyedProxy> {
  let to: { readonly url: URL; readonly header: string; readonly value: string } | null = null;
  const server = createServer((request, response) => {
    if (to === null) return void response.destroy();
    const headers = { ...request.headers, [to.header]: to.value };
    const target = { host: to.url.hostname, port: to.url.port, method: request.method, path: request.url, headers };
    const onward = requestOf(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const own = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${own}`,
    leadTo(target, header, value) {
      to = { url: new URL(target), header, value };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
