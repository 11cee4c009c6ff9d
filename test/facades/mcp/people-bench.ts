// People at the tool endpoint before anything about signing in: each test token names its person and what they allowed.
import { createClient } from "@connectrpc/connect";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import type { ServiceDependencies } from "../../../src/core/services/index.ts";
import { type AccessScope, createRateLimits, SCOPES } from "../../../src/core/tenancy/index.ts";
import type { Resource } from "../../../src/facades/mcp/index.ts";
import { type HttpBench, httpBench } from "../../core/services/http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "../../core/services/service-bench.ts";
import { ONE_DATABASE } from "../../support/databases.ts";
import { answersIn, type ERAS, type RpcAnswer, requestOf, type ToolAnswer } from "./clients.ts";

/** The address that the bench's services make links and metadata with. */
export const BASE_URL = "https://platen.example";

/** What an author may read, without the files of the product. */
export const AUTHORS_PAGE: Resource = {
  ...{ uri: "rpt://reference/one-page", name: "one-page", title: "One page", description: "The language." },
  ...{ mimeType: "text/markdown", openedBy: "check_document", read: () => "# The language\n" },
};

/** A tool endpoint with people of every kind, each known by a credential's headers. */
export interface PeopleBench extends AsyncDisposable {
  readonly bench: ServiceBench;
  readonly http: HttpBench;
  readonly organizations: { readonly ours: string; readonly theirs: string; readonly free: string };
  /** A document titled 割合 of each organization. */
  readonly documents: { readonly ours: string; readonly theirs: string };
  readonly datasetId: string;
  /** Headers of a person with these memberships, the oldest first. */
  person(organizationIds: readonly string[], scopes?: readonly AccessScope[]): Promise<Record<string, string>>;
  /** One message of one era, as HTTP and as JSON-RPC answer it. */
  ask(
    era: (typeof ERAS)[number],
    credential: Readonly<Record<string, string>>,
    method: string,
    params?: unknown,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string; readonly answer: RpcAnswer }>;
  /** A tool's answer in the current era. */
  call(
    credential: Readonly<Record<string, string>>,
    name: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<ToolAnswer>;
}

/** Opens it on the embedded database: what differs between databases is tested with keys. */
export async function peopleBench(changes: Partial<ServiceDependencies> = {}): Promise<PeopleBench> {
  const database = await ONE_DATABASE.open();
  const bench = await serviceBench(database, {
    withJobs: false,
    ...(changes.now === undefined ? {} : { now: changes.now }),
  });
  const people = new Map<string, { personId: string; scopes: ReadonlySet<AccessScope> }>();
  const services = bench.again({
    rates: createRateLimits(null),
    accessTokens: {
      verify: async (token, audience) => (audience === `${BASE_URL}/mcp` ? (people.get(token) ?? null) : null),
    },
    ...changes,
  });
  const http = await httpBench(services, bench.renderKey, [AUTHORS_PAGE]);
  const account = createClient(AccountService, bench.operator);
  const authoring = createClient(AuthoringService, bench.operator);
  const organizationOf = async (name: string, plan: string) => {
    const { organization } = await account.createOrganization({ name, plan });
    return { id: organization?.id ?? "", workspaceId: organization?.workspaces[0]?.id ?? "" };
  };
  const theirs = await organizationOf("向こう商店", "business");
  const free = await organizationOf("無料商店", "free");
  const publish = async (workspaceId: string): Promise<string> =>
    (await authoring.publishCanvas({ source: RATIO, title: "割合", workspaceId })).canvas?.id ?? "";
  const documents = { ours: await publish(bench.workspaceId), theirs: await publish(theirs.workspaceId) };
  const { dataset } = await createClient(DatasetService, bench.operator).createDataset({
    ...{ workspaceId: bench.workspaceId, name: "一覧" },
    content: { case: "dataJson", value: new TextEncoder().encode('{"rows":[]}') },
  });
  let made = 0;

  const ask: PeopleBench["ask"] = async (era, credential, method, params = {}) => {
    const request = requestOf(era, method, JSON.stringify(params));
    const init = { method: "POST", body: request.body, headers: { ...request.headers, ...credential } };
    const response = await fetch(`${http.baseUrl}/mcp`, init);
    const text = await response.text();
    const [answer = {}] = response.status === 401 || response.status === 403 ? [] : answersIn(text);
    return { status: response.status, headers: response.headers, text, answer };
  };

  return {
    ...{ bench, http, documents, datasetId: dataset?.id ?? "", ask },
    organizations: { ours: bench.organizationId, theirs: theirs.id, free: free.id },
    async person(organizationIds, scopes = SCOPES) {
      made += 1;
      const { personId } = await account.createPerson({
        ...{ organizationId: free.id, email: `person${made}@example.jp`, password: "correct horse battery" },
      });
      await bench.database.people.removeMembership(personId, free.id);
      for (const [at, organizationId] of organizationIds.entries()) {
        const since = new Date(Date.UTC(2026, 0, 1 + at));
        await bench.database.people.addMembership({
          personId,
          organizationId,
          role: at === 0 ? "owner" : "member",
          since,
        });
      }
      const token = `token-of-${personId}`;
      people.set(token, { personId, scopes: new Set(scopes) });
      return { authorization: `Bearer ${token}` };
    },
    async call(credential, name, args = {}) {
      const { answer, text } = await ask("modern", credential, "tools/call", { name, arguments: args });
      if (answer.result === undefined) throw new Error(text);
      return answer.result as never as ToolAnswer;
    },
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
