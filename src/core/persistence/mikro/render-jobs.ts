import type { RenderJobRepository } from "../ports.ts";
import { RenderJobEntity } from "./entities.ts";
import type { Session } from "./session.ts";

/** What queued renders are made of; the end of a render erases its row (`renders.ts`). */
export function renderJobRepository(session: Session): RenderJobRepository {
  return {
    async add({ payload, ...job }) {
      const bytes = payload === null ? null : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
      await session().insert(RenderJobEntity, { ...job, payload: bytes });
    },

    async find(renderId) {
      const row = await session().findOne(RenderJobEntity, { renderId });
      if (row === null) return null;
      const { payload, isList, fileCreatedAt, replayUntil, requestId } = row;
      return { renderId, payload: payload ?? null, isList, fileCreatedAt, replayUntil: replayUntil ?? null, requestId };
    },
  };
}
