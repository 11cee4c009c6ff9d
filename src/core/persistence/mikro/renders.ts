import type { FilterQuery } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { isId, type Scope } from "../../tenancy/index.ts";
import { decodePageToken, encodePageToken } from "../page-token.ts";
import type {
  Render,
  RenderError,
  RenderFindings,
  RenderJob,
  RenderListRequest,
  RenderRepository,
  RenderStart,
  RenderStatus,
  RenderSuccess,
  StartRefusal,
} from "../ports.ts";
import { IdempotencyKeyEntity, RenderEntity, type RenderRow, UsageEntity } from "./entities.ts";
import {
  instantOf,
  numbered,
  type Session,
  type SqlRow,
  type SqlValue,
  type Statements,
  sqlInstant,
} from "./session.ts";

/** How a render whose process vanished reads for whoever asks for it later. */
export const ABANDONED: Pick<RenderError, "code" | "message"> = {
  code: "internal",
  message: "The server stopped while it was rendering; ask for the document again.",
};

/**
 * Renders, and with each of their steps the organization's usage. A step is one statement: it is kept whole, costs one
 * round trip, and its conditions are checked on the locked rows, so that no interleaving overspends or charges twice.
 */
export function renderRepository(session: Session, statements: Statements): RenderRepository {
  return { ...stepsOf(session, statements), ...readingOf(session), ...clearingOf(session) };
}

/** Some of the repository's methods. */
type Methods<Name extends keyof RenderRepository> = Pick<RenderRepository, Name>;

/** From the beginning of a render to its end. */
function stepsOf(
  session: Session,
  statements: Statements,
): Methods<"start" | "renew" | "enqueue" | "begin" | "putBack" | "store" | "succeed" | "fail"> {
  return {
    async start(start) {
      const render = startedRender(start, "rendering");
      const rows = await statements(START_SQL, startParameters(render, start));
      return rows.length === 0 ? { ok: false, reason: await refusalOf(session(), start) } : { ok: true, value: render };
    },

    async renew(ids, deadlineAt) {
      await statements(RENEW_SQL, [sqlInstant(deadlineAt), ids.join(" ")]);
    },

    async succeed(success) {
      const { id, pages, bytes, sha256, receipt, finishedAt, storedUntil, replayUntil, started, findings } = success;
      const stored = storedUntil === null ? null : sqlInstant(storedUntil);
      const replay = replayUntil === null ? null : sqlInstant(replayUntil);
      const rows = await statements(started === undefined ? SUCCEED_SQL : SUCCEED_STARTED_SQL, [
        ...[pages, bytes, sha256, receipt, sqlInstant(finishedAt), stored, stored, replay, storedUntil !== null],
        ...[...findingValues(findings), id, pages],
      ]);
      if (started === undefined) return firstRender(rows, finishedAt);
      return rows.length === 0 ? null : succeededRender(started, success);
    },

    async fail({ id, error, finishedAt, findings }) {
      const values = [
        sqlInstant(finishedAt),
        error.code,
        error.message,
        error.requestId,
        ...findingValues(findings),
        id,
      ];
      return firstRender(await statements(FAIL_SQL, values), finishedAt);
    },

    async enqueue(start, job) {
      const render = startedRender(start, "queued");
      const payload = job.payload === null ? null : Buffer.from(job.payload);
      const rows = await statements(ENQUEUE_SQL, [
        ...startParameters(render, start),
        ...[payload, job.isList, job.fileCreatedAt, job.replayUntil === null ? null : sqlInstant(job.replayUntil)],
        ...[job.requestId, job.refusesMisfit, start.organizationId, start.organizationId],
      ]);
      const [row] = rows;
      if (row === undefined) return { ok: false, reason: await refusalOf(session(), start) };
      return { ok: true, value: { render, turn: Number(row["turn"]) } };
    },

    async store(id, until) {
      return (await statements(STORE_SQL, [sqlInstant(until), id])).length > 0;
    },

    async begin(id, deadlineAt) {
      const [row] = await statements(BEGIN_SQL, [id, sqlInstant(deadlineAt)]);
      if (row === undefined) return null;
      return {
        render: toRender(rowOf(row), deadlineAt),
        job: jobOf(row),
        plan: String(row["plan"]),
        tries: Number(row["tries"]),
      };
    },

    async putBack(id, deadlineAt) {
      await statements(PUT_BACK_SQL, [sqlInstant(deadlineAt), id]);
    },
  };
}

