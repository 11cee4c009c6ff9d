import type { Scope } from "../tenancy/index.ts";
import type { Result } from "./membership-ports.ts";
import type { Page, PageRequest } from "./page-ports.ts";

export type RenderStatus = "queued" | "rendering" | "succeeded" | "failed" | "expired";

export interface RenderError {
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
}

export interface Render {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly canvasId: string;
  readonly canvasVersion: number;
  /** Null where a person asked. */
  readonly keyId: string | null;
  /** Null where a key asked. */
  readonly personId: string | null;
  readonly status: RenderStatus;
  readonly records: number;
  readonly pages: number | null;
  readonly bytes: number | null;
  /** SHA-256 of the PDF, lower-case hexadecimal. */
  readonly sha256: string | null;
  readonly engineVersion: string;
  /** What a download is called, without extension. */
  readonly fileName: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
  /** Until when the bytes are kept, for downloads or for repeated requests only; null where there are none. */
  readonly bytesUntil: Date | null;
  /** Whether the bytes can be downloaded. */
  readonly stored: boolean;
  readonly error: RenderError | null;
  /** How many findings there were; null until its end, and for renders of earlier versions. */
  readonly findingCount: number | null;
}

/** What was found of a render's file with its data. It quotes the data, so it is kept no longer than a file. */
export interface RenderFindings {
  readonly count: number;
  /** JSON text, kept exactly as given; null where there is nothing to tell. */
  readonly json: string | null;
  /** When it is erased. */
  readonly until: Date;
}

export interface RenderStart {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly canvasId: string;
  readonly canvasVersion: number;
  readonly requestedBy: { readonly keyId: string } | { readonly personId: string };
  /** Records to reserve against `recordLimit`; they are charged when the render succeeds. */
  readonly records: number;
  readonly recordLimit: number;
  /** The usage period that is charged, such as `2026-11`. */
  readonly period: string;
  readonly engineVersion: string;
  readonly fileName: string;
  readonly createdAt: Date;
  /** After this instant the render counts as abandoned, unless it is renewed before: its process is gone. */
  readonly deadlineAt: Date;
  /** How many renders may be under way at once, this one with them; null where nobody waits: it takes no slot then. */
  readonly concurrentLimit: number | null;
  /** SHA-256 of the request's key: the render begins only while that is held for it. Left out, there was none. */
  readonly keyHash?: Uint8Array;
}

/** Why a render did not begin. `key_lost`: the request stood still, and its key is free again or another render's. */
export type StartRefusal = "quota_exceeded" | "concurrency_exceeded" | "key_lost";

export interface RenderSuccess {
  readonly id: string;
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
  /** What the file was made from: hashes and versions, kept exactly as given. */
  readonly receipt: string;
  readonly finishedAt: Date;
  /** Until when the bytes can be downloaded; null where they are not stored. */
  readonly storedUntil: Date | null;
  /** Until when the bytes answer repeated requests; null where the request had no key. */
  readonly replayUntil: Date | null;
  /** Left out, none were looked for. */
  readonly findings?: RenderFindings;
  /** A render that somebody waits for, as `start` answered it: its row is not read back unless a job has joined it. */
  readonly started?: Render;
}

export interface RenderFailure {
  readonly id: string;
  readonly error: RenderError;
  readonly finishedAt: Date;
  /** Where the render was refused for them; left out, none were looked for. */
  readonly findings?: RenderFindings;
}

export interface RenderListRequest extends PageRequest {
  readonly scope: Scope;
  readonly canvasId: string | null;
  readonly status: RenderStatus | null;
  readonly now: Date;
}

/** What a queued render is made of. It is erased when the render ends, whatever its end is. */
export interface RenderJob {
  readonly renderId: string;
  /** The payload's JSON bytes; null renders the template's own dataset. */
  readonly payload: Uint8Array | null;
  readonly isList: boolean;
  /** The date that the file carries, as the request wrote it. */
  readonly fileCreatedAt: string;
  readonly replayUntil: Date | null;
  /** Of the request that asked for the render: a failure names it. */
  readonly requestId: string;
  /** A file whose content does not fit is not made. */
  readonly refusesMisfit: boolean;
}

/** A queued render whose turn has come. */
export interface BegunRender {
  readonly render: Render;
  readonly job: RenderJob;
  /** The name of its organization's plan at this moment. */
  readonly plan: string;
  /** How often it was begun, this time included, but for times that ended in {@link RenderRepository.putBack}. */
  readonly tries: number;
}

/** A key that a client chose for a request, and the render that it stands for. */
export interface IdempotencyClaim {
  readonly organizationId: string;
  /** SHA-256 of the key. */
  readonly keyHash: Uint8Array;
  readonly canvasId: string;
  readonly keyId: string;
  readonly renderId: string;
  /** What the request asks for, as a hash of this render's own; left out, no job joins the render. */
  readonly requestHash?: Uint8Array;
  /** A claim that is not renewed before, and whose render has not begun, is anybody's then: its process is gone. */
  readonly claimedUntil: Date;
  readonly expiresAt: Date;
  /** A render that holds the key by bytes that are proved to be lost; the claim takes the key over from it alone. */
  readonly lostRenderId?: string;
}

/** A key, and the render that it is held for. */
export type HeldKey = Pick<IdempotencyClaim, "organizationId" | "keyHash" | "renderId">;

