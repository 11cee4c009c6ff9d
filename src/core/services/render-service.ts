import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import {
  type RenderCanvasRequest,
  RenderCanvasResponseSchema,
  type RenderService,
} from "../../../gen/platen/v1/render_pb.ts";
import { DEFAULT_CREATED_AT } from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { IdempotencyClaim, Render, RenderStatus } from "../persistence/index.ts";
import { digestOf } from "../store/index.ts";
import { newId, retainedUntil } from "../tenancy/index.ts";
import { canvasNotFound } from "./admission.ts";
import { type TenantCaller, tenantOf } from "./caller.ts";
import { documentFields, PAGE_SIZE_DEFAULT, pageTokenInvalid } from "./canvas-service.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { findDocument } from "./document-lookup.ts";
import { exportMethods } from "./export-methods.ts";
import { fileLink, linkMethods } from "./file-links.ts";
import { contentDisposition, downloadName } from "./file-name.ts";
import { piecesOf } from "./file-pieces.ts";
import { Leases } from "./leases.ts";
import { restoredFile } from "./lost-files.ts";
import { renderMessage } from "./messages.ts";
import { ownData } from "./own-data.ts";
import { envelopeOf, payloadOf, type RenderEnvelope } from "./render-envelope.ts";
import { failureMessage, findingMessages, readFindings } from "./render-findings.ts";
import type { RenderJobs } from "./render-jobs.ts";
import { Rendering } from "./rendering.ts";
import { Retries } from "./retries.ts";

/** Files that tools ask for are kept for a few days, or for the plan's retention where that is shorter. */
const TOOL_RETENTION_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Turning canvases and data into files, and reading what was rendered. */
export function renderService(dependencies: ServiceDependencies, jobs: RenderJobs): ServiceImpl<typeof RenderService> {
  const leases = new Leases(dependencies);
  const rendering = new Rendering(dependencies, leases);
  const retries = new Retries(dependencies, leases);
  return {
    ...canvasMethods(dependencies, { rendering, retries, jobs }),
    ...toolMethods(dependencies, rendering),
    ...exportMethods(dependencies),
    ...readingMethods(dependencies),
    ...linkMethods(dependencies),
  };
}

/** Some of the service's methods. */
type Methods<Name extends keyof ServiceImpl<typeof RenderService>> = Pick<ServiceImpl<typeof RenderService>, Name>;

type CanvasAnswer = MessageInitShape<typeof RenderCanvasResponseSchema>;

function canvasMethods(
  dependencies: ServiceDependencies,
  { rendering, retries, jobs }: { rendering: Rendering; retries: Retries; jobs: RenderJobs },
): Methods<"renderCanvas" | "renderCanvasStream"> {
  const { database, now, store } = dependencies;
  const methods = {
    async renderCanvas(message: RenderCanvasRequest, context: HandlerContext): Promise<CanvasAnswer> {
      const caller = tenantOf(context.values);
      const canvas = caller.canvas ?? (await database.canvases.findPublished(caller.scope, message.canvasId));
      if (canvas === null) throw canvasNotFound(message.canvasId);
      const { bytes: payload, password, ...envelope } = envelopeOf(message, canvas);
      const { isList, createdAt, isAsynchronous, refusesMisfit } = envelope;
      const request = { caller, canvas, payload, isList, createdAt, refusesMisfit, fileName: canvas.title };
      const work = async (id: string, own: IdempotencyClaim | null): Promise<CanvasAnswer> => {
        const keyed = own === null ? { replayUntil: null } : { replayUntil: own.expiresAt, keyHash: own.keyHash };
        if (isAsynchronous) return jobAnswer(await jobs.take(id, { ...request, ...keyed }));
        const keepUntil = envelope.isStored ? retainedUntil(caller.plan, now()) : null;
        const file = await rendering.render(id, {
          ...{ ...request, ...keyed, keepUntil },
          ...(password === null ? {} : { password }),
        });
        return fileAnswer(file.render, file.bytes);
      };
      if (envelope.key === null) return work(newId("rnd"), null);
      return retries.run(envelope.key, caller, canvas, {
        requestHash: await requestHashOf(envelope, payload, password !== null),
        first: (own) => work(own.renderId, own),
        async replay(render) {
          const stored = await store.get(render.id, render.sha256 ?? "", render.bytes ?? undefined);
          return stored.kind === "found" ? { ...fileAnswer(render, stored.pdf), replayed: "1" } : null;
        },
        async restore(render, isHeld) {
          const pdf = await restoredFile(dependencies, render, { caller, payload, isList, password, isHeld });
          return pdf === null ? null : { ...fileAnswer(render, pdf), replayed: "1" };
        },
        async pending(render, own, isSame) {
          if (!isAsynchronous) return null;
          // A client that receives a job's id must receive its file. If both requests ask for the same file, a job
          // joins the running render. If they differ, this request waits until that render ends.
          const isJob = await (isSame
            ? jobs.join(render, { ...request, replayUntil: own.expiresAt })
            : jobs.store(render, caller));
          return isJob ? jobAnswer(render) : null;
        },
      });
    },
  };
  return {
    ...methods,
    async *renderCanvasStream(message, context) {
      const answer = create(RenderCanvasResponseSchema, await methods.renderCanvas(message, context));
      yield { piece: { case: "answer", value: { ...answer, pdf: new Uint8Array() } } };
      for (const chunk of piecesOf(answer.pdf)) yield { piece: { case: "chunk", value: chunk } };
    },
  };
}

