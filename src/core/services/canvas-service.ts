import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { CanvasService, DocumentFieldSchema } from "../../../gen/platen/v1/canvas_pb.ts";
import { UNPUBLISHED_ID } from "../canvas/index.ts";
import { platenError } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import { canvasNotFound } from "./admission.ts";
import { tenantOf } from "./caller.ts";
import type { CanvasContents } from "./canvas-contents.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { findDocument } from "./document-lookup.ts";
import { canvasMessage } from "./messages.ts";
import { formOf } from "./open-form.ts";

/** How many canvases a list answers when a request does not say. */
export const PAGE_SIZE_DEFAULT = 50;

/** Tools list all without paging; a tenant with more templates than this finds the rest by title. */
const DOCUMENTS_MAX = 1000;

/** The published templates, and what each of them takes. */
export function canvasService(dependencies: ServiceDependencies): ServiceImpl<typeof CanvasService> {
  const { contents, database } = dependencies;
  return {
    async listCanvases(request, context) {
      const { scope } = tenantOf(context.values);
      const answer = await database.canvases.list({
        scope,
        query: request.query === undefined || request.query === "" ? null : request.query,
        pageSize: request.pageSize ?? PAGE_SIZE_DEFAULT,
        pageToken: request.pageToken ?? null,
      });
      if (!answer.ok) throw pageTokenInvalid();
      return {
        canvases: answer.value.items.map(canvasMessage),
        ...(answer.value.nextPageToken === null ? {} : { nextPageToken: answer.value.nextPageToken }),
      };
    },

    async getCanvasSchema(request, context) {
      const caller = tenantOf(context.values);
      const canvas = caller.canvas ?? (await database.canvases.findPublished(caller.scope, request.canvasId));
      if (canvas === null) throw canvasNotFound(request.canvasId);
      const { schema } = await contents.of(canvas);
      return { schema: withIdentity(schema, canvas) };
    },

    async listDocuments(_request, context) {
      const { scope } = tenantOf(context.values);
      const canvases = await database.canvases.listAll(scope, DOCUMENTS_MAX);
      return { documents: canvases.map(({ id, title }) => ({ id, title })) };
    },

    async describeDocument(request, context) {
      const caller = tenantOf(context.values);
      const canvas = await findDocument(database, caller.scope, request.document);
      return { document: { id: canvas.id, title: canvas.title }, fields: await documentFields(contents, canvas) };
    },

    async openForm(request, context) {
      const caller = tenantOf(context.values);
      const canvas = await findDocument(database, caller.scope, request.document);
      const content = await contents.of(canvas);
      const fields = await documentFields(contents, canvas);
      const source = { canvas, content, schema: withIdentity(content.schema, canvas), fields };
      return formOf(dependencies, caller, source, request.known);
    },
  };
}

/** The schema's text under the address of this canvas and version; the rest stays as it was published. */
function withIdentity(schema: string, canvas: Canvas): string {
  return schema.replace(UNPUBLISHED_ID, `urn:platen:canvas:${canvas.id}:${canvas.version}`);
}

/** The rows of a canvas's field table, as messages show them. */
export async function documentFields(
  contents: CanvasContents,
  canvas: Canvas,
): Promise<MessageInitShape<typeof DocumentFieldSchema>[]> {
  const { summary } = await contents.of(canvas);
  return summary.fields.map(({ capacity, example, note, label, ...row }) => {
    return { ...row, example: example ?? "", capacity: capacity ?? "", note: note ?? "", label: label ?? "" };
  });
}

/** The refusal of a page token that this service did not make. */
export function pageTokenInvalid(): Error {
  return platenError("invalid_argument", "The pageToken is not one that a list answered. Leave it out to start anew.");
}