/** The columns of what was found. */
function findingValues(findings: RenderFindings | undefined): readonly SqlValue[] {
  if (findings === undefined) return [null, null, null];
  const { count, json, until } = findings;
  return [count, json, json === null ? null : sqlInstant(until)];
}

function readingOf(session: Session): Methods<"countQueued" | "find" | "findLinked" | "receipt" | "findings" | "list"> {
  return {
    async countQueued(organizationId) {
      const owner = organizationId === null ? {} : { organizationId };
      return session().count(RenderEntity, { ...owner, status: "queued" });
    },

    async find(scope, renderId, now) {
      if (!isId("rnd", renderId)) return null;
      const row = await session().findOne(RenderEntity, { $and: [inScope(scope), { id: renderId }] });
      return row === null ? null : toRender(row, now);
    },

    findLinked: (renderId, now) => findLinked(session(), renderId, now),

    receipt: (renderId) => findReceipt(session(), renderId),

    async findings(renderId, now) {
      const row = await session().findOne(RenderEntity, { id: renderId }, { fields: ["findings", "findingsUntil"] });
      const until = row?.findingsUntil ?? null;
      return until === null || until.getTime() <= now.getTime() ? null : (row?.findings ?? null);
    },

    list: (request) => list(session(), request),
  };
}

/** What time has passed by. */
function clearingOf(
  session: Session,
): Methods<"failAbandoned" | "dueForErasing" | "markErased" | "eraseFindings" | "withoutBytes"> {
  return {
    async failAbandoned(now) {
      const values = [sqlInstant(now), ABANDONED.code, ABANDONED.message, sqlInstant(now)];
      const [row] = await session().execute<{ count: number | string }[]>(ABANDON_SQL, values);
      return Number(row?.count ?? 0);
    },

    async dueForErasing(now, limit) {
      const rows = await session().find(
        RenderEntity,
        { bytesUntil: { $lte: now } },
        { orderBy: { bytesUntil: "asc" }, limit, fields: ["id"] },
      );
      return rows.map((row) => row.id);
    },

    async markErased(ids) {
      if (ids.length === 0) return;
      await session().execute(ERASED_SQL, [ids.join(" ")]);
    },

    async eraseFindings(now) {
      const [row] = await session().execute<{ count: number | string }[]>(ERASE_FINDINGS_SQL, [sqlInstant(now)]);
      return Number(row?.count ?? 0);
    },

    async withoutBytes(ids) {
      const rows = await session().execute<{ id: string }[]>(WITHOUT_BYTES_SQL, [ids.join(" ")]);
      return rows.map((row) => row.id);
    },
  };
}

async function findLinked(em: SqlEntityManager, renderId: string, now: Date): Promise<Render | null> {
  const row = isId("rnd", renderId) ? await em.findOne(RenderEntity, { id: renderId }) : null;
  return row === null ? null : toRender(row, now);
}

async function findReceipt(em: SqlEntityManager, renderId: string): Promise<string | null> {
  if (!isId("rnd", renderId)) return null;
  const row = await em.findOne(RenderEntity, { id: renderId }, { fields: ["receipt"] });
  return row?.receipt ?? null;
}

function startedRender(start: RenderStart, status: "queued" | "rendering"): Render {
  return {
    id: start.id,
    organizationId: start.organizationId,
    workspaceId: start.workspaceId,
    canvasId: start.canvasId,
    canvasVersion: start.canvasVersion,
    keyId: "keyId" in start.requestedBy ? start.requestedBy.keyId : null,
    personId: "personId" in start.requestedBy ? start.requestedBy.personId : null,
    status,
    records: start.records,
    pages: null,
    bytes: null,
    sha256: null,
    engineVersion: start.engineVersion,
    fileName: start.fileName,
    createdAt: start.createdAt,
    finishedAt: null,
    expiresAt: null,
    bytesUntil: null,
    stored: false,
    error: null,
    findingCount: null,
  };
}

/** What the row of a started render holds at its success. */
function succeededRender(
  started: Render,
  { pages, bytes, sha256, finishedAt, storedUntil, replayUntil, findings }: RenderSuccess,
): Render {
  const ends = [storedUntil, replayUntil].filter((end) => end !== null).map((end) => end.getTime());
  return {
    ...started,
    ...{ status: "succeeded", pages, bytes, sha256, finishedAt, expiresAt: storedUntil },
    ...{ bytesUntil: ends.length === 0 ? null : new Date(Math.max(...ends)), stored: storedUntil !== null },
    findingCount: findings?.count ?? null,
  };
}

