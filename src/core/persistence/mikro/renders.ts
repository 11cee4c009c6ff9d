import type { FilterQuery } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { isId, type Scope } from "../../tenancy/index.ts";
import { decodePageToken, encodePageToken } from "../page-token.ts";
import type {
  Render,
  RenderFailure,
  RenderFindings,
  RenderJob,
  RenderListRequest,
  RenderRepository,
  RenderStatus,
  RenderSuccess,
} from "../render-ports.ts";
import { RenderEntity, type RenderRow } from "./entities.ts";
import { HAND_OVER_SQL, IS_JOINED_SQL, joiningOf } from "./joined-jobs.ts";
import { ABANDONED, firstRender, rowOf, toRender } from "./render-rows.ts";
import { startingOf } from "./render-starts.ts";
import {
  instantOf,
  numbered,
  type Session,
  type SqlRow,
  type SqlValue,
  type Statements,
  sqlInstant,
} from "./session.ts";

/**
 * Renders, and with each of their steps the organization's usage. A step is one statement: it is kept whole, costs one
 * round trip, and its conditions are checked on the locked rows, so that no interleaving overspends or charges twice.
 */
export function renderRepository(session: Session, statements: Statements): RenderRepository {
  const joining = joiningOf(statements);
  return { ...stepsOf(session, statements), ...joining, ...readingOf(session), ...clearingOf(session) };
}

/** Some of the repository's methods. */
type Methods<Name extends keyof RenderRepository> = Pick<RenderRepository, Name>;

