import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ApiKeySchema, OrganizationSchema } from "../../../gen/platen/v1/account_pb.ts";
import type { CanvasSchema } from "../../../gen/platen/v1/canvas_pb.ts";
import type { DiagnosticPlaceSchema, DiagnosticSchema } from "../../../gen/platen/v1/error_pb.ts";
import type { RenderSchema } from "../../../gen/platen/v1/render_pb.ts";
import type { MachineDiagnostic, MachinePlace, MachineRepair } from "../diagnostics/index.ts";
import type { ApiKey, Canvas, Organization, Render, Workspace } from "../persistence/index.ts";

/** A published canvas as messages show it. */
export function canvasMessage(canvas: Canvas): MessageInitShape<typeof CanvasSchema> {
  return {
    id: canvas.id,
    title: canvas.title,
    workspaceId: canvas.workspaceId,
    version: canvas.version,
    publishedAt: timestampFromDate(canvas.publishedAt),
    fields: canvas.fieldCount,
    encryption: canvas.encryption,
    ...(canvas.recordSource === null ? {} : { recordSource: canvas.recordSource }),
  };
}

/** A render's record as messages show it. */
export function renderMessage(render: Render): MessageInitShape<typeof RenderSchema> {
  return {
    id: render.id,
    canvasId: render.canvasId,
    canvasVersion: render.canvasVersion,
    status: render.status,
    pages: render.pages ?? 0,
    records: render.records,
    bytes: render.bytes ?? 0,
    createdAt: timestampFromDate(render.createdAt),
    stored: render.stored,
    ...(render.keyId === null ? {} : { keyId: render.keyId }),
    ...(render.sha256 === null ? {} : { sha256: render.sha256 }),
    ...(render.findingCount === null ? {} : { findingCount: render.findingCount }),
    ...(render.finishedAt === null ? {} : { finishedAt: timestampFromDate(render.finishedAt) }),
    ...(render.expiresAt === null ? {} : { expiresAt: timestampFromDate(render.expiresAt) }),
    ...(render.error === null
      ? {}
      : { error: { error: render.error.message, code: render.error.code, requestId: render.error.requestId } }),
  };
}

/** A key's record as messages show it: never its secret. */
export function keyMessage(key: ApiKey): MessageInitShape<typeof ApiKeySchema> {
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.label,
    role: key.role,
    organizationId: key.organizationId,
    createdAt: timestampFromDate(key.createdAt),
    ...(key.workspaceId === null ? {} : { workspaceId: key.workspaceId }),
    ...(key.revokedAt === null ? {} : { revokedAt: timestampFromDate(key.revokedAt) }),
  };
}

/** A finding in its machine form as a message. */
export function diagnosticMessage(finding: MachineDiagnostic): MessageInitShape<typeof DiagnosticSchema> {
  const { repair, places = [], ...rest } = finding;
  return { ...rest, ...repairMember(repair), places: places.map(placeMessage) };
}

function placeMessage({ repair, ...rest }: MachinePlace): MessageInitShape<typeof DiagnosticPlaceSchema> {
  return { ...rest, ...repairMember(repair) };
}

function repairMember(repair: MachineRepair | null) {
  return repair === null ? {} : { repair: { ...repair, edits: [...repair.edits] } };
}

/** An organization with its workspaces. */
export function organizationMessage(
  { id, name, plan }: Organization,
  workspaces: readonly Workspace[],
): MessageInitShape<typeof OrganizationSchema> {
  return { id, name, plan, workspaces: workspaces.map((workspace) => ({ id: workspace.id, name: workspace.name })) };
}
