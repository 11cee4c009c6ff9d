import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { platenError } from "../methods/index.ts";
import {
  type Canvas,
  type IdempotencyClaim,
  type IdempotencyHold,
  isDatabaseUnavailable,
  type Render,
} from "../persistence/index.ts";
import { newId } from "../tenancy/index.ts";
import { briefly } from "./brief-waits.ts";
import type { TenantCaller } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import type { Leases } from "./leases.ts";
import { leaseLost } from "./refusals.ts";
import { SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** A key is remembered at least so long, and as long as the plan keeps files where that is longer. */
const REMEMBERED_MS_MIN = 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How often a key is looked at that another process works for; of those who wait here one looks for all. */
const LOOKING_INTERVAL_MS = 200;

/**
 * Who has waited so long for others with the same key begins no render: while the storage hangs, each of them takes its
 * time in turn, and the last would wait for all. A process that was killed has lost its key by then.
 */
const WAITED_MS_MAX = 10_000;

/** 1 to 255 printable ASCII characters. */
const KEY_PATTERN = /^[\x20-\x7e]{1,255}$/;

/** Refuses a key that is no key. */
export function checkedKey(key: string | undefined): string | null {
  if (key === undefined || KEY_PATTERN.test(key)) return key ?? null;
  throw platenError("invalid_argument", "Idempotency-Key: write 1 to 255 printable ASCII characters.");
}

/** What a request with a key does, by what it finds. */
export interface KeyedWork<Answer> {
  /** Of all that the file depends on: requests that ask for the same file have the same hash. */
  readonly requestHash: Uint8Array;
  /** Runs where the key is free, under the identifier of the claim; its bytes are kept as long as the key. */
  first(own: IdempotencyClaim): Promise<Answer>;
  /** Answers from a render whose bytes are kept; null where they are proved to be lost. */
  replay(render: Render): Promise<Answer | null>;
  /**
   * Makes the lost bytes of a render again and answers from it; null where this request can't. `isHeld` is asked before
   * they are kept: whether the key is still this request's.
   */
  restore(render: Render, isHeld: () => Promise<boolean>): Promise<Answer | null>;
  /** Answers from a render that is not finished yet, or null to wait for it. */
  pending(render: Render, own: IdempotencyClaim, isSame: boolean): Promise<Answer | null>;
}

/**
 * Requests that carry a key: of those with the same key one runs, and the others are answered by its bytes. A request
 * that waits holds nothing but its own connection.
 */
export class Retries {
  readonly #dependencies: ServiceDependencies;
  /** What runs in this process, so that whoever waits here learns of its end at once. */
  readonly #running = new Map<string, Promise<void>>();
  /** Looks at keys that are under way; those who wait for the same key share one. */
  readonly #looking = new Map<string, Promise<void>>();

  readonly #leases: Leases;

  constructor(dependencies: ServiceDependencies, leases: Leases) {
    this.#dependencies = dependencies;
    this.#leases = leases;
  }

  /** Runs, replays or waits. Throws 409 where the key is another canvas's or API key's, 504 where it waits in vain. */
  async run<Answer>(key: string, caller: TenantCaller, canvas: Canvas, work: KeyedWork<Answer>): Promise<Answer> {
    const { now, renderBudgetMs = SYNCHRONOUS_BUDGET_MS } = this.#dependencies;
    const until = now().getTime() + renderBudgetMs;
    let waitsSinceMs: number | null = null;
    let waitsFor: string | null = null;
    let haveOthersFailed = false;
    const own = this.#claimOf(key, caller, canvas, work.requestHash);
    const { idempotency } = this.#dependencies.database;
    for (;;) {
      const hold = await idempotency.find(own.organizationId, own.keyHash, now());
      const found = hold === null ? null : await this.#answerOf(hold, own, work);
      if (found !== null && found.answer !== null) return found.answer;
      // What is under way is waited for; everything else is free, and of all who find that one gets it.
      haveOthersFailed ||= waitsFor !== null && (found === null || hold?.renderId !== waitsFor);
      if (haveOthersFailed && waitsSinceMs !== null && now().getTime() - waitsSinceMs > WAITED_MS_MAX)
        throw othersFailed();
      // Time may have passed since the request came: a claim that is over already would be another one's at once.
      const fresh = { ...own, claimedUntil: this.#leases.until };
      const lost = hold?.render ?? null;
      const claim = lost === null ? fresh : { ...fresh, lostRenderId: lost.id };
      if (found === null && (await this.#claims(claim))) return this.#first(own, lost, work);
      if (now().getTime() >= until) throw stillRunning(found?.renderId ?? "", renderBudgetMs);
      waitsSinceMs ??= now().getTime();
      waitsFor ??= hold?.renderId ?? "";
      await this.#change(own, hold?.renderId ?? "");
    }
  }

  /** Whether the key is this request's now; a claim whose answer was lost would be nobody's until its time. */
  async #claims(own: IdempotencyClaim): Promise<boolean> {
    const { database, now } = this.#dependencies;
    return database.idempotency.claim(own, now()).catch(async (thrown: unknown) => {
      if (!isDatabaseUnavailable(thrown)) throw thrown;
      const finding = database.idempotency.find(own.organizationId, own.keyHash, now()).catch(() => null);
      const hold = await briefly(this.#dependencies, finding);
      if (hold?.renderId !== own.renderId) throw thrown;
      return true;
    });
  }

  #claimOf(
    key: string,
    { principal, plan, scope }: TenantCaller,
    canvas: Canvas,
    requestHash: Uint8Array,
  ): IdempotencyClaim {
    const nowMs = this.#dependencies.now().getTime();
    const renderId = newId("rnd");
    return {
      organizationId: scope.organizationId,
      keyHash: createHash("sha256").update(key, "ascii").digest(),
      canvasId: canvas.id,
      keyId: principal.kind === "key" ? principal.keyId : principal.personId,
      renderId,
      requestHash: hashOf(renderId, requestHash),
      claimedUntil: this.#leases.until,
      expiresAt: new Date(nowMs + Math.max(REMEMBERED_MS_MIN, plan.retentionDays * DAY_MS)),
    };
  }

  /** The answer of a key that is held; null inside where its render is to be waited for, null where it is free. */
  async #answerOf<Answer>(
    hold: IdempotencyHold,
    own: IdempotencyClaim,
    work: KeyedWork<Answer>,
  ): Promise<{ readonly answer: Answer | null; readonly renderId: string } | null> {
    if (hold.canvasId !== own.canvasId || hold.keyId !== own.keyId) throw conflict();
    const { render, renderId } = hold;
    if (render === null) return { answer: null, renderId };
    if (render.status === "queued" || render.status === "rendering") {
      const isSame = hold.requestHash !== null && hashOf(renderId, work.requestHash).equals(hold.requestHash);
      return { answer: await work.pending(render, own, isSame), renderId };
    }
    const answer = await work.replay(render);
    if (answer !== null) return { answer, renderId };
    // The promised bytes are gone, so the request claims the key, and makes them again or makes its own. The record of
    // the lost one stays as it is: should a disk come back that was thought to be empty, nobody has called its files
    // superfluous.
    return null;
  }

  /** Does the work of a request that has the key. `lost` held it before, with bytes that are gone. */
  async #first<Answer>(own: IdempotencyClaim, lost: Render | null, work: KeyedWork<Answer>): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(own.renderId, promise);
    try {
      return await this.#leases.during({ renderId: own.renderId, key: own }, async () => {
        const restored = lost === null ? null : await this.#restored(own, lost, work);
        return restored ?? work.first(own);
      });
    } catch (thrown) {
      await briefly(this.#dependencies, this.#release(own));
      throw thrown;
    } finally {
      this.#running.delete(own.renderId);
      resolve();
    }
  }

  /**
   * Answers from the render that held the key before: it gets the key back, and its file is this request's. While a
   * request restores it, no other one has the key, so that a key never has two files. Null where this request's own
   * render takes the key.
   */
  async #restored<Answer>(own: IdempotencyClaim, lost: Render, work: KeyedWork<Answer>): Promise<Answer | null> {
    const { database, now } = this.#dependencies;
    const isHeld = async (): Promise<boolean> =>
      (await database.idempotency.find(own.organizationId, own.keyHash, now()))?.renderId === own.renderId;
    // Another request may have restored it between the look and the claim.
    const answer = (await work.replay(lost)) ?? (await work.restore(lost, isHeld));
    if (answer === null) return null;
    const hasReturned = await database.idempotency.release(own);
    if (!hasReturned) throw leaseLost(new Error(`the key of ${lost.id} was another request's at its end`));
    return answer;
  }

  /** What is not released here is free when its lease is over. */
  async #release(own: IdempotencyClaim): Promise<void> {
    const { database, log } = this.#dependencies;
    await database.idempotency.release(own).catch((err: unknown) => {
      log.error({ organizationId: own.organizationId, renderId: own.renderId, err }, "a key could not be released");
    });
  }

  /** Ends when the render ended in this process, or when it is time to look again. */
  async #change(own: IdempotencyClaim, renderId: string): Promise<void> {
    const here = this.#running.get(renderId);
    if (here !== undefined) {
      await Promise.race([here, this.#pause(LOOKING_INTERVAL_MS * 5)]);
      return;
    }
    const name = `${own.organizationId} ${Buffer.from(own.keyHash).toString("hex")}`;
    const looking =
      this.#looking.get(name) ?? this.#pause(LOOKING_INTERVAL_MS).then(() => void this.#looking.delete(name));
    this.#looking.set(name, looking);
    await looking;
  }

  #pause(ms: number): Promise<void> {
    const { pause = (realMs: number) => sleep(realMs) } = this.#dependencies;
    return pause(ms);
  }
}

