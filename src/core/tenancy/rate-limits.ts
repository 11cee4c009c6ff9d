import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { type CountOne, countByNetwork, WIDE_TIMES } from "./network-limits.ts";

/** How a count stands within its minute. */
export interface RateReading {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the count begins anew. */
  readonly resetSeconds: number;
  /** Whether this one was too many. */
  readonly isOver: boolean;
}

/** How the count of an organization's records stands. */
export interface RecordReading extends RateReading {
  /** Takes the records of this reading off the count of their minute, where that minute still runs. */
  giveBack(): Promise<void>;
}

/** Counts of one minute each, which begins with its first count. Those of organizations hold across processes. */
export interface RateLimits {
  /** @param requests how many at once, such as those of a batch; one where left out */
  countRequest(organizationId: string, perMinute: number, requests?: number): Promise<RateReading>;
  /** The same for somebody without an organization, by the network that they come from. */
  countRequestFrom(remoteAddress: string, perMinute: number, requests?: number): Promise<RateReading>;
  /** Counts all of the records or, where they do not fit into what is left of the minute, none of them. */
  countRecords(organizationId: string, perMinute: number, records: number): Promise<RecordReading>;
  /** Counts a credential that was not good, by the network it came from; each process counts for itself. */
  countFailure(remoteAddress: string): Promise<RateReading>;
  /** Counts one more piece of work under way in this process, and answers what ends it; null where `atOnce` are. */
  begin(organizationId: string, atOnce: number): (() => void) | null;
  /** Resolves when the next work of the organization that is under way in this process has ended. */
  ended(organizationId: string): Promise<void>;
  /** Counts what a failure has cost, in seconds of a thread of this process. */
  countFailedSeconds(organizationId: string, seconds: number): void;
  /** What failures of this minute have cost in this process; over where it is as much as the limit. */
  failedSeconds(organizationId: string, perMinute: number): RateReading;
}

