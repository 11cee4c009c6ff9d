import type { LinkSecretRepository } from "../database-ports.ts";
import { LinkSecretEntity } from "./entities.ts";
import type { Session } from "./session.ts";

/** The secrets that links are signed by. */
export function linkSecretRepository(session: Session): LinkSecretRepository {
  return {
    async list() {
      const rows = await session().find(LinkSecretEntity, {}, { orderBy: { createdAt: "desc", id: "desc" } });
      return rows.map(({ id, secret, createdAt }) => ({ id, secret: new Uint8Array(secret), createdAt }));
    },

    async add({ id, secret, createdAt }) {
      await session().insert(LinkSecretEntity, { id, secret: Buffer.from(secret), createdAt });
    },

    async deleteMadeBefore(instant) {
      return session().nativeDelete(LinkSecretEntity, { createdAt: { $lt: instant } });
    },
  };
}
