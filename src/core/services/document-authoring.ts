// Writing templates over the tool endpoint: a person's source → findings, or a published template of their own.

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { AuthoringService, CheckDocumentResponseSchema } from "../../../gen/platen/v1/authoring_pb.ts";
import { shortened } from "../diagnostics/index.ts";
import type { ToldCheckAnswer, ToldCheckRequest } from "../engine/index.ts";
import { inSlices, platenError, scannedJson } from "../methods/index.ts";
import type { Canvas, TransactionRepositories } from "../persistence/index.ts";
import type { Scope } from "../tenancy/index.ts";
import { type TenantCaller, tenantOf } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { diagnosticMessage } from "./messages.ts";
import { type PayloadForm, payloadBytes } from "./payload.ts";
import { refuseNoDay } from "./profile-service.ts";
import { contentOf, publishableOf, withinCheckBudget } from "./publishing.ts";

/** How often a free name for a workspace is looked for: each time it fails, another call has taken one. */
const NAME_TRIES_MAX = 5;

/** At most so many documents of the same title are named: the person knows by then. */
const SAME_TITLE_IDS_MAX = 10;

type Methods = Pick<ServiceImpl<typeof AuthoringService>, "checkDocument" | "createDocument">;

/** What a check and a publishing have in common. */
interface SourceRequest {
  readonly source: string;
  readonly payload: PayloadForm;
  readonly profiles: readonly string[];
  readonly asOf?: string | undefined;
}

/** Checking and publishing sources that people and their agents write. */
export function documentAuthoring(dependencies: ServiceDependencies): Methods {
  const check = async (
    request: SourceRequest,
    caller: TenantCaller,
    told: Pick<ToldCheckRequest, "advise" | "severities" | "codes" | "publishes">,
  ): Promise<ToldCheckAnswer> => {
    const { source, profiles, asOf } = request;
    if (asOf !== undefined) refuseNoDay(asOf);
    const data = await dataOf(request.payload);
    // No file can be sent beside a source here.
    const asked = { source, data, profiles, takesFiles: false, ...told, ...(asOf === undefined ? {} : { asOf }) };
    const { engine } = dependencies;
    const answer = await withinCheckBudget(dependencies, caller, (terms) => engine.checkTold(asked, terms));
    const { unknownProfiles = [] } = answer;
    if (unknownProfiles.length > 0) throw await unknownProfilesRefusal(dependencies, unknownProfiles);
    return answer;
  };
  return {
    async checkDocument(request, context) {
      const caller = tenantOf(context.values);
      const { advise = false, severity: severities, code: codes } = request;
      const answer = await check(request, caller, { advise, severities, codes });
      const { findings, errors, warnings, leftOut, completeProfiles = [] } = answer;
      const pages = request.pages === true ? await pagesOf(dependencies, request, caller) : {};
      return {
        diagnostics: findings.map(diagnosticMessage),
        ...{ errors, warnings },
        completeProfiles: [...completeProfiles],
        ...(leftOut === null ? {} : { leftOut }),
        ...pages,
      };
    },

    async createDocument(request, context) {
      const caller = tenantOf(context.values);
      const title = titleOf(request.title);
      const { replaces } = request;
      if (replaces !== undefined) await documentToReplace(dependencies.database.canvases, caller.scope, replaces);
      const answer = await check(request, caller, { publishes: true });
      const content = contentOf(request.source, publishableOf(answer));
      const publishing = { title, content, publishedAt: dependencies.now() };
      const canvas = await dependencies.database.transaction((repositories) =>
        replaces === undefined
          ? publishAlone(repositories, caller.scope, publishing)
          : publishNext(repositories, caller.scope, publishing, replaces),
      );
      const sameTitleIds = await othersTitled(dependencies, caller.scope, canvas);
      return {
        id: canvas.id,
        title: canvas.title,
        workspaceId: canvas.workspaceId,
        diagnostics: answer.findings.map(diagnosticMessage),
        sameTitleIds: [...sameTitleIds],
        ...(replaces === undefined ? {} : { version: canvas.version }),
      };
    },
  };
}

/** So many pages are shown: a model that looks at more of them has room for nothing else. */
const PAGES_SHOWN_MAX = 5;
/** What models see without scaling it down. */
const PAGE_SIDE_PX_MAX = 1_568;
const PAGE_DPI = 144;

/** The form's first pages as pictures, with what is said of them. */
async function pagesOf(
  dependencies: ServiceDependencies,
  { source, payload }: SourceRequest,
  caller: TenantCaller,
): Promise<Pick<MessageInitShape<typeof CheckDocumentResponseSchema>, "pages" | "pagesNote">> {
  const drawing = {
    renderer: "png",
    page: null,
    dpi: PAGE_DPI,
    sidePxMax: PAGE_SIDE_PX_MAX,
    pagesMax: PAGES_SHOWN_MAX,
  };
  const data = await dataOf(payload);
  const shown = await withinCheckBudget(dependencies, caller, (terms) =>
    dependencies.engine.pageImages({ source, data, ...drawing }, terms),
  );
  if (shown === null) return { pagesNote: "No page is shown: errors keep the form from being drawn." };
  const { pages, images } = shown;
  const note =
    pages > images.length
      ? `The first ${images.length} of ${pages} pages follow as pictures.`
      : pages === 1
        ? "The page follows as a picture."
        : `The ${pages} pages follow as pictures.`;
  return {
    pages: images.map(({ page, bytes }) => ({ page, png: bytes })),
    pagesNote: note,
  };
}