/** Runs one SQL statement with `$1`-style parameters; for engines that bring statements of their own. */
export interface StatementRunner {
  run(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/** The table that the migrations make in the form that the library expects. */
export const RATE_LIMITS_TABLE = "rate_limits";

const MINUTE_SECONDS = 60;

/** Someone who mistypes a key by hand stays far below; someone who tries keys by machine does not. */
const FAILURES_PER_MINUTE = 60;

type Limiter = RateLimiterMemory | RateLimiterPostgres;

/**
 * Rate limits over the database that all processes share; null where one process has the database to itself, which
 * then counts in its memory: a restart forgets a minute at most, and saves each request a statement.
 */
export function createRateLimits(sql: StatementRunner | null, windowSeconds: number = MINUTE_SECONDS): RateLimits {
  const limiters = limiterTable(sql, windowSeconds);
  const countRequest: RateLimits["countRequest"] = async (subject, perMinute, requests = 1) =>
    readingOf(await consume(limiters("requests", perMinute), subject, requests), perMinute);
  const takeRecords = sql === null ? recordsInMemory(windowSeconds) : recordsInDatabase(sql, windowSeconds);
  return {
    countRequest,

    countRequestFrom(remoteAddress, perMinute, requests) {
      const within = (points: number) => (network: string) => countRequest(`network ${network}`, points, requests);
      return countByNetwork({ own: within(perMinute), wide: within(perMinute * WIDE_TIMES) })(remoteAddress);
    },

    async countRecords(organizationId, perMinute, records) {
      const { isTaken, giveBack, ...count } = await takeRecords(organizationId, perMinute, records);
      return { ...readingOf(count, perMinute), isOver: !isTaken, giveBack };
    },

    countFailure: networkRate(FAILURES_PER_MINUTE, windowSeconds),

    ...workOfThisProcess(windowSeconds * 1000),
  };
}

/** A rate by network, counted by each process for itself: by 64 bits of IPv6, and eight times as much by 48. */
export function networkRate(perMinute: number, windowSeconds: number = MINUTE_SECONDS): CountOne<RateReading> {
  const within = (points: number): CountOne<RateReading> => {
    const limiter = new RateLimiterMemory({ points, duration: windowSeconds });
    return async (network) => readingOf(await consume(limiter, network, 1), points);
  };
  return countByNetwork({ own: within(perMinute), wide: within(perMinute * WIDE_TIMES) });
}

type WorkOfThisProcess = Pick<RateLimits, "begin" | "ended" | "countFailedSeconds" | "failedSeconds">;

/** What is under way in this process, and what its failures have cost. */
function workOfThisProcess(windowMs: number): WorkOfThisProcess {
  const underWay = new Map<string, number>();
  const waited = new Map<string, PromiseWithResolvers<void>>();
  const failed = new Map<string, { readonly seconds: number; readonly endMs: number }>();
  const failedOf = (organizationId: string): { readonly seconds: number; readonly endMs: number } => {
    const nowMs = performance.now();
    const known = failed.get(organizationId);
    if (known !== undefined && known.endMs > nowMs) return known;
    failed.delete(organizationId);
    return { seconds: 0, endMs: nowMs + windowMs };
  };
  return {
    begin(organizationId, atOnce) {
      const before = underWay.get(organizationId) ?? 0;
      if (before >= atOnce) return null;
      underWay.set(organizationId, before + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (underWay.get(organizationId) ?? 0) - 1;
        if (left > 0) underWay.set(organizationId, left);
        else underWay.delete(organizationId);
        waited.get(organizationId)?.resolve();
        waited.delete(organizationId);
      };
    },

    ended(organizationId) {
      const known = waited.get(organizationId) ?? Promise.withResolvers<void>();
      waited.set(organizationId, known);
      return known.promise;
    },

    countFailedSeconds(organizationId, seconds) {
      const before = failedOf(organizationId);
      failed.set(organizationId, { ...before, seconds: before.seconds + seconds });
    },

    failedSeconds(organizationId, perMinute) {
      const { seconds, endMs } = failedOf(organizationId);
      return {
        limit: perMinute,
        remaining: Math.max(0, Math.floor(perMinute - seconds)),
        resetSeconds: Math.max(1, Math.ceil((endMs - performance.now()) / 1000)),
        isOver: seconds >= perMinute,
      };
    },
  };
}

/** Takes records of the minute, all or none, and tells how the count stands then. */
type TakeRecords = (organizationId: string, perMinute: number, records: number) => Promise<Taken>;

interface Taken extends Count, Pick<RecordReading, "giveBack"> {
  readonly isTaken: boolean;
}

/** The limiter takes first and says then that it was too much; nobody else may count between that and giving back. */
function recordsInMemory(duration: number): TakeRecords {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration });
  let turn: Promise<unknown> = Promise.resolve();
  return (organizationId, perMinute, records) => {
    const taking = turn.then(async () => {
      const { consumedPoints, msBeforeNext } = await limiter.consume(organizationId, records);
      const endMs = performance.now() + msBeforeNext;
      const giveBack = async (): Promise<void> => {
        // The minutes of one organization begin at least as far apart as they are long.
        const runs = await limiter.get(organizationId);
        const isSame = runs !== null && Math.abs(performance.now() + runs.msBeforeNext - endMs) < (duration * 1000) / 2;
        if (isSame) await limiter.reward(organizationId, records);
      };
      if (consumedPoints <= perMinute) return { consumedPoints, msBeforeNext, isTaken: true, giveBack };
      const left = await limiter.reward(organizationId, records);
      return { consumedPoints: left.consumedPoints, msBeforeNext, isTaken: false, giveBack: NOTHING_TAKEN };
    });
    turn = taking.catch(() => undefined);
    return taking;
  };
}

const NOTHING_TAKEN = async (): Promise<void> => undefined;

/**
 * The library's two statements, taking and giving back, would keep out whatever others ask for between them, and would
 * give to the next minute where this one ended there; so this is one of our own, in the library's table.
 */
