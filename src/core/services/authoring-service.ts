import type { ServiceImpl } from "@connectrpc/connect";
import type { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { platenError } from "../methods/index.ts";
import type { PublishFailure } from "../persistence/index.ts";
import { isId } from "../tenancy/index.ts";
import { defaultWorkspace } from "./account-service.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { documentAuthoring } from "./document-authoring.ts";
import { canvasMessage, diagnosticMessage } from "./messages.ts";
import { checkedSource, contentOf, publishableOf } from "./publishing.ts";

/** Making canvases out of sources. */
export function authoringService(dependencies: ServiceDependencies): ServiceImpl<typeof AuthoringService> {
  const { database, now } = dependencies;
  return {
    ...documentAuthoring(dependencies),

    async publishCanvas(request) {
      const { source, files } = request;
      const assets = Object.fromEntries(files.map(({ name, content }) => [name, content]));
      const asked = { source, data: null, assets, publishes: true };
      const answer = await checkedSource(dependencies, (terms) => dependencies.engine.checkTold(asked, terms));
      const form = publishableOf(answer);
      const workspaceId = request.workspaceId ?? (await defaultWorkspace(dependencies));
      const published = await database.canvases.publish({
        workspaceId,
        canvasId: request.canvasId ?? null,
        title: (request.title ?? form.title).normalize("NFC"),
        content: contentOf(source, form),
        publishedAt: now(),
      });
      if (!published.ok) throw publishRefusal(published.reason, request.canvasId ?? "", workspaceId);
      return { canvas: canvasMessage(published.value), diagnostics: answer.findings.map(diagnosticMessage) };
    },

    async unpublishCanvas({ document, workspaceId: named }) {
      const workspaceId = await workspaceOf(document, named, dependencies);
      const canvas = await database.canvases.unpublish({ document, workspaceId, unpublishedAt: now() });
      if (canvas === null) throw noCanvas(document, workspaceId);
      return { canvas: canvasMessage(canvas) };
    },

    async getPublishedCanvas({ document, workspaceId: named }) {
      const workspaceId = await workspaceOf(document, named, dependencies);
      const canvas = await database.canvases.named(document, workspaceId);
      const content = canvas === null ? null : await database.canvases.content(canvas.id, canvas.version);
      if (canvas === null || content === null) throw noCanvas(document, workspaceId);
      return { canvas: canvasMessage(canvas), compiled: content.compiled };
    },
  };
}

/** Where a canvas is looked for: a title names nothing without a workspace, an id does everywhere. */
async function workspaceOf(
  document: string,
  named: string | undefined,
  dependencies: ServiceDependencies,
): Promise<string | null> {
  return named ?? (isId("cnv", document) ? null : await defaultWorkspace(dependencies));
}

function noCanvas(document: string, workspaceId: string | null): Error {
  const place = workspaceId === null ? "" : ` in the workspace '${workspaceId}'`;
  const advice = "Give its id, or its whole title as publish printed it.";
  return platenError("not_found", `There is no canvas '${document}'${place}. ${advice}`);
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