/** From the beginning of a render to its end. */
function stepsOf(
  session: Session,
  statements: Statements,
): Methods<"start" | "renew" | "enqueue" | "begin" | "putBack" | "store" | "succeed" | "fail" | "failOrHandOver"> {
  return {
    ...startingOf(session, statements),

    async renew(ids, deadlineAt) {
      await statements(RENEW_SQL, [sqlInstant(deadlineAt), ids.join(" ")]);
    },

    async succeed(success) {
      const { id, pages, bytes, sha256, receipt, finishedAt, storedUntil, replayUntil, started, findings } = success;
      const stored = storedUntil === null ? null : sqlInstant(storedUntil);
      const replay = replayUntil === null ? null : sqlInstant(replayUntil);
      const values = [
        ...[pages, bytes, sha256, receipt, sqlInstant(finishedAt), stored, stored, replay, storedUntil !== null],
        ...[...findingValues(findings), id, pages],
      ];
      if (started === undefined) return firstRender(await statements(SUCCEED_SQL, values), finishedAt);
      const rows = await statements(SUCCEED_STARTED_SQL, values);
      if (rows.length > 0) return succeededRender(started, success);
      return firstRender(await statements(SUCCEED_JOINED_SQL, values), finishedAt);
    },

    async fail(failure) {
      return firstRender(await statements(FAIL_SQL, failureValues(failure)), failure.finishedAt);
    },

    async failOrHandOver(failure, queuedUntil) {
      const values = failureValues(failure);
      const [failed] = await statements(FAIL_STARTED_SQL, values);
      if (failed !== undefined) return firstRender([failed], failure.finishedAt);
      // Ended, handed over, or joined: whichever it is, it stays that.
      const rows =
        queuedUntil === null
          ? await statements(FAIL_JOINED_SQL, values)
          : await statements(HAND_OVER_SQL, [sqlInstant(queuedUntil), failure.id]);
      return firstRender(rows, failure.finishedAt);
    },

    async store(id, until) {
      return (await statements(STORE_SQL, [sqlInstant(until), id])).length > 0;
    },

    async begin(id, deadlineAt) {
      const [row] = await statements(BEGIN_SQL, [id, sqlInstant(deadlineAt)]);
      if (row === undefined) return (await statements(JOB_SQL, [id])).length > 0 ? "waited_for" : null;
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

function failureValues({ id, error, finishedAt, findings }: RenderFailure): readonly SqlValue[] {
  return [sqlInstant(finishedAt), error.code, error.message, error.requestId, ...findingValues(findings), id];
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

/** Of a render for which `condition` holds, too: it is judged on the locked row. */
const chargedSql = (condition: string): string => `
  with finished as (
    update renders set status = 'succeeded', pages = ?::integer, bytes = ?::bigint, sha256 = ?::text,
      receipt = ?::text, finished_at = ?::timestamptz, expires_at = greatest(?::timestamptz, expires_at),
      bytes_until = greatest(?::timestamptz, ?::timestamptz, expires_at), stored = ?::boolean or expires_at is not null,
      finding_count = ?::integer, findings = ?::text, findings_until = ?::timestamptz
    where id = ?::text and status in ('queued', 'rendering') and ${condition}
    returning *
  ), charged as (
    update usage u set records = u.records + finished.records, reserved = u.reserved - finished.records,
      renders = u.renders + 1, pages = u.pages + ?::bigint, running = u.running - finished.holds_slot::integer
    from finished where u.organization_id = finished.organization_id and u.period = finished.period
  )`;

const withoutJobSql = (condition: string): string => `${chargedSql(condition)}, erased as (
    delete from render_jobs j using finished where j.render_id = finished.id
  )
  select * from finished`;

const SUCCEED_SQL = numbered(withoutJobSql("true"));

/** A fifth less work on the embedded database, where a row's way out costs as much as its way in. */
const SUCCEED_STARTED_SQL = numbered(`${chargedSql("not has_joined_job")} select id from finished`);

/** What was handed over is the queue's, and whoever waited for it has nothing to say of it any more. */
const SUCCEED_JOINED_SQL = numbered(withoutJobSql(IS_JOINED_SQL));

const failedSql = (condition: string): string => `
  with finished as (
    update renders set status = 'failed', finished_at = ?::timestamptz, error_code = ?::text, error_message = ?::text,
      error_request_id = ?::text, expires_at = null,
      finding_count = ?::integer, findings = ?::text, findings_until = ?::timestamptz
    where id = ?::text and status in ('queued', 'rendering') and ${condition}
    returning *
  ), released as (
    update usage u set reserved = u.reserved - finished.records, running = u.running - finished.holds_slot::integer
    from finished where u.organization_id = finished.organization_id and u.period = finished.period
  ), erased as (
    delete from render_jobs j using finished where j.render_id = finished.id
  )
  select * from finished`;

const FAIL_SQL = numbered(failedSql("true"));
const FAIL_STARTED_SQL = numbered(failedSql("not has_joined_job"));
const FAIL_JOINED_SQL = numbered(failedSql(IS_JOINED_SQL));

const RENEW_SQL = numbered(`
  update renders set deadline_at = greatest(deadline_at, ?::timestamptz)
  where id = any(string_to_array(?::text, ' ')) and status = 'rendering'`);

/** Of a job under way the column says until when it is to be stored; its success makes that true. */
const STORE_SQL = numbered(`
  update renders set expires_at = greatest(?::timestamptz, expires_at)
  where id = ?::text and status in ('queued', 'rendering') and (has_joined_job or not holds_slot)
  returning id`);

/**
 * A job that another process had begun and never ended is begun again; one that has joined a render which somebody
 * waits for is begun once that is handed over. Its time is never cut short: where all workers are away for longer than
 * a try takes, it waits on, and no sweep may call it abandoned before the queue hands it out. The row of the render is
 * locked before that of its job, as the end of a render does: in the other order two workers of one job would wait for
 * one another.
 */
const BEGIN_SQL = numbered(`
  with waiting as (
    select id from renders
    where id = ?::text and status in ('queued', 'rendering') and not (${IS_JOINED_SQL})
    for update
  ), begun as (
    update render_jobs j set is_begun = true, tries = tries + 1 from waiting where j.render_id = waiting.id
    returning j.*
  )
  update renders r set status = 'rendering', deadline_at = greatest(r.deadline_at, ?::timestamptz)
  from begun j, organizations o
  where r.id = j.render_id and o.id = r.organization_id
  returning r.*, j.payload, j.is_list, j.file_created_at, j.replay_until, j.request_id, j.refuses_misfit,
    j.tries, o.plan`);

/** Of a job that was not begun and is still there: somebody waits for its render. */
const JOB_SQL = numbered("select from render_jobs where render_id = ?::text");

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

/**
 * Rows that another process is just finishing or failing are skipped; they are no longer abandoned. What a job has
 * joined is handed over instead.
 */
const ABANDON_SQL = `
  with gone as (
    update renders set status = 'failed', finished_at = ?::timestamptz, error_code = ?::text, error_message = ?::text,
      error_request_id = '', expires_at = null
    where id in (
      select id from renders where status in ('queued', 'rendering') and deadline_at < ?::timestamptz
        and not (${IS_JOINED_SQL})
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
