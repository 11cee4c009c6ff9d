import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { DEFAULT_CREATED_AT, isCreatedAt } from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { Canvas, Render, RenderStatus } from "../persistence/index.ts";
import { canvasNotFound } from "./admission.ts";
import { refuseForeignOrganization, type TenantCaller, tenantOf } from "./caller.ts";
import { documentFields, PAGE_SIZE_DEFAULT, pageTokenInvalid } from "./canvas-service.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { findDocument } from "./document-lookup.ts";
import { contentDisposition, downloadName } from "./file-name.ts";
import { renderMessage } from "./messages.ts";
import { type PayloadForm, payloadBytes } from "./payload.ts";
import { Rendering } from "./rendering.ts";

/** Files that tools ask for are kept for a few days, or for the plan's retention where that is shorter. */
const TOOL_RETENTION_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Turning canvases and data into files, and reading what was rendered. */
export function renderService(dependencies: ServiceDependencies): ServiceImpl<typeof RenderService> {
  const rendering = new Rendering(dependencies);
  return {
    ...canvasMethods(dependencies, rendering),
    ...toolMethods(dependencies, rendering),
    ...readingMethods(dependencies),
  };
}

/** Some of the service's methods. */
type Methods<Name extends keyof ServiceImpl<typeof RenderService>> = Pick<ServiceImpl<typeof RenderService>, Name>;

function canvasMethods({ database, now }: ServiceDependencies, rendering: Rendering): Methods<"renderCanvas"> {
  return {
    async renderCanvas(request, context) {
      const caller = tenantOf(context.values);
      const canvas = caller.canvas ?? (await database.canvases.findPublished(caller.scope, request.canvasId));
      if (canvas === null) throw canvasNotFound(request.canvasId);
      const createdAt = createdAtOf(request.options?.createdAt);
      const store = request.options?.store ?? false;
      const keepUntil = store ? new Date(now().getTime() + caller.plan.retentionDays * DAY_MS) : null;
      const payload = payloadOf(request.payload, canvas);
      const file = await rendering.render({ caller, canvas, payload, createdAt, keepUntil, fileName: canvas.title });
      return {
        pdf: file.bytes,
        renderId: file.render.id,
        pages: file.pages,
        records: file.records,
        contentDisposition: contentDisposition(file.render.fileName),
        etag: `"${file.sha256}"`,
      };
    },
  };
}

function toolMethods(dependencies: ServiceDependencies, rendering: Rendering): Methods<"renderDocument"> {
  const { contents, database, now } = dependencies;
  return {
    async renderDocument(request, context) {
      const caller = tenantOf(context.values);
      refuseForeignOrganization(caller, request.organizationId);
      const canvas = await findDocument(database, caller.scope, request.document);
      const payload = payloadBytes(request.payload) ?? (await ownData(dependencies, caller, canvas));
      const days = Math.min(TOOL_RETENTION_DAYS, caller.plan.retentionDays);
      const keepUntil = new Date(now().getTime() + days * DAY_MS);
      const fileName = request.fileName ?? canvas.title;
      const fields = await documentFields(contents, canvas);
      const tool = { caller, canvas, payload, createdAt: DEFAULT_CREATED_AT, keepUntil, fileName, fields };
      const file = await rendering.render(tool);
      return {
        renderId: file.render.id,
        link: curlLine(dependencies.baseUrl, file.render),
        fileName: downloadName(file.render.fileName),
        pages: file.pages,
        records: file.records,
        bytes: file.bytes.length,
        sha256: file.sha256,
        expiresAt: timestampFromDate(keepUntil),
      };
    },
  };
}