/** Why nothing was reserved, as it looks an instant later; a slot that came free meanwhile is the next request's. */
async function refusalOf(
  em: SqlEntityManager,
  { id, keyHash, organizationId, period, records, recordLimit }: RenderStart,
): Promise<StartRefusal> {
  if (keyHash !== undefined) {
    const held = await em.findOne(IdempotencyKeyEntity, { organizationId, keyHash: Buffer.from(keyHash) });
    if (held?.renderId !== id) return "key_lost";
  }
  const usage = await em.findOne(UsageEntity, { organizationId, period });
  const spent = (usage?.records ?? 0) + (usage?.reserved ?? 0);
  return spent + records > recordLimit ? "quota_exceeded" : "concurrency_exceeded";
}

/**
 * Reserves the records if they fit, and takes a slot where the caller waits and one is free; only then the render is
 * recorded. Slots are counted in the period's row, so a new month begins with all of them free. A render with a key
 * begins only while the key is held for it, and holds it on from here: its row is written, so that a claim which waits
 * for this statement sees on the locked row that it came too late.
 */
const STARTED = `
  with held as (
    update idempotency_keys set claimed_until = greatest(claimed_until, ?::timestamptz)
    where organization_id = ?::text and key_hash = ?::bytea and render_id = ?::text
    returning render_id
  ), reserved as (
    insert into usage as u (organization_id, period, records, reserved, renders, pages, running)
    select ?::text, ?::text, 0, ?::bigint, 0, 0, ?::integer
    where ?::bigint <= ?::bigint and (?::boolean or exists (select from held))
    on conflict (organization_id, period) do update set reserved = u.reserved + excluded.reserved,
        running = u.running + excluded.running
      where u.records + u.reserved + excluded.reserved <= ?::bigint
        and (excluded.running = 0 or u.running < ?::integer)
    returning organization_id, period
  ), started as (
    insert into renders (organization_id, period, id, workspace_id, canvas_id, canvas_version, key_id, person_id,
      status,
      records, engine_version, file_name, created_at, deadline_at, stored, holds_slot)
    select organization_id, period, ?::text, ?::text, ?::text, ?::integer, ?::text, ?::text, ?::text,
      ?::integer, ?::text, ?::text, ?::timestamptz, ?::timestamptz, false, ?::boolean from reserved
    returning id
  )`;

/** Longer than a claim may wait for this statement; who dies before the render is recorded holds its key no longer. */
const HELD_MS = 60_000;

const START_SQL = numbered(`${STARTED} select id from started`);

/**
 * A job's turn is the one after its organization's last, or, where that organization has none, the one that is served
 * now: the later of the last that was begun and the first that waits. So one organization's jobs keep their order, and
 * organizations take turns however many jobs each has: start-time fair queuing (Goyal, Vin, Cheng 1996), where every
 * job costs the same.
 */
const ENQUEUE_SQL = numbered(`${STARTED}, kept as (
    insert into render_jobs (render_id, payload, is_list, file_created_at, replay_until, request_id,
      refuses_misfit, organization_id, turn)
    select id, ?::bytea, ?::boolean, ?::text, ?::timestamptz, ?::text, ?::boolean, ?::text, greatest(
      (select max(turn) + 1 from render_jobs where organization_id = ?::text),
      (select max(turn) from render_jobs where is_begun),
      (select min(turn) from render_jobs where not is_begun),
      0
    ) from started
    returning turn
  )
  select turn from kept`);

function startParameters(render: Render, start: RenderStart): readonly SqlValue[] {
  const { keyHash, records, recordLimit, concurrentLimit } = start;
  const holdsSlot = concurrentLimit !== null;
  const isUnkeyed = keyHash === undefined;
  return [
    ...[
      sqlInstant(new Date(start.createdAt.getTime() + HELD_MS)),
      start.organizationId,
      isUnkeyed ? null : Buffer.from(keyHash),
      render.id,
    ],
    ...[start.organizationId, start.period, records, holdsSlot ? 1 : 0, records, recordLimit, isUnkeyed],
    ...[recordLimit, concurrentLimit ?? 0],
    ...[render.id, render.workspaceId, render.canvasId, render.canvasVersion, render.keyId, render.personId],
    ...[
      render.status,
      records,
      render.engineVersion,
      render.fileName,
      sqlInstant(render.createdAt),
      sqlInstant(start.deadlineAt),
      holdsSlot,
    ],
  ];
}

