// Rows of jobs: what a queued render is made of, and its turn.
import type { RenderJob } from "../render-ports.ts";
import { numbered, type SqlValue, sqlInstant } from "./session.ts";

/**
 * Keeps the job of the one render that `source` names, and answers its turn; {@link jobParameters} go with it.
 *
 * A job's turn is the one after its organization's last, or, where that organization has none, the one that is served
 * now: the later of the last that was begun and the first that waits. So one organization's jobs keep their order, and
 * organizations take turns however many jobs each has: start-time fair queuing (Goyal, Vin, Cheng 1996), where every
 * job costs the same.
 */
export function keptJobSql(source: string): string {
  return `
    insert into render_jobs (render_id, payload, is_list, file_created_at, replay_until, request_id,
      refuses_misfit, organization_id, turn)
    select id, ?::bytea, ?::boolean, ?::text, ?::timestamptz, ?::text, ?::boolean, ?::text, greatest(
      (select max(turn) + 1 from render_jobs where organization_id = ?::text),
      (select max(turn) from render_jobs where is_begun),
      (select min(turn) from render_jobs where not is_begun),
      0
    ) from ${source}
    returning turn`;
}

/** The parameters of {@link keptJobSql}. */
export function jobParameters(job: RenderJob, organizationId: string): readonly SqlValue[] {
  return [
    ...[job.payload === null ? null : Buffer.from(job.payload), job.isList, job.fileCreatedAt],
    ...[job.replayUntil === null ? null : sqlInstant(job.replayUntil), job.requestId, job.refusesMisfit],
    ...[organizationId, organizationId],
  ];
}

/**
 * The next job of an organization sees the turn of the one before: a statement of its own, since a statement that waits
 * for a lock goes on with what it saw before. The lock ends with the transaction.
 */
export const ONE_AFTER_ANOTHER_SQL = numbered(
  "select pg_advisory_xact_lock(hashtextextended('render_jobs ' || ?::text, 0))",
);
