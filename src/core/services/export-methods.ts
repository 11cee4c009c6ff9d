// A published document and its data → a file for another program, such as an invoice for Peppol.
import type { ServiceImpl } from "@connectrpc/connect";
import type { ExportDocumentRequest, RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { hasErrors } from "../diagnostics/index.ts";
import {
  type DataRefusal,
  type ExportAnswer,
  type ExportedFile,
  PoolBusyError,
  RenderBudgetError,
  type TaskTerms,
  ThreadMemoryError,
} from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import { sha256Of } from "../store/index.ts";
import { type TenantCaller, tenantOf } from "./caller.ts";
import type { PublishedContent } from "./canvas-contents.ts";
import { documentFields } from "./canvas-service.ts";
import { computedAtOnce, poolBusy } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { findDocument } from "./document-lookup.ts";
import { safeFileName } from "./file-name.ts";
import { ownData } from "./own-data.ts";
import { payloadBytes } from "./payload.ts";
import { findingsOf } from "./publishing.ts";
import { refusalOf } from "./refusals.ts";
import { SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** Writing documents as structured data. Nothing is stored, and no record is charged: nothing is rendered. */
export function exportMethods(
  dependencies: ServiceDependencies,
): Pick<ServiceImpl<typeof RenderService>, "exportDocument"> {
  const { contents, database } = dependencies;
  return {
    async exportDocument(request, context) {
      const caller = tenantOf(context.values);
      const canvas = await findDocument(database, caller.scope, request.document);
      if (canvas.encryption === "required") throw unprotected(request.format);
      const data = payloadBytes(request.payload) ?? (await ownData(dependencies, caller, canvas));
      const content = await contents.of(canvas);
      const answer = await exported(dependencies, { request, caller, canvas, content, data });
      const file = fileOf(answer, request, content.source);
      const { bytes } = file;
      const { outputBytesMax } = caller.plan;
      if (bytes.length > outputBytesMax) {
        throw refusalOf({ kind: "too-large", what: "bytes", pages: 0, bytes: bytes.length }, caller.plan);
      }
      return {
        file: bytes,
        mediaType: file.mediaType,
        fileName: `${safeFileName(canvas.title)}.${file.fileExtension}`,
        sha256: await sha256Of(bytes),
        canvasId: canvas.id,
        canvasVersion: canvas.version,
        diagnostics: [...findingsOf(content.source, answer.diagnostics)],
      };
    },
  };
}

interface Export {
  readonly request: ExportDocumentRequest;
  readonly caller: TenantCaller;
  readonly canvas: Canvas;
  readonly content: PublishedContent;
  /** JSON bytes; null leaves the data to the source's own. */
  readonly data: Uint8Array | null;
}

/** What the engine answers of a payload that satisfies the contract, in one budget; throws the refusal of another. */
async function exported(dependencies: ServiceDependencies, work: Export): Promise<ExportAnswer> {
  const { engine, rates, renderBudgetMs: budgetMs = SYNCHRONOUS_BUDGET_MS } = dependencies;
  const { request, caller, canvas, content, data } = work;
  const { contentHash: canvasHash, compiledBytes: canvasJson, source } = content;
  const endMs = performance.now() + budgetMs;
  const terms = (): TaskTerms => {
    const leftMs = Math.max(0, Math.ceil(endMs - performance.now()));
    return { budgetMs: leftMs, tenant: caller.scope.organizationId };
  };
  const { plan, scope } = caller;
  try {
    return await computedAtOnce(rates, { organizationId: scope.organizationId, plan }, async () => {
      const judged = await engine.judge({ canvasHash, canvasJson, payload: data }, terms());
      if (judged.kind !== "good") throw await dataRefusal(dependencies, judged, caller, canvas);
      const filesOf = { canvasHash, canvasJson };
      return engine.export({ source, data, filesOf, format: request.format }, terms());
    });
  } catch (error) {
    throw workRefusal(error, budgetMs);
  }
}

async function dataRefusal(
  { contents }: ServiceDependencies,
  refusal: DataRefusal,
  { plan }: TenantCaller,
  canvas: Canvas,
): Promise<Error> {
  return refusalOf(refusal, plan, await documentFields(contents, canvas));
}

function workRefusal(error: unknown, budgetMs: number): unknown {
  if (error instanceof PoolBusyError) return poolBusy(error, budgetMs);
  if (error instanceof ThreadMemoryError) {
    const sentence = "The document takes more memory than an export gets. Send less data.";
    return platenError("too_large", sentence, { cause: error });
  }
  if (!(error instanceof RenderBudgetError)) return error;
  const sentence = `The export took longer than ${budgetMs / 1000} seconds and was stopped. Send less data.`;
  return platenError("render_budget_exceeded", sentence, { cause: error });
}

/** The file, or why there is none: the format is not installed, or the form and its data do not make one. */
function fileOf(answer: ExportAnswer, { format }: ExportDocumentRequest, source: string): ExportedFile {
  const { value, diagnostics, installedFormats } = answer;
  if (installedFormats !== undefined) {
    const installed = installedFormats.length === 0 ? "none is" : `these are: ${installedFormats.join(", ")}`;
    throw platenError("invalid_argument", `format: '${format}' is not installed here; ${installed}.`);
  }
  if (value !== null && !hasErrors(diagnostics)) return value;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const first = errors[0]?.message ?? "its exporter gave no reason";
  const reasons = errors.length > 1 ? `${errors.length} reasons, the first: ${first}` : first;
  throw platenError("document_refused", `The document can't be written as ${format}; ${reasons}.`, {
    diagnostics: [...findingsOf(source, diagnostics)],
  });
}

function unprotected(format: string): Error {
  const sentence = `The template's files open with a password alone, and a file in ${format} would be open to anyone.`;
  return platenError("invalid_argument", `${sentence} Export a template without that policy.`);
}
