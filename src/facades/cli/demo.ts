// The demo of a first start: an organization with keys, a person, a published invoice and a dataset, all with random
// secrets, and the file that names them. Only on the embedded database and on loopback.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { AccountService, type Organization } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { PeopleService } from "../../../gen/platen/v1/people_pb.ts";
import { examplePayload, parseCanvas } from "../../core/canvas/index.ts";

/** What `demo.json` holds. */
export interface Demo {
  readonly baseUrl: string;
  readonly renderKey: string;
  readonly secondRenderKey: string;
  readonly dataWriteKey: string;
  /** A render key of one workspace, in which nothing is published. */
  readonly scopedRenderKey: string;
  /** A render key of an organization whose plan has no API access. */
  readonly freeKey: string;
  /** A render key of an organization that has nothing to do with the first. */
  readonly otherKey: string;
  readonly person: { readonly email: string; readonly password: string };
  /** A member of the first organization and, since later, of the other one. */
  readonly manyOrgsPerson: Demo["person"];
  readonly canvases: readonly { readonly id: string; readonly title: string }[];
  readonly datasets: readonly { readonly id: string; readonly linked: boolean; readonly canvasId: string | null }[];
}

/** A template to publish in the demo. */
export interface DemoTemplate {
  readonly title: string;
  readonly source: string;
}

/** A demo that was just made. */
export interface NewDemo {
  readonly demo: Demo;
  /** JSON text of the payload that the first request is made of: the example of the first template. */
  readonly payload: string;
}

/** The organization that the demo's first keys belong to. */
const DEMO_ORGANIZATION = "デモ株式会社";

/** A linked dataset shows how writes are refused. No name under `.invalid` exists (RFC 2606), so its copy stays. */
const LINKED_URL = "https://prices.invalid/list.json";
const LINKED_NAME = "価格表（連携）";
const LINKED_COPY = {
  case: "dataJson",
  value: new TextEncoder().encode('{"items": [{"name": "保守サービス", "price": 120000}]}'),
} as const;

/**
 * Makes the demo through the services. Called where the installation has no demo file yet; answers null where it has
 * organizations of its own already, which a demo would only confuse.
 */
export async function createDemo(
  transport: Transport,
  baseUrl: string,
  templates: readonly DemoTemplate[],
): Promise<NewDemo | null> {
  const account = createClient(AccountService, transport);
  const { organizations } = await account.listOrganizations({});
  if (organizations.length > 0 && !organizations.some(({ name }) => name === DEMO_ORGANIZATION)) return null;
  const main = await organization(account, DEMO_ORGANIZATION, "enterprise");
  const free = await organization(account, "無料プラン商店", "free");
  const other = await organization(account, "別会社株式会社", "enterprise");
  const published = await publishAll(transport, templates, main);
  const { canvases, datasets } = await attachExamples(transport, published, main);
  const branch = main.workspaces[1]?.id ?? (await secondWorkspace(account, main.id));
  const key = (owner: Organization, role: string, name: string, workspaceId?: string): Promise<string> =>
    makeKey(account, { organizationId: owner.id, role, name, ...(workspaceId === undefined ? {} : { workspaceId }) });
  const demo: Demo = {
    baseUrl,
    renderKey: await key(main, "render", "demo"),
    secondRenderKey: await key(main, "render", "demo, second"),
    dataWriteKey: await key(main, "data-write", "demo, data"),
    scopedRenderKey: await key(main, "render", "demo, one workspace", branch),
    freeKey: await key(free, "render", "demo, free plan"),
    otherKey: await key(other, "render", "demo, other organization"),
    person: await person(account, main.id),
    manyOrgsPerson: await memberOfBoth(transport, main.id, other.id),
    ...{ canvases, datasets },
  };
  return { demo, payload: published[0]?.example ?? "{}" };
}

/** Makes the organization, or takes the one that an interrupted first start left; its keys are then made anew. */
async function organization(account: Client<typeof AccountService>, name: string, plan: string): Promise<Organization> {
  const { organizations } = await account.listOrganizations({});
  const left = organizations.find((candidate) => candidate.name === name);
  if (left === undefined) {
    const made = await account.createOrganization({ name, plan });
    if (made.organization === undefined) throw new Error("an organization was made without an answer");
    return made.organization;
  }
  const { keys } = await account.listKeys({ organizationId: left.id });
  for (const { id } of keys) await account.revokeKey({ keyId: id });
  return left;
}

async function secondWorkspace(account: Client<typeof AccountService>, organizationId: string): Promise<string> {
  const { workspace } = await account.createWorkspace({ organizationId, name: "支店" });
  return workspace?.id ?? "";
}

/** A published template of the demo. */
interface Published {
  readonly id: string;
  readonly title: string;
  /** JSON text of its example payload. */
  readonly example: string;
}

