import type { InferEntity } from "@mikro-orm/core";
import type { FoundRecord, OAuthRecordRepository, SealedKey, SigningKeyRepository } from "../people-ports.ts";
import { OAuthRecordEntity, SigningKeyEntity } from "./entities.ts";
import { type Session, sqlInstant } from "./session.ts";

/** Any number, the same in all versions: the advisory lock of processes that make the first signing key. */
const FIRST_KEY_LOCK = 7_528_366_143;

/** What the authorization server keeps. Each call is one statement: what must hold under concurrency, holds there. */
export function oauthRecordRepository(session: Session): OAuthRecordRepository {
  return {
    async keep(record, now) {
      const { payload, ...columns } = record;
      await session().execute(
        `insert into oauth_records
           (model, id, grant_id, uid, account_id, client_id, expires_at, payload, created_at)
         values (?, ?, ?, ?, ?, ?, ?::timestamptz, ?::jsonb, ?::timestamptz)
         on conflict (model, id) do update set grant_id = excluded.grant_id, uid = excluded.uid,
           account_id = excluded.account_id, client_id = excluded.client_id, expires_at = excluded.expires_at,
           payload = excluded.payload`,
        [
          columns.model,
          columns.id,
          columns.grantId,
          columns.uid,
          columns.accountId,
          columns.clientId,
          columns.expiresAt === null ? null : sqlInstant(columns.expiresAt),
          JSON.stringify(payload),
          sqlInstant(now),
        ],
      );
    },

    async find(model, id, now) {
      return foundOf(await session().findOne(OAuthRecordEntity, { model, id, ...stillGood(now) }));
    },

    async findByUid(model, uid, now) {
      return foundOf(await session().findOne(OAuthRecordEntity, { model, uid, ...stillGood(now) }));
    },

    async consume(model, id, consumedAt) {
      return (await session().nativeUpdate(OAuthRecordEntity, { model, id, consumedAt: null }, { consumedAt })) === 1;
    },

    async destroy(model, id) {
      await session().nativeDelete(OAuthRecordEntity, { model, id });
    },

    async destroyOfGrant(model, grantId) {
      await session().nativeDelete(OAuthRecordEntity, { model, grantId });
    },

    async destroyOfAccount(accountId) {
      await session().nativeDelete(OAuthRecordEntity, { accountId });
    },

    async markClientUsed(clientId, usedAt) {
      await session().nativeUpdate(OAuthRecordEntity, { model: "Client", id: clientId }, { usedAt });
    },

    async sweep({ now, unusedBefore, idleBefore }) {
      const em = session();
      const expired = await em.nativeDelete(OAuthRecordEntity, { expiresAt: { $lte: now } });
      const unused = await em.nativeDelete(OAuthRecordEntity, {
        model: "Client",
        $or: [{ usedAt: null, createdAt: { $lt: unusedBefore } }, { usedAt: { $lt: idleBefore } }],
      });
      return expired + unused;
    },
  };
}

function stillGood(now: Date) {
  return { $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
}

function foundOf(row: InferEntity<typeof OAuthRecordEntity> | null): FoundRecord | null {
  return row === null ? null : { id: row.id, payload: row.payload, consumedAt: row.consumedAt ?? null };
}

/** The keys that tokens are signed by, which all processes share. */
export function signingKeyRepository(session: Session): SigningKeyRepository {
  return {
    async list() {
      const rows = await session().find(SigningKeyEntity, {}, { orderBy: { createdAt: "desc", id: "desc" } });
      return rows.map(toSealedKey);
    },

    async addFirst({ id, sealed, createdAt }) {
      await session().transactional(async (em) => {
        await em.execute("select pg_advisory_xact_lock(?)", [FIRST_KEY_LOCK]);
        if ((await em.count(SigningKeyEntity, { retiredAt: null })) > 0) return;
        await em.insert(SigningKeyEntity, { id, sealed: Buffer.from(sealed), createdAt });
      });
    },

    async rotate({ id, sealed, createdAt }, others) {
      await session().transactional(async (em) => {
        await em.execute("select pg_advisory_xact_lock(?)", [FIRST_KEY_LOCK]);
        if (others === "forget") await em.nativeDelete(SigningKeyEntity, {});
        else await em.nativeUpdate(SigningKeyEntity, { retiredAt: null }, { retiredAt: createdAt });
        await em.insert(SigningKeyEntity, { id, sealed: Buffer.from(sealed), createdAt });
      });
    },

    async forgetRetired(before) {
      return session().nativeDelete(SigningKeyEntity, { retiredAt: { $lt: before } });
    },
  };
}

function toSealedKey({ id, sealed, createdAt, retiredAt }: InferEntity<typeof SigningKeyEntity>): SealedKey {
  return { id, sealed: new Uint8Array(sealed), createdAt, retiredAt: retiredAt ?? null };
}
