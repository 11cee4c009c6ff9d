// How renders begin: their records are reserved, a slot is taken, and a job gets its turn.
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Render, RenderRepository, RenderStart, StartRefusal } from "../render-ports.ts";
import { IdempotencyKeyEntity, UsageEntity } from "./entities.ts";
import { jobParameters, keptJobSql, ONE_AFTER_ANOTHER_SQL } from "./job-rows.ts";
import { numbered, type Session, type SqlValue, type Statements, sqlInstant } from "./session.ts";

/** The beginnings of renders, in one statement each. */
export function startingOf(session: Session, statements: Statements): Pick<RenderRepository, "start" | "enqueue"> {
  return {
    async start(start) {
      const render = startedRender(start, "rendering");
      const rows = await statements(START_SQL, startParameters(render, start));
      return rows.length === 0 ? { ok: false, reason: await refusalOf(session(), start) } : { ok: true, value: render };
    },

    async enqueue(start, job) {
      const render = startedRender(start, "queued");
      await statements(ONE_AFTER_ANOTHER_SQL, [start.organizationId]);
      const rows = await statements(ENQUEUE_SQL, [
        ...startParameters(render, start),
        ...jobParameters(job, start.organizationId),
      ]);
      const [row] = rows;
      if (row === undefined) return { ok: false, reason: await refusalOf(session(), start) };
      return { ok: true, value: { render, turn: Number(row["turn"]) } };
    },
  };
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

const ENQUEUE_SQL = numbered(`${STARTED}, kept as (${keptJobSql("started")}
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