/** Publishes all templates at once: their checks take most of a first start, and the service's threads share them. */
function publishAll(
  transport: Transport,
  templates: readonly DemoTemplate[],
  owner: Organization,
): Promise<readonly Published[]> {
  const authoring = createClient(AuthoringService, transport);
  const workspaceId = owner.workspaces[0]?.id ?? "";
  return Promise.all(
    templates.map(async ({ title, source }) => {
      const { canvas } = await whenFree(() => authoring.publishCanvas({ source, title, workspaceId }));
      const id = canvas?.id ?? "";
      const { compiled } = await authoring.getPublishedCanvas({ document: id });
      return { id, title, example: examplePayload(parseCanvas(compiled)) };
    }),
  );
}

/** A machine that is busy as it starts keeps the threads from the demo's checks for a while. */
const TRIES_MAX = 10;
const PAUSE_MS = 1_000;

/** Answers of a service that has no thread or no database at the moment, or that computes beside others. */
const BUSY: ReadonlySet<Code> = new Set([Code.Unavailable, Code.DeadlineExceeded]);

/** What a call answers, tried again where the service is busy. */
async function whenFree<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (thrown) {
      if (!BUSY.has(ConnectError.from(thrown).code) || tries === TRIES_MAX) throw thrown;
      await sleep(PAUSE_MS);
    }
  }
}

/** Attaches to each canvas a dataset that holds its example, and makes a linked dataset. */
async function attachExamples(
  transport: Transport,
  published: readonly Published[],
  owner: Organization,
): Promise<Pick<Demo, "canvases" | "datasets">> {
  const client = createClient(DatasetService, transport);
  const workspaceId = owner.workspaces[0]?.id ?? "";
  const datasets: Demo["datasets"][number][] = [];
  for (const { id: canvasId, title, example } of published) {
    const name = `${title} ${randomBytes(3).toString("hex")}`;
    const content = { case: "dataJson", value: new TextEncoder().encode(example) } as const;
    // A dataset that an interrupted start attached stays; a canvas has at most one.
    const attached = await client.createDataset({ workspaceId, name, canvasId, content }).catch(() => undefined);
    if (attached?.dataset !== undefined) datasets.push({ id: attached.dataset.id, linked: false, canvasId });
  }
  const linked = await client
    .createDataset({ workspaceId, name: LINKED_NAME, content: LINKED_COPY, sourceUrl: LINKED_URL })
    .catch(() => undefined);
  if (linked?.dataset !== undefined) datasets.push({ id: linked.dataset.id, linked: true, canvasId: null });
  return { canvases: published.map(({ id, title }) => ({ id, title })), datasets };
}

async function makeKey(
  account: Client<typeof AccountService>,
  request: { organizationId: string; role: string; name: string; workspaceId?: string },
): Promise<string> {
  const { secret } = await account.createKey(request);
  return secret;
}

async function person(account: Client<typeof AccountService>, organizationId: string): Promise<Demo["person"]> {
  const email = `demo-${randomBytes(4).toString("hex")}@platen.example`;
  const password = randomBytes(18).toString("base64url");
  await account.createPerson({ organizationId, email, password });
  return { email, password };
}

async function memberOfBoth(transport: Transport, firstId: string, otherId: string): Promise<Demo["person"]> {
  const made = await person(createClient(AccountService, transport), firstId);
  // Whoever has a password is a member at once, without a link.
  await createClient(PeopleService, transport).invitePerson({
    ...{ email: made.email, organizationId: otherId, role: "member" },
  });
  return made;
}

/**
 * What a first start prints: lines to paste, in the order of a first look. The key itself stands in them on a terminal
 * alone; elsewhere they end in a log, and take it from the file.
 */
export function demoLines(
  demo: Demo,
  paths: { readonly demoFile: string; readonly payloadFile: string },
  isTerminal: boolean,
): string {
  const [canvas] = demo.canvases;
  const key = isTerminal ? `-H 'x-api-key: ${demo.renderKey}'` : '-H "x-api-key: $KEY"';
  const reading = `KEY=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).renderKey' '${paths.demoFile}')`;
  return `
A demo organization is ready; its keys are in ${paths.demoFile}. To paste into another terminal:
${isTerminal ? "" : `\n  ${reading}\n`}
  curl -fsS ${demo.baseUrl}/v1/canvases ${key}

  curl -fsS ${demo.baseUrl}/v1/canvases/${canvas?.id ?? ""}/schema ${key}

  curl -fsS ${demo.baseUrl}/v1/canvases/${canvas?.id ?? ""}/pdf ${key} \\
    -H 'content-type: application/json' -d @${paths.payloadFile} -o invoice.pdf

`;
}
