import type { Socket } from "node:net";
import type { KeyRole, Scope } from "../tenancy/index.ts";
import type { MembershipOf, MembershipRole, Organization, Result } from "./membership-ports.ts";
import type { OAuthRecordRepository, PersonRepository, SigningKeyRepository } from "./people-ports.ts";

export type { MembershipOf, MembershipRole, Organization, Result };

export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly createdAt: Date;
}

export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  /** Null where the key reaches all workspaces of its organization. */
  readonly workspaceId: string | null;
  readonly role: KeyRole;
  readonly label: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** What authentication needs of a key, in one query. */
export interface KeyCredential {
  readonly key: ApiKey;
  readonly secretHash: Uint8Array;
  readonly plan: string;
}

export type EncryptionPolicy = "none" | "optional" | "required";

/** A published canvas as lists show it. */
export interface Canvas {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly title: string;
  /** The newest published version, 1 at first publishing. */
  readonly version: number;
  readonly publishedAt: Date;
  /** SHA-256 of the compiled canvas, lower-case hexadecimal; what compiled forms are cached by. */
  readonly contentHash: string;
  readonly fieldCount: number;
  /** Path of the array that gives a record template its records. */
  readonly recordSource: string | null;
  readonly encryption: EncryptionPolicy;
}

/** What a publishing freezes for good. Texts are kept exactly as given. */
export interface CanvasContent {
  readonly source: string;
  /** The compiled canvas in its canonical JSON. */
  readonly compiled: string;
  /** The JSON schema of the payload. */
  readonly schema: string;
  /** SHA-256 of the compiled canvas, lower-case hexadecimal. */
  readonly contentHash: string;
  readonly engineVersion: string;
  /** The bundled fonts' names and versions, as the engine writes them. */
  readonly fontVersions: string;
  readonly fieldCount: number;
  readonly recordSource: string | null;
  readonly encryption: EncryptionPolicy;
}

export interface PublishRequest {
  readonly workspaceId: string;
  /** The canvas that gets a next version; null means the one with this title in the workspace, or a new one. */
  readonly canvasId: string | null;
  readonly title: string;
  readonly content: CanvasContent;
  readonly publishedAt: Date;
}

/** `title_invalid`: empty, over 200 characters, or with control characters. */
export type PublishFailure = "workspace_not_found" | "canvas_not_found" | "title_taken" | "title_invalid";

/** Which canvas to take back: an id, which is looked for everywhere where no workspace is named, or an exact title. */
export interface UnpublishRequest {
  readonly document: string;
  readonly workspaceId: string | null;
  readonly unpublishedAt: Date;
}

/** A part of a list and the token of the next part, null at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextPageToken: string | null;
}

export interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string | null;
}

export interface CanvasListRequest extends PageRequest {
  readonly scope: Scope;
  /** Part of the title, compared without regard to case and width. */
  readonly query: string | null;
}

/** What a title leads to: the canvas with exactly this title, else the only one that starts so. */
export type TitleMatch =
  | { readonly kind: "found"; readonly canvas: Canvas }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Canvas[] }
  | { readonly kind: "none" };

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

