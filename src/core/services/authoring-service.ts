import type { ServiceImpl } from "@connectrpc/connect";
import type { AuthoringService, TemplateFile } from "../../../gen/platen/v1/authoring_pb.ts";
import { contractSchema, parseCanvas } from "../canvas/index.ts";
import { machineDiagnostics } from "../diagnostics/index.ts";
import { type CheckAnswer, type CompiledTemplate, ENGINE_VERSION, RenderBudgetError } from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { CanvasContent, PublishFailure } from "../persistence/index.ts";
import { isId } from "../tenancy/index.ts";
import { defaultWorkspace } from "./account-service.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { canvasMessage, diagnosticMessage } from "./messages.ts";
import { SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** The identity in a schema as it is stored: the canvas's own is known only when its version is. */
const UNPUBLISHED = { canvasId: "unpublished", version: 0 } as const;

/** What stands in a stored schema where readers see the canvas's address. */
export const UNPUBLISHED_ID = `urn:platen:canvas:${UNPUBLISHED.canvasId}:${UNPUBLISHED.version}`;

/** Making canvases out of sources. */
export function authoringService(dependencies: ServiceDependencies): ServiceImpl<typeof AuthoringService> {
  const { database, engine, now } = dependencies;
  return {
    async publishCanvas(request) {
      const { diagnostics, template } = await checked(engine, request.source, request.files);
      const findings = machineDiagnostics(request.source, diagnostics).map(diagnosticMessage);
      if (template === null || diagnostics.some((finding) => finding.severity === "error")) {
        const errors = diagnostics.filter((finding) => finding.severity === "error").length;
        const sentence = `The source has ${errors === 1 ? "an error" : `${errors} errors`}; nothing was published.`;
        throw platenError("document_refused", sentence, { diagnostics: findings });
      }
      const workspaceId = request.workspaceId ?? (await defaultWorkspace(dependencies));
      const published = await database.canvases.publish({
        workspaceId,
        canvasId: request.canvasId ?? null,
        title: (request.title ?? template.title).normalize("NFC"),
        content: contentOf(request.source, template),
        publishedAt: now(),
      });
      if (!published.ok) throw publishRefusal(published.reason, request.canvasId ?? "", workspaceId);
      return { canvas: canvasMessage(published.value), diagnostics: findings };
    },

    async unpublishCanvas({ document, workspaceId: named }) {
      const workspaceId = named ?? (isId("cnv", document) ? null : await defaultWorkspace(dependencies));
      const canvas = await database.canvases.unpublish({ document, workspaceId, unpublishedAt: now() });
      if (canvas !== null) return { canvas: canvasMessage(canvas) };
      const place = workspaceId === null ? "" : ` in the workspace '${workspaceId}'`;
      const advice = "Give its id, or its whole title as publish printed it.";
      throw platenError("not_found", `There is no canvas '${document}'${place}. ${advice}`);
    },
  };
}

/** The check of a source, within the budget of a render: it lays out the same pages. */
async function checked(
  engine: ServiceDependencies["engine"],
  source: string,
  files: readonly TemplateFile[],
): Promise<CheckAnswer> {
  const assets = Object.fromEntries(files.map(({ name, content }) => [name, content]));
  try {
    return await engine.check({ source, data: null, assets }, { budgetMs: SYNCHRONOUS_BUDGET_MS });
  } catch (error) {
    if (!(error instanceof RenderBudgetError)) throw error;
    const sentence = `Laying out the source's examples took longer than ${SYNCHRONOUS_BUDGET_MS / 1000} seconds.`;
    throw platenError("render_budget_exceeded", `${sentence} Give it fewer or shorter examples.`, { cause: error });
  }
}

function contentOf(source: string, template: CompiledTemplate): CanvasContent {
  const canvas = parseCanvas(template.canvasJson);
  return {
    source,
    compiled: template.canvasJson,
    schema: JSON.stringify(contractSchema(canvas, UNPUBLISHED)),
    contentHash: template.hash,
    engineVersion: ENGINE_VERSION,
    fontVersions: template.fontVersions,
    fieldCount: template.fields,
    recordSource: canvas.recordSource?.path.replace(/\[\]$/, "") ?? null,
    encryption: canvas.encryption?.open ?? "none",
  };
}

function publishRefusal(reason: PublishFailure, canvasId: string, workspaceId: string): Error {
  switch (reason) {
    case "canvas_not_found":
      return platenError(
        "not_found",
        `There is no canvas '${canvasId}' in the workspace. Leave canvasId out to make one.`,
      );
    case "workspace_not_found":
      return platenError(
        "not_found",
        `There is no workspace '${workspaceId}'. List them with platen organizations list.`,
      );
    case "title_taken":
      return platenError("invalid_argument", "Another canvas of the workspace has this title. Choose another one.");
    case "title_invalid":
      return platenError("invalid_argument", "A title is 1 to 200 characters on one line. Choose another one.");
  }
}
