import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { Visitor } from "../../facades/oauth/visitor.ts";
import { startCommand } from "../../support/command.ts";
import { startService } from "../../support/service.ts";
import type { Judge } from "../judge.ts";

// The official conformance suite of MCP, in its mode for authorization servers: discovery, and a code for a token.

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** Both of its scenarios by name: one that the suite left out would be a pass by silence. */
const SCENARIOS = ["authorization-server-metadata-endpoint", "authorization-code-grant"];

export const mcpAuthorizationJudges: readonly Judge[] = [
  {
    name: "MCP conformance: the authorization server",
    needs: [],
    async judge(subjects) {
      await using service = await startService();
      const port = await freePort();
      const redirect = `http://127.0.0.1:${port}/callback`;
      const registered = await fetch(`${service.baseUrl}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "conformance", redirect_uris: [redirect] }),
      });
      const client: unknown = await registered.json();
      const clientId = typeof client === "object" && client !== null && "client_id" in client ? client.client_id : "";
      await using suite = await startCommand(process.execPath, [
        ...[SUITE, "authorization", "--url", service.baseUrl, "--client-id", String(clientId)],
        ...["--resource", `${service.baseUrl}/mcp`, "--port", String(port)],
        ...["--output-dir", join(subjects.folder, "mcp-authorization")],
      ]);
      const [address] = await suite.waitFor(/https?:\/\/\S+\/oauth\/authorize\?\S+/);
      const callback = await new Visitor(service.baseUrl, "en").signInAndAllow(address, service.demo().person);
      await fetch(callback);
      const { exitCode, stdout, stderr } = await suite.ended;
      const passed = SCENARIOS.every((name) => new RegExp(`${name}: [1-9]\\d* passed, 0 failed`).test(stdout));
      if (exitCode !== 0 || !passed) throw new Error(stdout + stderr);
    },
  },
];

/** A port that nothing listens on at this moment: the suite wants to know its own beforehand. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
