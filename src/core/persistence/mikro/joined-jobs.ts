// Jobs that joined a render which somebody waits for. That render keeps its slot and its lease, and no worker begins
// the job, until it ends or is handed over to the queue. `has_joined_job` stands in the render's own row: a statement
// that has waited for the row's lock sees it there, and would not see a job's row that was written meanwhile.
import type { RenderRepository } from "../render-ports.ts";
import { jobParameters, keptJobSql, ONE_AFTER_ANOTHER_SQL } from "./job-rows.ts";
import { numbered, type Statements, sqlInstant } from "./session.ts";

/** How a job joins a render, and what becomes of it when that render's process is gone. */
export function joiningOf(statements: Statements): Pick<RenderRepository, "join" | "handOverAbandoned"> {
  return {
    async join(organizationId, job, storedUntil) {
      await statements(ONE_AFTER_ANOTHER_SQL, [organizationId]);
      const [row] = await statements(JOIN_SQL, [
        ...[sqlInstant(storedUntil), job.renderId, organizationId],
        ...jobParameters(job, organizationId),
      ]);
      return row === undefined ? null : Number(row["turn"]);
    },

    async handOverAbandoned(now, queuedUntil) {
      const rows = await statements(HAND_OVER_ABANDONED_SQL, [sqlInstant(queuedUntil), sqlInstant(now)]);
      return Number(rows[0]?.["count"] ?? 0);
    },
  };
}

/** A render that holds a slot is one that somebody waits for; it gives the slot back when it is handed over. */
export const IS_JOINED_SQL = "has_joined_job and holds_slot";

const JOIN_SQL = numbered(`
  with joined as (
    update renders set expires_at = greatest(?::timestamptz, expires_at), has_joined_job = true
    where id = ?::text and organization_id = ?::text and status = 'rendering' and holds_slot and not has_joined_job
    returning id
  )${keptJobSql("joined")}`);

/** The render waits for a worker as any job does: its records stay reserved, and its slot is another one's. */
const handedOverSql = (condition: string): string => `
  with handed as (
    update renders set status = 'queued', holds_slot = false, deadline_at = ?::timestamptz
    where status = 'rendering' and ${IS_JOINED_SQL} and ${condition}
    returning *
  ), sums as (
    select organization_id, period, count(*)::integer as slots from handed group by organization_id, period
  ), released as (
    update usage u set running = u.running - sums.slots
    from sums where u.organization_id = sums.organization_id and u.period = sums.period
  )`;

/** Hands over one render, and answers it. */
export const HAND_OVER_SQL = numbered(`${handedOverSql("id = ?::text")} select * from handed`);

/** Rows that somebody else is just ending are skipped: they are no longer abandoned. */
const HAND_OVER_ABANDONED_SQL = numbered(
  `${handedOverSql(`id in (
    select id from renders where status = 'rendering' and ${IS_JOINED_SQL} and deadline_at < ?::timestamptz
    for update skip locked
  )`)} select count(*)::integer as count from handed`,
);
