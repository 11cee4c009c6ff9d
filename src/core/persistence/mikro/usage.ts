import type { UsageRepository } from "../render-ports.ts";
import { UsageEntity } from "./entities.ts";
import type { Session } from "./session.ts";

/** Counts by organization and period; renders change them (`renders.ts`), this reads them. */
export function usageRepository(session: Session): UsageRepository {
  return {
    async read(organizationId, period) {
      const row = await session().findOne(UsageEntity, { organizationId, period });
      return row === null
        ? { records: 0, reserved: 0, renders: 0, pages: 0 }
        : { records: row.records, reserved: row.reserved, renders: row.renders, pages: row.pages };
    },
  };
}
