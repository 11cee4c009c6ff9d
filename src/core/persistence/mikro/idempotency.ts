import type { IdempotencyRepository } from "../render-ports.ts";
import { IdempotencyKeyEntity, RenderEntity } from "./entities.ts";
import { ABANDONED, toRender } from "./render-rows.ts";
import { numbered, type Session, type Statements, sqlInstant } from "./session.ts";

/**
 * Keys that clients chose. A key's row names the render; whether the key is held is read from the render itself, so
 * that both can never disagree: a render that fails, or is swept away after its process died, frees its key by that.
 */
export function idempotencyRepository(session: Session, statements: Statements): IdempotencyRepository {
  const hasJob = async (renderId: string): Promise<boolean> => (await statements(JOB_SQL, [renderId])).length > 0;
  return {
    async claim(claim, now) {
      const { organizationId, keyHash, canvasId, keyId, renderId, claimedUntil, expiresAt, lostRenderId } = claim;
      const own = [organizationId, Buffer.from(keyHash)];
      const requestHash = claim.requestHash === undefined ? null : Buffer.from(claim.requestHash);
      const values = [...own, canvasId, keyId, renderId, requestHash];
      const abandoned = [sqlInstant(now), ABANDONED.code, ABANDONED.message, ...own, sqlInstant(now)];
      const lost = lostRenderId ?? null;
      const taking = [...values, sqlInstant(claimedUntil), sqlInstant(expiresAt), lost];
      const rows = await statements(CLAIM_SQL, [...abandoned, ...taking, sqlInstant(now), sqlInstant(now), lost]);
      return rows.length > 0;
    },

    async renew(claims, until) {
      const held = claims.map((claim) => `${claim.organizationId}:${toHex(claim.keyHash)}:${claim.renderId}`);
      await statements(RENEW_SQL, [sqlInstant(until), held.join(" ")]);
    },

    async find(organizationId, keyHash, now) {
      const em = session();
      const row = await em.findOne(IdempotencyKeyEntity, { organizationId, keyHash: Buffer.from(keyHash) });
      if (row === null || row.expiresAt <= now) return null;
      const { canvasId, keyId, renderId, requestHash = null, lostRenderId = null } = row;
      const render = await em.findOne(RenderEntity, { id: renderId });
      const isHeld =
        render === null
          ? row.claimedUntil > now
          : ENDED.has(render.status)
            ? render.bytesUntil != null
            : render.status !== "rendering" || render.deadlineAt > now || (await hasJob(renderId));
      if (isHeld) {
        return { canvasId, keyId, renderId, requestHash, render: render === null ? null : toRender(render, now) };
      }
      const lost = lostRenderId === null ? null : await em.findOne(RenderEntity, { id: lostRenderId });
      if (lost === null || lost.bytesUntil == null) return null;
      return { canvasId, keyId, renderId: lost.id, requestHash: null, render: toRender(lost, now) };
    },

    async release({ organizationId, keyHash, renderId }) {
      const held = [organizationId, Buffer.from(keyHash), renderId];
      const [row] = await statements(RELEASE_SQL, [...held, ...held]);
      return row?.["returned"] === true;
    },

    async forgetExpired(now) {
      return session().nativeDelete(IdempotencyKeyEntity, { expiresAt: { $lte: now } });
    },
  };
}

/** A render that has ended holds its key by its bytes alone. */
const ENDED: ReadonlySet<string> = new Set(["succeeded", "failed", "expired"]);

/** A job is begun anew by the queue, so its key stays its own. */
const JOB_SQL = "select render_id from render_jobs where render_id = $1::text";

/**
 * The row is taken over where nobody holds the key any more; the condition is checked on the locked row. A render whose
 * lease is over is failed by the same statement, so that it can't be charged any more once its key is another one's.
 */
const CLAIM_SQL = numbered(`
  with gone as (
    update renders r set status = 'failed', finished_at = ?::timestamptz, error_code = ?::text,
      error_message = ?::text, error_request_id = '', expires_at = null
    from idempotency_keys k
    where k.organization_id = ?::text and k.key_hash = ?::bytea and r.id = k.render_id and r.status = 'rendering'
      and r.deadline_at <= ?::timestamptz and not r.has_joined_job
      and not exists (select from render_jobs j where j.render_id = r.id)
    returning r.id, r.organization_id, r.period, r.records, r.holds_slot
  ), released as (
    update usage u set reserved = u.reserved - gone.records, running = u.running - gone.holds_slot::integer
    from gone where u.organization_id = gone.organization_id and u.period = gone.period
  )
  insert into idempotency_keys as k
    (organization_id, key_hash, canvas_id, key_id, render_id, request_hash, claimed_until, expires_at, lost_render_id)
  values (?::text, ?::bytea, ?::text, ?::text, ?::text, ?::bytea, ?::timestamptz, ?::timestamptz, ?::text)
  on conflict (organization_id, key_hash) do update set canvas_id = excluded.canvas_id, key_id = excluded.key_id,
    render_id = excluded.render_id, request_hash = excluded.request_hash,
    claimed_until = excluded.claimed_until, expires_at = excluded.expires_at,
    lost_render_id = excluded.lost_render_id
  where k.expires_at <= ?::timestamptz
    or exists (
      select from renders r
      where r.id = k.render_id and r.bytes_until is null and r.status in ('succeeded', 'failed', 'expired')
    )
    or (k.claimed_until <= ?::timestamptz and not exists (select from renders r where r.id = k.render_id))
    or k.render_id = ?::text
    or exists (select from gone where gone.id = k.render_id)
  returning render_id`);

/** Claims that are another request's by now stay that one's. */
const RENEW_SQL = numbered(`
  update idempotency_keys k set claimed_until = ?::timestamptz
  from (
    select split_part(claim, ':', 1) as organization_id, decode(split_part(claim, ':', 2), 'hex') as key_hash,
      split_part(claim, ':', 3) as render_id
    from unnest(string_to_array(?::text, ' ')) as claim
  ) held
  where k.organization_id = held.organization_id and k.key_hash = held.key_hash and k.render_id = held.render_id`);

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/**
 * A render that waits, is under way, or whose bytes are kept holds its key whatever became of the request: where a
 * broken connection told of no end, its success may be on its way yet. Who claims the key after its lease ends that.
 * A render that held the key before, and whose file was lost, holds it again.
 */
const RELEASE_SQL = numbered(`
  with returned as (
    update idempotency_keys k set render_id = k.lost_render_id, lost_render_id = null, request_hash = null
    where k.organization_id = ?::text and k.key_hash = ?::bytea and k.render_id = ?::text
      and exists (select from renders l where l.id = k.lost_render_id and l.bytes_until is not null)
      and not exists (
        select from renders r
        where r.id = k.render_id and (r.bytes_until is not null or r.status in ('queued', 'rendering'))
      )
    returning k.render_id
  ), freed as (
  delete from idempotency_keys k
  where k.organization_id = ?::text and k.key_hash = ?::bytea and k.render_id = ?::text
    and not exists (select from returned)
    and not exists (
      select from renders r
      where r.id = k.render_id and (r.bytes_until is not null or r.status in ('queued', 'rendering'))
    )
  )
  select exists (select from returned) as returned`);