/** Who holds a key, and what became of the render. */
export interface IdempotencyHold {
  readonly canvasId: string;
  readonly keyId: string;
  readonly renderId: string;
  readonly requestHash: Uint8Array | null;
  /** Null until the render has begun. */
  readonly render: Render | null;
}

/** Counts of one organization in one period. `reserved` belongs to renders that are under way. */
export interface Usage {
  readonly records: number;
  readonly reserved: number;
  readonly renders: number;
  readonly pages: number;
}

export interface RenderRepository {
  /** Records the render as under way and reserves its records, both or neither. */
  start(start: RenderStart): Promise<Result<Render, StartRefusal>>;
  /** Holds renders that are still under way until then at least. */
  renew(ids: readonly string[], deadlineAt: Date): Promise<void>;
  /**
   * Records the render as waiting for a worker, with what it is made of, and reserves its records: all or nothing.
   * Answers its turn; lower turns are served first. The turns of one organization rise with each job.
   */
  enqueue(
    start: RenderStart,
    job: RenderJob,
  ): Promise<Result<{ readonly render: Render; readonly turn: number }, StartRefusal>>;
  /**
   * Keeps a job for a render under way that somebody waits for: it is begun where that render is handed over, and
   * succeeds with it otherwise. The render is stored then, until `storedUntil` at least. Answers the job's turn; null
   * where the render has ended, or has a job.
   */
  join(organizationId: string, job: RenderJob, storedUntil: Date): Promise<number | null>;
  /** Has a job that waits or is under way stored when it succeeds. False where it has ended, or is no job. */
  store(id: string, until: Date): Promise<boolean>;
  /**
   * Marks a queued render as under way, also once more, until `deadlineAt` at least, and answers what it is made of.
   * Null where it has ended; not begun, where somebody waits for it whose render the job has joined.
   */
  begin(id: string, deadlineAt: Date): Promise<BegunRender | "waited_for" | null>;
  /** Has a render that was begun wait again, as though it had not been begun. Does nothing where it has ended. */
  putBack(id: string, deadlineAt: Date): Promise<void>;
  /** How many renders of an organization wait for a worker; null counts those of all. */
  countQueued(organizationId: string | null): Promise<number>;
  /** Charges the reserved records. Null where the render is not under way (any more): nothing is charged then. */
  succeed(success: RenderSuccess): Promise<Render | null>;
  /** Releases the reserved records. Null where the render is not under way (any more). */
  fail(failure: RenderFailure): Promise<Render | null>;
  /**
   * Fails a render that somebody waited for, or, where a job has joined it, hands it over to the queue: it waits for a
   * worker until `queuedUntil`, with its records and without its slot. Null fails it in any case. Answers null where it
   * has ended, or was handed over before.
   */
  failOrHandOver(failure: RenderFailure, queuedUntil: Date | null): Promise<Render | null>;
  find(scope: Scope, renderId: string, now: Date): Promise<Render | null>;
  /** A render in whatever organization, for whoever holds a link to it or has made it. */
  findLinked(renderId: string, now: Date): Promise<Render | null>;
  /** The receipt of a render, in whatever organization. Null where it did not succeed, or before receipts were kept. */
  receipt(renderId: string): Promise<string | null>;
  /** The JSON text of a render's findings; null where there are none (any more). The caller has found the render. */
  findings(renderId: string, now: Date): Promise<string | null>;
  /** Newest first. */
  list(request: RenderListRequest): Promise<Result<Page<Render>, "page_token_invalid">>;
  /** Hands renders that jobs have joined over to the queue where their process is gone; answers how many. */
  handOverAbandoned(now: Date, queuedUntil: Date): Promise<number>;
  /** Fails other renders past their deadline, whose process is gone, and releases their records; answers how many. */
  failAbandoned(now: Date): Promise<number>;
  /** Ids of up to `limit` renders whose bytes nobody is promised any more, oldest first: they can be erased. */
  dueForErasing(now: Date, limit: number): Promise<readonly string[]>;
  /** Keeps that the bytes of these renders are gone. Asked after erasing, so that no bytes are forgotten on the way. */
  markErased(ids: readonly string[]): Promise<void>;
  /** Erases the findings past their time; answers how many renders had some. */
  eraseFindings(now: Date): Promise<number>;
  /** Which of these ids have no render that has bytes, or may be about to: what is stored under them is nobody's. */
  withoutBytes(ids: readonly string[]): Promise<readonly string[]>;
}

export interface IdempotencyRepository {
  /**
   * Takes the key for a render, unless another one holds it: one that is under way, or whose bytes are kept. Of any
   * number of requests at once, one gets it. A render that held the key beyond its deadline is failed thereby.
   */
  claim(claim: IdempotencyClaim, now: Date): Promise<boolean>;
  /** Holds these keys until then, as far as they are still held for their renders. */
  renew(claims: readonly HeldKey[], until: Date): Promise<void>;
  /** Null where nobody holds the key, so that it can be claimed. */
  find(organizationId: string, keyHash: Uint8Array, now: Date): Promise<IdempotencyHold | null>;
  /**
   * Frees the key of a request that has no render of its own, unless a render holds it: another one, or this one that
   * has not failed. A render that held it before by bytes that were lost holds it again; answers whether one does.
   */
  release(claim: HeldKey): Promise<boolean>;
  /** Forgets keys past their time; answers how many. */
  forgetExpired(now: Date): Promise<number>;
}

export interface UsageRepository {
  read(organizationId: string, period: string): Promise<Usage>;
}
