import { LRUCache } from "lru-cache";
import type {
  Canvas,
  CanvasRepository,
  Database,
  KeyCredential,
  KeyRepository,
  OrganizationRepository,
  TransactionRepositories,
} from "../persistence/index.ts";

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
    organizations: countedOrganizations(database.organizations, kept),
    keys: cachedKeys(database.keys, kept),
    canvases: cachedCanvases(database.canvases, kept),
    transaction: (work) => inTransaction(database, kept, work),
  };
}

/** A transaction has repositories of its own. What is kept is dropped where it writes keys, canvases or plans. */
async function inTransaction<Value>(
  database: Database,
  kept: Kept,
  work: (repositories: TransactionRepositories) => Promise<Value>,
): Promise<Value> {
  const writes = new Kept();
  const run = database.transaction((inner) =>
    work({
      ...inner,
      organizations: countedOrganizations(inner.organizations, writes),
      keys: cachedKeys(inner.keys, writes),
      canvases: cachedCanvases(inner.canvases, writes),
    }),
  );
  // The write is seen by others only when the transaction ends, so that is when what is kept is out of date.
  return run.finally(() => {
    if (writes.hasChanged) kept.forget();
  });
}

/** Longer names are none that anybody was given. */
const NAME_CHARACTERS_MAX = 128;

/** What one kind of question was answered with, by what it named. */
class Answers<Value extends object> {
  readonly #found = new LRUCache<string, Value>({ max: KEPT_MAX });
  /** Names of nothing: whoever tries keys by machine costs the database one question for each of them. */
  readonly #missing = new LRUCache<string, true>({ max: KEPT_MAX });
  /** Questions that the database has not answered yet: whoever asks the same waits for the same answer. */
  readonly #asked = new Map<string, Promise<Value | null>>();

  /** What is known; undefined where the database has to be asked. */
  known(name: string): Value | null | Promise<Value | null> | undefined {
    return this.#found.get(name) ?? (this.#missing.has(name) ? null : this.#asked.get(name));
  }

  ask(name: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const asked = this.#asked;
    const reading = read().finally(() => {
      // After a change another one may ask.
      if (asked.get(name) === reading) asked.delete(name);
    });
    asked.set(name, reading);
    return reading;
  }

  keep(name: string, value: Value | null): void {
    if (value !== null) this.#found.set(name, value);
    else if (name.length <= NAME_CHARACTERS_MAX) this.#missing.set(name, true);
  }

  clear(): void {
    this.#found.clear();
    this.#missing.clear();
    this.#asked.clear();
  }
}

/** What was read, and the count of changes since: an answer that a change has overtaken is not kept. */
class Kept {
  readonly credentials = new Answers<KeyCredential>();
  readonly canvases = new Answers<Canvas>();
  #changes = 0;

  async changedBy<Value>(write: () => Promise<Value>): Promise<Value> {
    this.forget();
    try {
      return await write();
    } finally {
      this.forget();
    }
  }

  async readThrough<Value extends object>(
    answers: Answers<Value>,
    name: string,
    read: () => Promise<Value | null>,
  ): Promise<Value | null> {
    const known = answers.known(name);
    if (known !== undefined) return known;
    const changes = this.#changes;
    const value = await answers.ask(name, read);
    if (changes === this.#changes) answers.keep(name, value);
    return value;
  }

  get hasChanged(): boolean {
    return this.#changes > 0;
  }

  forget(): void {
    this.#changes += 1;
    this.credentials.clear();
    this.canvases.clear();
  }
}

/** A credential names its organization's plan. */
function countedOrganizations(organizations: OrganizationRepository, kept: Kept): OrganizationRepository {
  return { ...organizations, setPlan: (input) => kept.changedBy(() => organizations.setPlan(input)) };
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
    named: (document, workspaceId) => canvases.named(document, workspaceId),
    findByTitle: (scope, title) => canvases.findByTitle(scope, title),
  };
}
