// Rows of renders → renders, as they read at an instant.
import type { Render, RenderError, RenderStatus } from "../render-ports.ts";
import type { RenderRow } from "./entities.ts";
import { instantOf, type SqlRow } from "./session.ts";
import { WrongRow } from "./unavailable.ts";

/** How a render whose process vanished reads for whoever asks for it later. */
export const ABANDONED: Pick<RenderError, "code" | "message"> = {
  code: "internal",
  message: "The server stopped, or lost its database, while it was rendering; ask for the document again.",
};

/** The render of a statement that answers one row at most. */
export function firstRender([row]: readonly SqlRow[], now: Date): Render | null {
  return row === undefined ? null : toRender(rowOf(row), now);
}

/** A statement's row, as the ORM would have read it. */
export function rowOf(row: SqlRow): RenderColumns {
  const text = (column: string): string | null => (row[column] == null ? null : String(row[column]));
  const count = (column: string): number | null => (row[column] == null ? null : Number(row[column]));
  const status = STATUSES.find((candidate) => candidate === row["status"]);
  const createdAt = instantOf(row["created_at"]);
  if (status === undefined || createdAt === null) throw new WrongRow("a render");
  return {
    id: text("id") ?? "",
    organizationId: text("organization_id") ?? "",
    workspaceId: text("workspace_id") ?? "",
    canvasId: text("canvas_id") ?? "",
    canvasVersion: count("canvas_version") ?? 0,
    keyId: text("key_id"),
    personId: text("person_id"),
    status,
    records: count("records") ?? 0,
    pages: count("pages"),
    bytes: count("bytes"),
    sha256: text("sha256"),
    engineVersion: text("engine_version") ?? "",
    fileName: text("file_name") ?? "",
    createdAt,
    finishedAt: instantOf(row["finished_at"]),
    expiresAt: instantOf(row["expires_at"]),
    bytesUntil: instantOf(row["bytes_until"]),
    stored: row["stored"] === true,
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
    errorRequestId: text("error_request_id"),
    findingCount: count("finding_count"),
  };
}

const STATUSES: readonly RenderStatus[] = ["queued", "rendering", "succeeded", "failed", "expired"];

/** The columns of a row that a render is read from. */
type RenderColumns = Omit<
  RenderRow,
  "period" | "receipt" | "deadlineAt" | "holdsSlot" | "hasJoinedJob" | "findings" | "findingsUntil"
>;

/** A row as it reads at `now`. */
export function toRender(row: RenderColumns, now: Date): Render {
  const expiresAt = row.finishedAt == null ? null : (row.expiresAt ?? null);
  const isOver = row.stored && expiresAt !== null && expiresAt.getTime() <= now.getTime();
  return {
    id: row.id,
    organizationId: row.organizationId,
    workspaceId: row.workspaceId,
    canvasId: row.canvasId,
    canvasVersion: row.canvasVersion,
    keyId: row.keyId ?? null,
    personId: row.personId ?? null,
    status: isOver ? "expired" : row.status,
    records: row.records,
    pages: row.pages ?? null,
    bytes: row.bytes ?? null,
    sha256: row.sha256 ?? null,
    engineVersion: row.engineVersion,
    fileName: row.fileName,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt ?? null,
    expiresAt,
    bytesUntil: row.bytesUntil ?? null,
    stored: row.stored && !isOver,
    error: toError(row),
    findingCount: row.findingCount ?? null,
  };
}

function toError(row: RenderColumns): RenderError | null {
  const { errorCode: code, errorMessage: message, errorRequestId: requestId } = row;
  return code == null || message == null || requestId == null ? null : { code, message, requestId };
}
