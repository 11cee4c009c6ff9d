// The operator's own door: a socket in the data folder, or calls in this process that say to come by it.
import { chmod, rm } from "node:fs/promises";
import type { Transport } from "@connectrpc/connect";
import { INTERNAL_HEADERS } from "../../core/methods/index.ts";
import type { OperatorConnection } from "./host.ts";
import { operatorSocketPath, socketAnswers } from "./operator-socket.ts";

/** What listens at a socket. */
interface Listening {
  listen(target: { readonly path: string }): Promise<unknown>;
}

/** Opens the socket, for this user alone. One that a killed server left behind is in nobody's use. */
export async function listenForOperator(server: Listening, dataDir: string): Promise<void> {
  const path = await operatorSocketPath(dataDir);
  if (await socketAnswers(path)) return;
  await rm(path, { force: true });
  await server.listen({ path });
  await chmod(path, 0o600);
}

/** The way to the server that runs on a data folder; null where none runs. */
export async function runningServer(dataDir: string): Promise<OperatorConnection | null> {
  const path = await operatorSocketPath(dataDir);
  if (!(await socketAnswers(path))) return null;
  const nodeOptions = { socketPath: path, agent: false as const };
  const { createConnectTransport } = await import("@connectrpc/connect-node");
  const transport = createConnectTransport({ baseUrl: "http://operator", httpVersion: "1.1", nodeOptions });
  return { transport, close: async () => {} };
}

/** Calls in this process through the operator's door. */
export function operatorTransport(transport: Transport): Transport {
  const marked = (header: ConstructorParameters<typeof Headers>[0]): Headers => {
    const headers = new Headers(header);
    headers.set(INTERNAL_HEADERS.door, "operator");
    return headers;
  };
  return {
    unary: (method, signal, timeoutMs, header, input, contextValues) =>
      transport.unary(method, signal, timeoutMs, marked(header), input, contextValues),
    stream: (method, signal, timeoutMs, header, input, contextValues) =>
      transport.stream(method, signal, timeoutMs, marked(header), input, contextValues),
  };
}