const FINISHED_AND_CHARGED = `
  with finished as (
    update renders set status = 'succeeded', pages = ?::integer, bytes = ?::bigint, sha256 = ?::text,
      receipt = ?::text, finished_at = ?::timestamptz, expires_at = greatest(?::timestamptz, expires_at),
      bytes_until = greatest(?::timestamptz, ?::timestamptz, expires_at), stored = ?::boolean or expires_at is not null,
      finding_count = ?::integer, findings = ?::text, findings_until = ?::timestamptz
    where id = ?::text and status in ('queued', 'rendering')
    returning *
  ), charged as (
    update usage u set records = u.records + finished.records, reserved = u.reserved - finished.records,
      renders = u.renders + 1, pages = u.pages + ?::bigint, running = u.running - finished.holds_slot::integer
    from finished where u.organization_id = finished.organization_id and u.period = finished.period
  )`;

const SUCCEED_SQL = numbered(`${FINISHED_AND_CHARGED}, erased as (
    delete from render_jobs j using finished where j.render_id = finished.id
  )
  select * from finished`);

/** A fifth less work on the embedded database, where a row's way out costs as much as its way in. */
const SUCCEED_STARTED_SQL = numbered(`${FINISHED_AND_CHARGED} select id from finished`);

const FAIL_SQL = numbered(`
  with finished as (
    update renders set status = 'failed', finished_at = ?::timestamptz, error_code = ?::text, error_message = ?::text,
      error_request_id = ?::text, expires_at = null,
      finding_count = ?::integer, findings = ?::text, findings_until = ?::timestamptz
    where id = ?::text and status in ('queued', 'rendering')
    returning *
  ), released as (
    update usage u set reserved = u.reserved - finished.records, running = u.running - finished.holds_slot::integer
    from finished where u.organization_id = finished.organization_id and u.period = finished.period
  ), erased as (
    delete from render_jobs j using finished where j.render_id = finished.id
  )
  select * from finished`);

const RENEW_SQL = numbered(`
  update renders set deadline_at = greatest(deadline_at, ?::timestamptz)
  where id = any(string_to_array(?::text, ' ')) and status = 'rendering'`);

/** Of a render under way the column says until when it is to be stored; its success makes that true. */
const STORE_SQL = numbered(`
  update renders set expires_at = greatest(?::timestamptz, expires_at)
  where id = ?::text and status in ('queued', 'rendering')
  returning id`);

/**
 * A job that another process had begun and never ended is begun again. Its time is never cut short: where all workers
 * are away for longer than a try takes, it waits on, and no sweep may call it abandoned before the queue hands it out.
 */
const BEGIN_SQL = numbered(`
  with begun as (
    update render_jobs set is_begun = true, tries = tries + 1 where render_id = ?::text returning *
  )
  update renders r set status = 'rendering', deadline_at = greatest(r.deadline_at, ?::timestamptz)
  from begun j, organizations o
  where r.id = j.render_id and r.status in ('queued', 'rendering') and o.id = r.organization_id
  returning r.*, j.payload, j.is_list, j.file_created_at, j.replay_until, j.request_id, j.refuses_misfit,
    j.tries, o.plan`);

/** What was begun waits again, and the try that something else had made vain does not count. */
const PUT_BACK_SQL = numbered(`
  with waiting as (
    update renders set status = 'queued', deadline_at = ?::timestamptz where id = ?::text and status = 'rendering'
    returning id
  )
  update render_jobs j set tries = greatest(j.tries - 1, 0) from waiting where j.render_id = waiting.id`);

const ERASED_SQL = `
  update renders set bytes_until = null, stored = false, status = case when stored then 'expired' else status end
  where id = any(string_to_array(?::text, ' ')) and bytes_until is not null`;

const ERASE_FINDINGS_SQL = `
  with erased as (
    update renders set findings = null, findings_until = null
    where findings is not null and findings_until <= ?::timestamptz
    returning id
  )
  select count(*)::integer as count from erased`;

/** A render under way may be about to be called a success, so its bytes are not without an owner. */
const WITHOUT_BYTES_SQL = `
  select given.id from unnest(string_to_array(?::text, ' ')) as given (id)
  where not exists (
    select from renders r where r.id = given.id and (r.bytes_until is not null or r.status in ('queued', 'rendering'))
  )`;

