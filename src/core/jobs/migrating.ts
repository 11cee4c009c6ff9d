import { type DatabaseLocation, openDatabase } from "../persistence/index.ts";
import { openRenderQueue } from "./render-queue.ts";

export type Migrating =
  | { readonly ok: true; readonly migrated: readonly string[] }
  /** One sentence for the operator. */
  | { readonly ok: false; readonly sentence: string };

/**
 * Brings a database to this version's schema and answers the names of the migrations that ran. The queue's tables are
 * made too, so that a service whose user makes no tables finds them all.
 */
export async function migrateDatabase(location: DatabaseLocation): Promise<Migrating> {
  const opening = await openDatabase(location);
  if (!opening.ok) return opening;
  const { database, migrated } = opening;
  try {
    const queue = await openRenderQueue(database.sqlHome, (error) => {
      throw error;
    });
    await queue.close();
  } finally {
    await database.close();
  }
  return { ok: true, migrated };
}
