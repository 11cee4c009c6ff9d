import type { IdempotencyRepository } from "../ports.ts";
import { IdempotencyKeyEntity, RenderEntity } from "./entities.ts";
import { toRender } from "./renders.ts";
import { numbered, type Session, type Statements, sqlInstant } from "./session.ts";

/**
 * Keys that clients chose. A key's row names the render; whether the key is held is read from the render itself, so
 * that both can never disagree: a render that fails, or is swept away after its process died, frees its key by that.
 */
export function idempotencyRepository(session: Session, statements: Statements): IdempotencyRepository {
  return {
    async claim({ organizationId, keyHash, canvasId, keyId, renderId, claimedUntil, expiresAt, lostRenderId }, now) {
      const values = [organizationId, Buffer.from(keyHash), canvasId, keyId, renderId];
      const times = [claimedUntil, expiresAt, now, now].map(sqlInstant);
      const rows = await statements(CLAIM_SQL, [...values, ...times, lostRenderId ?? ""]);
      return rows.length > 0;
    },

    async find(organizationId, keyHash, now) {
      const em = session();
      const row = await em.findOne(IdempotencyKeyEntity, { organizationId, keyHash: Buffer.from(keyHash) });
      if (row === null || row.expiresAt <= now) return null;
      const { canvasId, keyId, renderId } = row;
      const render = await em.findOne(RenderEntity, { id: renderId });
      if (render === null && row.claimedUntil <= now) return null;
      if (render !== null && ENDED.has(render.status) && render.bytesUntil == null) return null;
      return { canvasId, keyId, renderId, render: render === null ? null : toRender(render, now) };
    },

    async release({ organizationId, keyHash, renderId }) {
      await statements(RELEASE_SQL, [organizationId, Buffer.from(keyHash), renderId]);
    },

    async forgetExpired(now) {
      return session().nativeDelete(IdempotencyKeyEntity, { expiresAt: { $lte: now } });
    },
  };
}

/** A render that has ended holds its key by its bytes alone. */
const ENDED: ReadonlySet<string> = new Set(["succeeded", "failed", "expired"]);

/** The row is taken over where nobody holds the key any more; the condition is checked on the locked row. */
const CLAIM_SQL = numbered(`
  insert into idempotency_keys as k
    (organization_id, key_hash, canvas_id, key_id, render_id, claimed_until, expires_at)
  values (?::text, ?::bytea, ?::text, ?::text, ?::text, ?::timestamptz, ?::timestamptz)
  on conflict (organization_id, key_hash) do update set canvas_id = excluded.canvas_id, key_id = excluded.key_id,
    render_id = excluded.render_id, claimed_until = excluded.claimed_until, expires_at = excluded.expires_at
  where k.expires_at <= ?::timestamptz
    or exists (
      select from renders r
      where r.id = k.render_id and r.bytes_until is null and r.status in ('succeeded', 'failed', 'expired')
    )
    or (k.claimed_until <= ?::timestamptz and not exists (select from renders r where r.id = k.render_id))
    or k.render_id = ?::text
  returning render_id`);

/** A render that waits for a worker, or whose bytes are kept, holds its key whatever became of the request. */
const RELEASE_SQL = numbered(`
  delete from idempotency_keys k
  where k.organization_id = ?::text and k.key_hash = ?::bytea and k.render_id = ?::text
    and not exists (select from render_jobs j where j.render_id = k.render_id)
    and not exists (select from renders r where r.id = k.render_id and r.bytes_until is not null)`);
