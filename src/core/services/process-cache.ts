import { LRUCache } from "lru-cache";
import type { Canvas, CanvasRepository, Database, KeyCredential, KeyRepository } from "../persistence/index.ts";

/** Credentials and canvases kept at hand; each takes about a kilobyte. */
const KEPT_MAX = 1_000;

/**
 * Keeps what every request reads, credentials and published canvases, where this process is the only one that writes.
 *
 * The embedded database is locked by one process, so a write that changes an answer passes here, and what is kept is
 * dropped before the write is acknowledged: a revoked key is refused from the next request on. Each of the two reads
 * costs about a millisecond of a one-page render there. A PostgreSQL server has writers that this process knows nothing
 * of; there nothing is kept, and the database is handed back as it is.
 */
export function withProcessCache(database: Database): Database {
  if (database.kind !== "embedded") return database;
  const kept = new Kept();
  return {
    ...database,
    keys: cachedKeys(database.keys, kept),
    canvases: cachedCanvases(database.canvases, kept),
    // Whatever a transaction writes, it writes through repositories of its own.
    transaction: (work) => kept.changedBy(() => database.transaction(work)),
  };
}

/** What was read, and the count of changes since: an answer that a change has overtaken is not kept. */
class Kept {
  readonly credentials = new LRUCache<string, KeyCredential>({ max: KEPT_MAX });
  readonly canvases = new LRUCache<string, Canvas>({ max: KEPT_MAX });
  #changes = 0;

  async changedBy<Value>(write: () => Promise<Value>): Promise<Value> {
    this.#forget();
    try {
      return await write();
    } finally {
      this.#forget();
    }
  }

  async readThrough<Value extends object>(
    cache: LRUCache<string, Value>,
    key: string,
    read: () => Promise<Value | null>,
  ): Promise<Value | null> {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const changes = this.#changes;
    const value = await read();
    // Nothing is kept of what is not there: anyone can ask for that.
    if (value !== null && changes === this.#changes) cache.set(key, value);
    return value;
  }

  #forget(): void {
    this.#changes += 1;
    this.credentials.clear();
    this.canvases.clear();
  }
}

function cachedKeys(keys: KeyRepository, kept: Kept): KeyRepository {
  return {
    create: (input) => kept.changedBy(() => keys.create(input)),
    findByPrefix: (prefix) => kept.readThrough(kept.credentials, prefix, () => keys.findByPrefix(prefix)),
    list: (organizationId) => keys.list(organizationId),
    revoke: (input) => kept.changedBy(() => keys.revoke(input)),
  };
}

function cachedCanvases(canvases: CanvasRepository, kept: Kept): CanvasRepository {
  return {
    publish: (request) => kept.changedBy(() => canvases.publish(request)),
    unpublish: (request) => kept.changedBy(() => canvases.unpublish(request)),
    list: (request) => canvases.list(request),
    listAll: (scope, limit) => canvases.listAll(scope, limit),
    findPublished(scope, canvasId) {
      const key = `${scope.organizationId} ${scope.workspaceId ?? ""} ${canvasId}`;
      return kept.readThrough(kept.canvases, key, () => canvases.findPublished(scope, canvasId));
    },
    version: (canvasId, version) => canvases.version(canvasId, version),
    content: (canvasId, version) => canvases.content(canvasId, version),
    contentByHash: (contentHash) => canvases.contentByHash(contentHash),
    findByTitle: (scope, title) => canvases.findByTitle(scope, title),
  };
}
