import type { FilterQuery } from "@mikro-orm/core";
import { LockMode } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { isId, newId, type Scope } from "../../tenancy/index.ts";
import type { Dataset, DatasetEntry, DatasetRepository, DatasetToChange } from "../dataset-ports.ts";
import { isJsonObject } from "../json-members.ts";
import { canvasNamed } from "./canvases.ts";
import { CanvasEntity, DatasetEntity, type DatasetRow, WorkspaceEntity } from "./entities.ts";
import { attempt, type Session, sqlInstant } from "./session.ts";

/** Datasets, kept as the text they were written as. */
export function datasetRepository(session: Session): DatasetRepository {
  return {
    create: (input) => create(session(), input),

    async find(scope, datasetId) {
      return isId("dst", datasetId) ? findOne(session(), scope, { id: datasetId }) : null;
    },

    async findByCanvas(scope, canvasId) {
      return isId("cnv", canvasId) ? findOne(session(), scope, { canvasId }) : null;
    },

    async findNamed(dataset, workspaceId) {
      const where = datasetNamed(dataset, workspaceId);
      const row = where === null ? null : await session().findOne(DatasetEntity, where);
      return row === null ? null : toDataset(row);
    },

    list: (workspaceId) => list(session(), workspaceId),

    attach: (datasetId, canvas) => session().transactional((em) => attach(em, datasetId, canvas)),

    findToChange: (scope, datasetId, writer) => findToChange(session(), scope, datasetId, writer),

    takeTurn: (scope, datasetId, writer, forMs) => takeTurn(session(), { scope, datasetId, writer, forMs }),

    async endTurn(datasetId, writer) {
      await session().execute(END_TURN_SQL, [datasetId, writer]);
    },

    async replaceContent({ datasetId, writer, state, json, updatedAt }) {
      const values = [json, sqlInstant(updatedAt), datasetId, state, writer];
      return (await session().execute<object[]>(REPLACE_SQL, values)).length > 0;
    },

    async claimDue(now, leaseUntil, limit) {
      const values = [sqlInstant(leaseUntil), sqlInstant(now), limit];
      const rows = await session().execute<object[]>(CLAIM_SQL, values);
      const em = session();
      return rows.map((row) => {
        const { id, organizationId, canvasId, sourceUrl, sourceEtag } = em.map(DatasetEntity, row);
        return { id, organizationId, canvasId: canvasId ?? null, url: sourceUrl ?? "", etag: sourceEtag ?? null };
      });
    },

    async refreshed({ id, url, json, etag, problem, at, nextAt }) {
      const outcome = problem === null ? { refreshedAt: at, sourceEtag: etag } : {};
      const content = json === null ? {} : { json, updatedAt: at };
      const change = { ...outcome, ...content, refreshProblem: problem, refreshAt: nextAt };
      await session().nativeUpdate(DatasetEntity, { id, sourceUrl: url }, change);
    },
  };
}

/** Rows that another process is just claiming are skipped: they are no longer due. */
const CLAIM_SQL = `
  update datasets set refresh_at = ?::timestamptz
  where id in (
    select id from datasets where refresh_at <= ?::timestamptz order by refresh_at limit ?::integer
    for update skip locked
  )
  returning *`;

async function create(
  em: SqlEntityManager,
  { workspaceId, name, canvasId, json, sourceUrl, createdAt }: Parameters<DatasetRepository["create"]>[0],
): ReturnType<DatasetRepository["create"]> {
  if (!isJsonObject(json)) {
    return { ok: false, reason: "not_an_object" };
  }
  const workspace = await em.findOne(WorkspaceEntity, { id: workspaceId });
  if (workspace === null) {
    return { ok: false, reason: "workspace_not_found" };
  }
  if (canvasId !== null && (await em.count(CanvasEntity, { id: canvasId, workspaceId, unpublishedAt: null })) === 0) {
    return { ok: false, reason: "canvas_not_found" };
  }
  const { organizationId } = workspace;
  const dataset = {
    id: newId("dst"),
    organizationId,
    workspaceId,
    name,
    canvasId,
    json,
    sourceUrl,
    refreshAt: sourceUrl === null ? null : createdAt,
    createdAt,
    updatedAt: createdAt,
  };
  const { taken } = await attempt(em, (inner) => inner.insert(DatasetEntity, dataset));
  if (taken === null) {
    return { ok: true, value: toDataset(dataset) };
  }
  return { ok: false, reason: taken === "datasets_canvas_unique" ? "canvas_taken" : "name_taken" };
}

async function list(em: SqlEntityManager, workspaceId: string | null): Promise<readonly DatasetEntry[]> {
  const rows = await em.execute<object[]>(LIST_SQL, [workspaceId, workspaceId]);
  return rows.map((row) => {
    const { bytes, ...columns } = { bytes: 0, ...row };
    const { json: _empty, ...entry } = toDataset(em.map(DatasetEntity, { ...columns, json: "" }));
    return { ...entry, bytes: Number(bytes) };
  });
}

/** Megabytes of content stay where they are. */
const LIST_SQL = `
  select id, organization_id, workspace_id, name, canvas_id, source_url, refreshed_at, refresh_problem, created_at,
    updated_at, octet_length(json) as bytes
  from datasets where ?::text is null or workspace_id = ?::text
  order by created_at, id`;

