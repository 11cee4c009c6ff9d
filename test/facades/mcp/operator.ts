// The operator's way into a running server, without a process for each command.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import type { RunningService } from "../../support/service.ts";

/** What tests prepare before tools are called. */
export interface Operator {
  /** Publishes the example invoice under a title; answers its id. */
  publishInvoice(title: string, workspaceId?: string): Promise<string>;
  /** Makes a render key; answers its id and the key itself. */
  createKey(): Promise<{ readonly id: string; readonly key: string }>;
  revokeKey(id: string): Promise<void>;
  /** The demo's organization: its id, and its workspaces, the oldest first. */
  organization(): Promise<{ readonly id: string; readonly workspaceIds: readonly string[] }>;
}

/** Connects to the socket in the server's data folder, which temporary folders keep short enough. */
export function operatorOf(service: RunningService): Operator {
  const nodeOptions = { socketPath: join(service.dataDir, "operator.sock"), agent: false as const };
  const transport = createConnectTransport({ baseUrl: "http://operator", httpVersion: "1.1", nodeOptions });
  const account = createClient(AccountService, transport);
  const authoring = createClient(AuthoringService, transport);
  const source = readFileSync("docs/examples/invoice.rpt", "utf8");
  return {
    async publishInvoice(title, workspaceId) {
      const request = { source, title, ...(workspaceId === undefined ? {} : { workspaceId }) };
      const { canvas } = await authoring.publishCanvas(request);
      return canvas?.id ?? "";
    },
    async createKey() {
      const { key, secret } = await account.createKey({ role: "render", name: "test" });
      return { id: key?.id ?? "", key: secret };
    },
    async revokeKey(keyId) {
      await account.revokeKey({ keyId });
    },
    async organization() {
      const { organizations } = await account.listOrganizations({});
      const demo = organizations.find(({ name }) => name === "デモ株式会社");
      return { id: demo?.id ?? "", workspaceIds: demo?.workspaces.map(({ id }) => id) ?? [] };
    },
  };
}