const TAKE_SQL = `
  insert into ${RATE_LIMITS_TABLE} as r (key, points, expire) values ($1::text, $2::integer, $3::bigint)
  on conflict (key) do update set
    points = case when r.expire <= $4::bigint then excluded.points else r.points + excluded.points end,
    expire = case when r.expire <= $4::bigint then excluded.expire else r.expire end
  where r.expire <= $4::bigint or r.points + excluded.points <= $5::bigint
  returning points, expire`;

/** Of the same minute: a new one has another end. */
const GIVE_BACK_SQL = `
  update ${RATE_LIMITS_TABLE} set points = greatest(0, points - $2::integer)
  where key = $1::text and expire = $3::bigint`;

const COUNT_SQL = `select points, expire from ${RATE_LIMITS_TABLE} where key = $1::text`;

function recordsInDatabase(sql: StatementRunner, duration: number): TakeRecords {
  return async (organizationId, perMinute, records) => {
    const key = `records:${organizationId}`;
    const nowMs = Date.now();
    const { rows } = await sql.run(TAKE_SQL, [key, records, nowMs + duration * 1000, nowMs, perMinute]);
    const [row = {}] = rows.length > 0 ? rows : (await sql.run(COUNT_SQL, [key])).rows;
    const { points, expire } = { points: 0, expire: nowMs, ...row };
    const giveBack = async (): Promise<void> => void (await sql.run(GIVE_BACK_SQL, [key, records, expire]));
    return {
      giveBack: rows.length > 0 ? giveBack : NOTHING_TAKEN,
      consumedPoints: Number(points),
      msBeforeNext: Math.max(0, Number(expire) - nowMs),
      isTaken: rows.length > 0,
    };
  };
}

/** A limiter is made for its limit; plans are few, so each limit keeps its own. They count under the same keys. */
function limiterTable(sql: StatementRunner | null, duration: number): (kind: string, points: number) => Limiter {
  const made = new Map<string, Limiter>();
  return (kind, points) => {
    // In memory each limiter has a count of its own, so the kind's first one serves every plan: see `readingOf`.
    const key = sql === null ? kind : `${kind} ${points}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const options = { points, duration, keyPrefix: kind };
    const limiter = sql === null ? new RateLimiterMemory(options) : new RateLimiterPostgres(inDatabase(sql, options));
    made.set(key, limiter);
    return limiter;
  };
}

/** One limit of its own, for attempts that need no credential. */
export function createLimiter(sql: StatementRunner | null, options: LimiterOptions) {
  const limiter = sql === null ? new RateLimiterMemory(options) : new RateLimiterPostgres(inDatabase(sql, options));
  return {
    consume: (key: string): Promise<RateLimiterRes> => consume(limiter, key, 1),
    forget: async (key: string): Promise<void> => void (await limiter.delete(key)),
  };
}

interface LimiterOptions {
  readonly points: number;
  readonly duration: number;
  readonly keyPrefix: string;
}

function inDatabase(sql: StatementRunner, options: LimiterOptions) {
  const storeClient = {
    async query({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) {
      const { rows } = await sql.run(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  return { ...options, storeClient, storeType: "client", tableName: RATE_LIMITS_TABLE, tableCreated: true };
}

/** The library throws its reading where the limit is passed; anything else that is thrown is a failure of the store. */
async function consume(limiter: Limiter, key: string, points: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (thrown) {
    if (isReading(thrown)) return thrown;
    throw thrown;
  }
}

function isReading(thrown: unknown): thrown is RateLimiterRes {
  return typeof thrown === "object" && thrown !== null && "consumedPoints" in thrown && "msBeforeNext" in thrown;
}

/** How many points of a window are used, and when the next one begins. */
type Count = Pick<RateLimiterRes, "consumedPoints" | "msBeforeNext">;

/** Judged by the limit asked for, since a plan may have changed in the middle of a minute. */
export function readingOf(result: Count, limit: number): RateReading {
  return {
    limit,
    remaining: remainingOf(result, limit),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    isOver: result.consumedPoints > limit,
  };
}

function remainingOf({ consumedPoints }: Count, limit: number): number {
  return Math.max(0, limit - consumedPoints);
}