/** A name names nothing without the workspace that it is unique in. */
function datasetNamed(dataset: string, workspaceId: string | null): FilterQuery<DatasetRow> | null {
  if (isId("dst", dataset)) return workspaceId === null ? { id: dataset } : { id: dataset, workspaceId };
  return workspaceId === null || dataset.includes("\0") ? null : { name: dataset, workspaceId };
}

async function attach(
  em: SqlEntityManager,
  datasetId: string,
  canvas: string | null,
): ReturnType<DatasetRepository["attach"]> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const dataset = isId("dst", datasetId) ? await em.findOne(DatasetEntity, { id: datasetId }, lock) : null;
  if (dataset === null) return { ok: false, reason: "dataset_not_found" };
  const canvasId = canvas === null ? null : await publishedCanvasId(em, canvas, dataset.workspaceId);
  if (canvas !== null && canvasId === null) return { ok: false, reason: "canvas_not_found" };
  const { taken } = await attempt(em, (inner) => inner.nativeUpdate(DatasetEntity, { id: datasetId }, { canvasId }));
  if (taken !== null) return { ok: false, reason: "canvas_taken" };
  return { ok: true, value: { ...toDataset(dataset), canvasId } };
}

async function publishedCanvasId(em: SqlEntityManager, document: string, workspaceId: string): Promise<string | null> {
  const where = canvasNamed(document, workspaceId);
  const row = where === null ? null : await em.findOne(CanvasEntity, { $and: [where, { unpublishedAt: null }] });
  return row?.id ?? null;
}

/** Whether nobody else has the turn. One that its writer did not end, because its process ended, passes by itself. */
const IS_FREE = "(turn_of is null or turn_until <= now() or turn_of = ?::text)";

const IN_SCOPE = "id = ?::text and organization_id = ?::text and coalesce(workspace_id = ?::text, true)";

/** The whole row with the transaction that wrote it: any change by anybody makes it another one. */
const FIND_SQL = `select *, xmin::text as state, ${IS_FREE} as is_free from datasets where ${IN_SCOPE}`;

const TAKE_TURN_SQL = `
  update datasets set turn_of = ?::text, turn_until = now() + ?::integer * interval '1 millisecond'
  where ${IN_SCOPE} and ${IS_FREE}
  returning *, xmin::text as state, true as is_free`;

const END_TURN_SQL = "update datasets set turn_of = null, turn_until = null where id = ?::text and turn_of = ?::text";

const REPLACE_SQL = `
  update datasets set json = ?::text, updated_at = ?::timestamptz, turn_of = null, turn_until = null
  where id = ?::text and xmin::text = ?::text and source_url is null and ${IS_FREE}
  returning id`;

async function findToChange(
  em: SqlEntityManager,
  { organizationId, workspaceId }: Scope,
  datasetId: string,
  writer: string,
): Promise<DatasetToChange | null> {
  if (!isId("dst", datasetId)) return null;
  const [row] = await em.execute<object[]>(FIND_SQL, [writer, datasetId, organizationId, workspaceId]);
  return row === undefined ? null : toChange(em, row);
}

/** Whoever waits for a turn asks often, so megabytes of content are read with the turn alone. */
async function takeTurn(
  em: SqlEntityManager,
  { scope, datasetId, writer, forMs }: { scope: Scope; datasetId: string; writer: string; forMs: number },
): Promise<DatasetToChange | null> {
  if (!isId("dst", datasetId)) return null;
  const { organizationId, workspaceId } = scope;
  const values = [writer, Math.round(forMs), datasetId, organizationId, workspaceId, writer];
  const [row] = await em.execute<object[]>(TAKE_TURN_SQL, values);
  if (row !== undefined) return toChange(em, row);
  return (await em.count(DatasetEntity, { $and: [inScope(scope), { id: datasetId }] })) === 0
    ? null
    : { isTaken: true };
}

function toChange(em: SqlEntityManager, row: object): DatasetToChange {
  const { state, is_free: isFree, ...columns } = { state: "", is_free: false, ...row };
  return isFree ? { isTaken: false, dataset: toDataset(em.map(DatasetEntity, columns)), state } : { isTaken: true };
}

async function findOne(
  em: SqlEntityManager,
  scope: Scope,
  condition: FilterQuery<DatasetRow>,
): Promise<Dataset | null> {
  const row = await em.findOne(DatasetEntity, { $and: [inScope(scope), condition] });
  return row === null ? null : toDataset(row);
}

function inScope({ organizationId, workspaceId }: Scope): FilterQuery<DatasetRow> {
  return workspaceId === null ? { organizationId } : { organizationId, workspaceId };
}

/** The columns of a row that a dataset is read from. */
type DatasetColumns = Pick<
  DatasetRow,
  "id" | "organizationId" | "workspaceId" | "name" | "json" | "createdAt" | "updatedAt"
> &
  Partial<Pick<DatasetRow, "canvasId" | "sourceUrl" | "refreshedAt" | "refreshProblem">>;

function toDataset(row: DatasetColumns): Dataset {
  const { sourceUrl: url } = row;
  return {
    id: row.id,
    organizationId: row.organizationId,
    workspaceId: row.workspaceId,
    name: row.name,
    canvasId: row.canvasId ?? null,
    json: row.json,
    link: url == null ? null : { url, refreshedAt: row.refreshedAt ?? null, problem: row.refreshProblem ?? null },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