function readingMethods({
  database,
  store,
  now,
}: ServiceDependencies): Methods<"listRenders" | "getRender" | "getRenderPdf"> {
  const findRender = async (caller: TenantCaller, renderId: string): Promise<Render> => {
    const render = await database.renders.find(caller.scope, renderId, now());
    if (render === null) throw renderNotFound(renderId);
    return render;
  };

  return {
    async listRenders(request, context) {
      const { scope } = tenantOf(context.values);
      const answer = await database.renders.list({
        scope,
        canvasId: request.canvasId ?? null,
        status: statusOf(request.status),
        now: now(),
        pageSize: request.pageSize ?? PAGE_SIZE_DEFAULT,
        pageToken: request.pageToken ?? null,
      });
      if (!answer.ok) throw pageTokenInvalid();
      return {
        renders: answer.value.items.map(renderMessage),
        ...(answer.value.nextPageToken === null ? {} : { nextPageToken: answer.value.nextPageToken }),
      };
    },

    async getRender(request, context) {
      return { render: renderMessage(await findRender(tenantOf(context.values), request.renderId)) };
    },

    async getRenderPdf(request, context) {
      const render = await findRender(tenantOf(context.values), request.renderId);
      if (render.status !== "succeeded" || !render.stored || render.sha256 === null) throw notDownloadable(render);
      const stored = await store.get(render.id, render.sha256);
      if (stored.kind !== "found") throw lostFile(render, stored.kind);
      return {
        pdf: stored.pdf,
        contentDisposition: contentDisposition(render.fileName),
        etag: `"${render.sha256}"`,
      };
    },
  };
}

/** The payload of a render request; a template with declarations does not render without one. */
function payloadOf(payload: PayloadForm, canvas: Canvas): Uint8Array | null {
  const bytes = payloadBytes(payload);
  if (bytes === null && canvas.fieldCount > 0) {
    const sentence = "The request has no `data`. Send the template's fields; GET …/schema says which.";
    throw platenError("invalid_argument", sentence);
  }
  return bytes;
}

/** The data of a tool render without a payload: the attached dataset; null leaves it to the source's own. */
async function ownData(
  { database }: ServiceDependencies,
  caller: TenantCaller,
  canvas: Canvas,
): Promise<Uint8Array | null> {
  const dataset = await database.datasets.findByCanvas(caller.scope, canvas.id);
  return dataset === null ? null : new TextEncoder().encode(dataset.json);
}

/** The file's date. The pattern is checked before; a day that no calendar has is refused here. */
function createdAtOf(text: string | undefined): string {
  if (text === undefined) return DEFAULT_CREATED_AT;
  if (!isCreatedAt(text)) {
    throw platenError(
      "invalid_argument",
      `options.createdAt: '${text}' is no real time. Write it like 2026-11-20T09:00:00Z.`,
    );
  }
  return text;
}

const STATUSES: readonly RenderStatus[] = ["queued", "rendering", "succeeded", "failed", "expired"];

function statusOf(text: string | undefined): RenderStatus | null {
  if (text === undefined) return null;
  const status = STATUSES.find((candidate) => candidate === text);
  if (status === undefined) throw platenError("invalid_argument", `status: write one of ${STATUSES.join(", ")}.`);
  return status;
}

function renderNotFound(renderId: string): Error {
  return platenError(
    "not_found",
    `There is no render '${renderId}' within this credential's reach. List those that are.`,
  );
}

/** Why there is nothing to download, naming the status; a render under way is worth another try. */
function notDownloadable(render: Render): Error {
  switch (render.status) {
    case "queued":
    case "rendering":
      return platenError("not_found", `The render '${render.id}' is ${render.status}; try again in a moment.`, {
        retryAfterSeconds: 1,
      });
    case "failed":
      return platenError(
        "not_found",
        `The render '${render.id}' failed, so there is no file. Read the render for the reason.`,
      );
    case "expired":
      return platenError("not_found", `The file of render '${render.id}' has expired. Render it again.`);
    case "succeeded":
      return platenError(
        "not_found",
        `The render '${render.id}' succeeded but was not stored. Render it again with options.store.`,
      );
  }
}

/** A file that the record promises and the store lacks or has damaged is a failure of ours, not the caller's. */
function lostFile(render: Render, kind: "missing" | "damaged"): Error {
  const cause = new Error(`the stored file of ${render.id} is ${kind}`);
  return platenError("internal", "The stored file can't be read. Report the request's identifier.", { cause });
}

/** How a caller with a key downloads the file: the key is read from an environment variable and never shown. */
function curlLine(baseUrl: string, render: Render): string {
  const url = `${baseUrl}/v1/renders/${render.id}/pdf`;
  return `curl -fsS -H "x-api-key: $PLATEN_API_KEY" -o '${downloadName(render.fileName)}' '${url}'`;
}