/** Rows that another process is just finishing or failing are skipped; they are no longer abandoned. */
const ABANDON_SQL = `
  with gone as (
    update renders set status = 'failed', finished_at = ?::timestamptz, error_code = ?::text, error_message = ?::text,
      error_request_id = '', expires_at = null
    where id in (
      select id from renders where status in ('queued', 'rendering') and deadline_at < ?::timestamptz
      for update skip locked
    )
    returning id, organization_id, period, records, holds_slot
  ), erased as (
    delete from render_jobs j using gone where j.render_id = gone.id
  ), sums as (
    select organization_id, period, sum(records)::bigint as records, sum(holds_slot::integer)::integer as slots
    from gone group by organization_id, period
  ), released as (
    update usage u set reserved = u.reserved - sums.records, running = u.running - sums.slots
    from sums where u.organization_id = sums.organization_id and u.period = sums.period
  )
  select count(*)::integer as count from gone`;

async function list(em: SqlEntityManager, request: RenderListRequest): ReturnType<RenderRepository["list"]> {
  const { scope, canvasId, status, now, pageSize, pageToken } = request;
  const filters = ["renders", scope.organizationId, scope.workspaceId, canvasId, status];
  const after = pageToken === null ? null : decodePageToken(pageToken, filters);
  if (pageToken !== null && after === null) {
    return { ok: false, reason: "page_token_invalid" };
  }
  if (canvasId !== null && !isId("cnv", canvasId)) {
    return { ok: true, value: { items: [], nextPageToken: null } };
  }
  const where: FilterQuery<RenderRow>[] = [inScope(scope)];
  if (canvasId !== null) {
    where.push({ canvasId });
  }
  if (status !== null) {
    where.push(withStatus(status, now));
  }
  if (after !== null) {
    const { instant, id } = after;
    where.push({ $or: [{ createdAt: { $lt: instant } }, { createdAt: instant, id: { $lt: id } }] });
  }
  const rows = await em.find(
    RenderEntity,
    { $and: where },
    { orderBy: { createdAt: "desc", id: "desc" }, limit: pageSize + 1 },
  );
  const items = rows.slice(0, pageSize).map((row) => toRender(row, now));
  const last = rows.length > pageSize ? items.at(-1) : undefined;
  const nextPageToken = last === undefined ? null : encodePageToken({ instant: last.createdAt, id: last.id }, filters);
  return { ok: true, value: { items, nextPageToken } };
}

function inScope({ organizationId, workspaceId }: Scope): FilterQuery<RenderRow> {
  return workspaceId === null ? { organizationId } : { organizationId, workspaceId };
}

/** The status as it reads at `now`: retention ends on time, also where nobody has cleaned up yet. */
function withStatus(status: RenderStatus, now: Date): FilterQuery<RenderRow> {
  const isOver: FilterQuery<RenderRow> = { stored: true, expiresAt: { $lte: now } };
  switch (status) {
    case "expired":
      return { $or: [{ status }, isOver] };
    case "succeeded":
      return { status, $not: isOver };
    case "queued":
    case "rendering":
    case "failed":
      return { status };
  }
}

function firstRender([row]: readonly SqlRow[], now: Date): Render | null {
  return row === undefined ? null : toRender(rowOf(row), now);
}

/** What the row of a begun render says of its job. */
function jobOf(row: SqlRow): RenderJob {
  const { payload } = row;
  return {
    renderId: String(row["id"]),
    payload: payload instanceof Uint8Array ? payload : null,
    isList: row["is_list"] === true,
    fileCreatedAt: String(row["file_created_at"]),
    replayUntil: instantOf(row["replay_until"]),
    requestId: String(row["request_id"]),
    refusesMisfit: row["refuses_misfit"] === true,
  };
}

/** A statement's row, as the ORM would have read it. */
function rowOf(row: SqlRow): RenderColumns {
  const text = (column: string): string | null => (row[column] == null ? null : String(row[column]));
  const count = (column: string): number | null => (row[column] == null ? null : Number(row[column]));
  const status = STATUSES.find((candidate) => candidate === row["status"]);
  const createdAt = instantOf(row["created_at"]);
  if (status === undefined || createdAt === null) throw new Error("a render's row is not as the migrations made it");
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
type RenderColumns = Omit<RenderRow, "period" | "receipt" | "deadlineAt" | "holdsSlot" | "findings" | "findingsUntil">;

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