/** With the render's id, so that a hash which an earlier claim of the key has left says nothing of this one. */
function hashOf(renderId: string, requestHash: Uint8Array): Buffer {
  return createHash("sha256").update(renderId, "ascii").update(requestHash).digest();
}

function conflict(): Error {
  const sentence = "The Idempotency-Key was used for another canvas or with another API key.";
  return platenError("idempotency_conflict", `${sentence} Choose a new one for each print.`);
}

/** What was not ready within the whole budget will not be so at once. */
const RUNNING_RETRY_SECONDS = 5;

/** Whoever waits has a key, and repeats its request. */
const TURN_RETRY_SECONDS = 1;

function othersFailed(): Error {
  const sentence = `Requests with this Idempotency-Key before this one failed, for ${WAITED_MS_MAX / 1000} seconds.`;
  return platenError("unavailable", `${sentence} Nothing was charged. Send the request again with the same key.`, {
    retryAfterSeconds: TURN_RETRY_SECONDS,
  });
}

function stillRunning(renderId: string, waitedMs: number): Error {
  const render = renderId === "" ? "The first request with this Idempotency-Key" : `The render '${renderId}'`;
  const sentence = `${render} is still under way after ${waitedMs / 1000} seconds.`;
  const advice = "It goes on, and is made and charged once. Send the request again with the same key.";
  return platenError("render_budget_exceeded", `${sentence} ${advice}`, { retryAfterSeconds: RUNNING_RETRY_SECONDS });
}