/** The data of a check as it came, where it is a JSON object. */
async function dataOf(payload: PayloadForm): Promise<Uint8Array | null> {
  const bytes = payloadBytes(payload);
  if (bytes !== null) await inSlices(scannedJson(bytes));
  return bytes;
}

/** Profiles of a request that are not installed: nothing was checked. One that the source names is a finding. */
async function unknownProfilesRefusal({ engine }: ServiceDependencies, unknown: readonly string[]): Promise<Error> {
  const installed = (await engine.profiles()).map((profile) => profile.name);
  const list = installed.length === 0 ? "none" : installed.join(", ");
  const many = unknown.length > 1;
  const sentence = `The ${many ? "profiles" : "profile"} ${unknown.join(", ")} ${many ? "are" : "is"} not installed.`;
  return platenError("invalid_argument", `${sentence} Installed: ${list}. Name those, or leave profiles out.`);
}

/** A title as it is stored; the rules of publishing say the rest. */
function titleOf(title: string): string {
  const trimmed = title.normalize("NFC").trim();
  if (trimmed !== "" && !/[\p{Cc}\p{Cs}]/u.test(trimmed)) return trimmed;
  throw titleInvalid();
}

function titleInvalid(): Error {
  return platenError("invalid_argument", "title: write 1 to 200 characters on one line.");
}

/** What is published, wherever it goes. */
type Publishing = Pick<
  Parameters<TransactionRepositories["canvases"]["publish"]>[0],
  "title" | "content" | "publishedAt"
>;

/** Publishes the next version of a document that the caller's people find; others are not known to exist. */
async function publishNext(
  { canvases }: Pick<TransactionRepositories, "canvases">,
  scope: Scope,
  publishing: Publishing,
  canvasId: string,
): Promise<Canvas> {
  const replaced = await documentToReplace(canvases, scope, canvasId);
  const published = await canvases.publish({ ...publishing, workspaceId: replaced.workspaceId, canvasId });
  if (published.ok) return published.value;
  switch (published.reason) {
    case "title_invalid":
      throw titleInvalid();
    case "title_taken":
      throw platenError("invalid_argument", "title: another document of the workspace has it. Choose another one.");
    case "canvas_not_found":
    case "workspace_not_found":
      throw nothingToReplace(canvasId);
  }
}

async function documentToReplace(
  canvases: Pick<TransactionRepositories["canvases"], "findPublished">,
  scope: Scope,
  canvasId: string,
): Promise<Canvas> {
  const found = await canvases.findPublished(scope, canvasId);
  if (found === null) throw nothingToReplace(canvasId);
  return found;
}

function nothingToReplace(canvasId: string): Error {
  const advice = "Give the id that create_document answered, or leave replaces out to publish another document.";
  return platenError("not_found", `replaces: there is no document '${shortened(canvasId, 60)}'. ${advice}`);
}

/** Publishes in a new workspace of the organization: all of it is kept, or nothing. */
async function publishAlone(
  { organizations, canvases }: Pick<TransactionRepositories, "organizations" | "canvases">,
  { organizationId }: Scope,
  publishing: Publishing,
): Promise<Canvas> {
  const { title, publishedAt: createdAt } = publishing;
  for (let tries = 0; tries < NAME_TRIES_MAX; tries += 1) {
    const taken = new Set((await organizations.listWorkspaces(organizationId)).map((workspace) => workspace.name));
    const made = await organizations.createWorkspace({ organizationId, name: freeName(title, taken), createdAt });
    if (!made.ok) continue;
    const workspaceId = made.value.id;
    const published = await canvases.publish({ ...publishing, workspaceId, canvasId: null });
    if (published.ok) return published.value;
    if (published.reason === "title_invalid") throw titleInvalid();
    throw new Error(`a new workspace takes no canvas: ${published.reason}`);
  }
  throw platenError("unavailable", "Others publish under the same title at this moment. Send the request again.", {
    retryAfterSeconds: 1,
  });
}

/** The workspace is called like its document; where that name is taken, with the first free number. */
function freeName(title: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? title : `${title} (${number})`;
    if (!taken.has(name)) return name;
  }
}

/** Other published documents that the organization's people find under the same title. */
async function othersTitled(
  { database }: ServiceDependencies,
  scope: Scope,
  { id, title }: Canvas,
): Promise<readonly string[]> {
  const match = await database.canvases.findByTitle(scope, title);
  if (match.kind !== "ambiguous") return [];
  const same = match.candidates.filter((canvas) => canvas.id !== id && canvas.title === title);
  return same.slice(0, SAME_TITLE_IDS_MAX).map((canvas) => canvas.id);
}