export interface Dataset {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** The canvas whose tool renders take this data where the caller gives none. */
  readonly canvasId: string | null;
  /** A JSON object, exactly as written: no digit of a number is lost. */
  readonly json: string;
  /** Where its content comes from; null where it is written here. */
  readonly link: DatasetLink | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A dataset as a list shows it. */
export interface DatasetEntry extends Omit<Dataset, "json"> {
  /** The length of its content in UTF-8. */
  readonly bytes: number;
}

export type AttachFailure = "dataset_not_found" | "canvas_not_found" | "canvas_taken";

/** The address outside that a dataset is refreshed from, and how the last refresh went. */
export interface DatasetLink {
  readonly url: string;
  /** When the address was last read well; null before the first time. */
  readonly refreshedAt: Date | null;
  /** One sentence on why the last refresh kept the copy at hand; null where it went well. */
  readonly problem: string | null;
}

/** A linked dataset whose refresh is one process's for as long as its lease. */
export interface DueDataset {
  readonly id: string;
  readonly organizationId: string;
  readonly canvasId: string | null;
  readonly url: string;
  readonly etag: string | null;
}

/** How a refresh ended. */
export interface DatasetRefresh {
  readonly id: string;
  /** The new content; null keeps the copy at hand. */
  readonly json: string | null;
  readonly etag: string | null;
  readonly problem: string | null;
  readonly at: Date;
  readonly nextAt: Date;
}

export interface OrganizationRepository {
  create(input: { name: string; plan: string; createdAt: Date }): Promise<Organization>;
  find(id: string): Promise<Organization | null>;
  list(): Promise<readonly Organization[]>;
  createWorkspace(input: {
    organizationId: string;
    name: string;
    createdAt: Date;
  }): Promise<Result<Workspace, "organization_not_found" | "name_taken">>;
  /** Oldest first. */
  listWorkspaces(organizationId: string): Promise<readonly Workspace[]>;
}

export interface KeyRepository {
  create(input: {
    organizationId: string;
    workspaceId: string | null;
    role: KeyRole;
    label: string;
    prefix: string;
    secretHash: Uint8Array;
    createdAt: Date;
  }): Promise<Result<ApiKey, "organization_not_found" | "workspace_not_found" | "prefix_taken">>;
  /** The key with this prefix, revoked or not: the caller compares the secret in every case. */
  findByPrefix(prefix: string): Promise<KeyCredential | null>;
  /** Newest first, revoked ones included. */
  list(organizationId: string): Promise<readonly ApiKey[]>;
  /** Revokes for good; revoking again keeps the first time. False where there is no such key. */
  revoke(input: { organizationId: string; keyId: string; revokedAt: Date }): Promise<boolean>;
}

export interface CanvasRepository {
  /** Makes a new canvas or the next version of one, whole or not at all. */
  publish(request: PublishRequest): Promise<Result<Canvas, PublishFailure>>;
  /**
   * Takes a canvas out of every reading but `version` and `content`, which renders that were taken on need; publishing
   * brings it back. Answers it as it was, at the second time too; null where there is none.
   */
  unpublish(request: UnpublishRequest): Promise<Canvas | null>;
  /** Newest canvas first, wherever its versions stand: who reads page by page meets each once. */
  list(request: CanvasListRequest): Promise<Result<Page<Canvas>, "page_token_invalid">>;
  /** All in scope, newest publishing first, at most `limit`. */
  listAll(scope: Scope, limit: number): Promise<readonly Canvas[]>;
  /** The canvas at its newest published version, without the content: a render whose canvas is cached needs no more. */
  findPublished(scope: Scope, canvasId: string): Promise<Canvas | null>;
  /** A canvas as it was at one of its versions, for a render that was taken on then; null where there is none. */
  version(canvasId: string, version: number): Promise<Canvas | null>;
  /** What was frozen when that version was published. The caller has found the canvas in its scope. */
  content(canvasId: string, version: number): Promise<CanvasContent | null>;
  /** What was frozen under the hash of a compiled canvas, in whatever organization; null where there is none. */
  contentByHash(contentHash: string): Promise<CanvasContent | null>;
  findByTitle(scope: Scope, title: string): Promise<TitleMatch>;
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
  /** Frees the key of a request that failed, unless a render holds it: another one, or this one that has not failed. */
  release(claim: HeldKey): Promise<void>;
  /** Forgets keys past their time; answers how many. */
  forgetExpired(now: Date): Promise<number>;
}

/** SQL of libraries that keep tables of their own: `$1` stands for the first value. */
export interface SqlRunner {
  /** Several statements may stand in a text without values; their rows are answered one after another. */
  run(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/** What is used here of a connection of the driver's. */
export interface DriverConnection {
  readonly stream: Socket;
  /** An answer has been read to its end, or it holds an error. */
  on(event: "readyForQuery" | "errorMessage", listener: (message: unknown) => void): void;
}

/** What pools of connections of their own are opened with, so that a connection ends where its server falls silent. */
export interface PostgresSettings {
  readonly onConnect: (client: { readonly connection: DriverConnection }) => void;
  /** What a connection reads and writes. */
  readonly stream: () => Socket;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
  /** What the server is asked to keep to, as `postgres` takes it on its command line. */
  readonly options: string;
}

/** Where such libraries work outside of transactions; one that needs connections of its own opens them at `url`. */
export type SqlHome =
  | { readonly kind: "embedded"; readonly sql: SqlRunner }
  | {
      readonly kind: "postgresql";
      readonly sql: SqlRunner;
      readonly url: string;
      readonly settings: PostgresSettings;
    };

export interface UsageRepository {
  read(organizationId: string, period: string): Promise<Usage>;
}

/** What a writer finds: the dataset and the state of its row, or that it is another writer's turn. */
export type DatasetToChange =
  | { readonly isTaken: false; readonly dataset: Dataset; readonly state: string }
  | { readonly isTaken: true };

/** New content of a dataset. */
export interface DatasetReplacement {
  readonly datasetId: string;
  readonly writer: string;
  readonly state: string;
  readonly json: string;
  readonly updatedAt: Date;
}

export interface DatasetRepository {
  create(input: {
    workspaceId: string;
    name: string;
    canvasId: string | null;
    json: string;
    /** The address to refresh it from, or null. */
    sourceUrl: string | null;
    createdAt: Date;
  }): Promise<
    Result<Dataset, "workspace_not_found" | "canvas_not_found" | "canvas_taken" | "name_taken" | "not_an_object">
  >;
  find(scope: Scope, datasetId: string): Promise<Dataset | null>;
  /** In whatever organization: an id, which is looked for everywhere where no workspace is named, or an exact name. */
  findNamed(dataset: string, workspaceId: string | null): Promise<Dataset | null>;
  /** Those of a workspace, or of all for null, oldest first, without their content. */
  list(workspaceId: string | null): Promise<readonly DatasetEntry[]>;
  /** Attaches the dataset to a published canvas of its workspace, which draws from no other; null detaches it. */
  attach(datasetId: string, canvas: string | null): Promise<Result<Dataset, AttachFailure>>;
  /** The dataset attached to a canvas. */
  findByCanvas(scope: Scope, canvasId: string): Promise<Dataset | null>;
  /** A dataset, and which state of its row this is; null where there is none. */
  findToChange(scope: Scope, datasetId: string, writer: string): Promise<DatasetToChange | null>;
  /** The same, and until so much later nobody else may replace the content; the database's clock counts. */
  takeTurn(scope: Scope, datasetId: string, writer: string, forMs: number): Promise<DatasetToChange | null>;
  /** Ends the writer's turn, if it has one. */
  endTurn(datasetId: string, writer: string): Promise<void>;
  /**
   * Replaces the content of a dataset that is not linked, where it is still in that state and no other writer has the
   * turn; answers whether it was, and ends the writer's turn.
   */
  replaceContent(input: DatasetReplacement): Promise<boolean>;
  /** Takes up to `limit` linked datasets whose refresh is due; nobody else gets them before `leaseUntil`. */
  claimDue(now: Date, leaseUntil: Date, limit: number): Promise<readonly DueDataset[]>;
  /** Keeps how a refresh ended. Content is replaced only where the dataset is still linked to the same address. */
  refreshed(refresh: DatasetRefresh & { readonly url: string }): Promise<void>;
}

/** The secrets that links to stored files are signed by, where the operator sets none. */
export interface LinkSecretRepository {
  /** Newest first. */
  list(): Promise<readonly { readonly id: string; readonly secret: Uint8Array; readonly createdAt: Date }[]>;
  add(secret: { readonly id: string; readonly secret: Uint8Array; readonly createdAt: Date }): Promise<void>;
  /** Forgets secrets; what they signed is good no more. Answers how many. */
  deleteMadeBefore(instant: Date): Promise<number>;
}

/** All that is kept, by kind. */
export interface Repositories {
  readonly organizations: OrganizationRepository;
  readonly people: PersonRepository;
  readonly keys: KeyRepository;
  readonly canvases: CanvasRepository;
  readonly renders: RenderRepository;
  readonly idempotency: IdempotencyRepository;
  readonly usage: UsageRepository;
  readonly datasets: DatasetRepository;
  readonly oauthRecords: OAuthRecordRepository;
  readonly signingKeys: SigningKeyRepository;
  readonly linkSecrets: LinkSecretRepository;
}

/** What the work of a transaction is handed. */
export interface TransactionRepositories extends Repositories {
  /** Runs in the transaction; one statement at a time. */
  readonly sql: SqlRunner;
}

/** An open database. */
export interface Database extends Repositories {
  readonly kind: "embedded" | "postgresql";
  /** What it is in words a person knows, without credentials. */
  readonly description: string;
  /**
   * Runs `work` in one transaction: all of it is kept, or nothing if it throws. Inside, only the repositories that
   * `work` is handed may be used; using the outer ones throws, because the embedded database has one connection and
   * would wait for itself.
   */
  transaction<Value>(work: (repositories: TransactionRepositories) => Promise<Value>): Promise<Value>;
  /** For libraries with tables of their own. Nothing of ours is read or written this way. */
  readonly sqlHome: SqlHome;
  /** Whether the database answers. */
  ping(): Promise<boolean>;
  /** Whether it takes writes: it takes one now, and refused none for want of room within the last half minute. */
  canWrite(): Promise<boolean>;
  /** Whether it takes a new connection, beside all that are open. */
  knock(): Promise<boolean>;
  close(): Promise<void>;
}