/** SHA-256 of the payload and of the options that change the file. Two requests with one hash ask for the same file. */
function requestHashOf(
  { isList, createdAt, refusesMisfit }: Omit<RenderEnvelope, "bytes" | "password">,
  payload: Uint8Array | null,
  hasPassword: boolean,
): Promise<Uint8Array> {
  const options = JSON.stringify([payload === null, isList, createdAt, refusesMisfit, hasPassword]);
  return digestOf("sha256", new TextEncoder().encode(options), payload ?? new Uint8Array());
}

function fileAnswer(render: Render, pdf: Uint8Array): CanvasAnswer {
  return {
    pdf,
    renderId: render.id,
    pages: render.pages ?? 0,
    records: render.records,
    contentDisposition: contentDisposition(render),
    etag: `"${render.sha256 ?? ""}"`,
    ...(render.findingCount === null ? {} : { findingCount: render.findingCount }),
  };
}

function jobAnswer({ id, status }: Render): CanvasAnswer {
  const statusUrl = `/v1/renders/${id}`;
  return { job: { id, status, statusUrl, location: statusUrl, preferenceApplied: "respond-async" } };
}

function toolMethods(dependencies: ServiceDependencies, rendering: Rendering): Methods<"renderDocument"> {
  const { contents, database, now } = dependencies;
  return {
    async renderDocument(request, context) {
      const caller = tenantOf(context.values);
      const canvas = await findDocument(database, caller.scope, request.document);
      const { bytes, isList } = payloadOf(request, canvas);
      if (canvas.encryption === "required") throw passwordNeeded();
      const payload = bytes ?? (await ownData(dependencies, caller, canvas));
      const days = Math.min(TOOL_RETENTION_DAYS, caller.plan.retentionDays);
      const keepUntil = new Date(now().getTime() + days * DAY_MS);
      const fileName = request.fileName ?? canvas.title;
      const fields = await documentFields(contents, canvas);
      const refusesMisfit = request.onMisfit === "refuse";
      const {
        render,
        bytes: pdf,
        found,
      } = await rendering.render(newId("rnd"), {
        ...{ caller, canvas, payload, isList, createdAt: DEFAULT_CREATED_AT, refusesMisfit },
        ...{ keepUntil, replayUntil: null, fileName, fields },
      });
      return {
        renderId: render.id,
        link:
          caller.principal.kind === "person"
            ? await fileLink(dependencies, render.id, keepUntil)
            : curlLine(dependencies.baseUrl, render),
        fileName: downloadName(render.fileName),
        pages: render.pages ?? 0,
        records: render.records,
        bytes: pdf.length,
        sha256: render.sha256 ?? "",
        expiresAt: timestampFromDate(keepUntil),
        findings: [...findingMessages((await contents.of(canvas)).source, found)],
      };
    },
  };
}

function passwordNeeded(): Error {
  const sentence = "This document asks for a password, and a tool takes none.";
  return platenError("invalid_argument", `${sentence} Render it over the HTTP interface with options.password.`);
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
      const render = await findRender(tenantOf(context.values), request.renderId);
      const hasFindings = (render.findingCount ?? 0) > 0;
      const findings = hasFindings ? readFindings(await database.renders.findings(render.id, now())) : [];
      const told = { ...renderMessage(render), findings };
      return { render: render.error === null ? told : { ...told, error: failureMessage(render.error, findings) } };
    },

    async getRenderPdf(request, context) {
      const caller = tenantOf(context.values);
      const render = await findRender(caller, request.renderId);
      if (render.status !== "succeeded" || !render.stored || render.sha256 === null) throw notDownloadable(render);
      const stored = await store.get(render.id, render.sha256, render.bytes ?? undefined);
      if (stored.kind !== "found") {
        // Its retention may have ended between the two reads.
        const since = await findRender(caller, render.id);
        throw since.stored ? lostFile(since) : notDownloadable(since);
      }
      return {
        pdf: stored.pdf,
        contentDisposition: contentDisposition(render),
        etag: `"${render.sha256}"`,
      };
    },
  };
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

/** A file that the record promises and the store lacks is a failure of ours, not the caller's. */
function lostFile(render: Render): Error {
  const cause = new Error(`the stored file of ${render.id} is gone`);
  const sentence =
    "The stored file is gone. Its request makes it again if you repeat it with its Idempotency-Key and the same " +
    "data, unless other data have been rendered under that key since. If you can't, report the request's identifier.";
  return platenError("internal", sentence, { cause });
}

/** How a caller with a key downloads the file: the key is read from an environment variable and never shown. */
function curlLine(baseUrl: string, render: Render): string {
  const url = `${baseUrl}/v1/renders/${render.id}/pdf`;
  return `curl -fsS -H "x-api-key: $PLATEN_API_KEY" -o '${downloadName(render.fileName)}' '${url}'`;
}
