import type { Socket } from "node:net";
import type { CanvasRepository } from "./canvas-ports.ts";
import type { DatasetRepository } from "./dataset-ports.ts";
import type { KeyRepository, OrganizationRepository } from "./organization-ports.ts";
import type { OAuthRecordRepository, PersonRepository, SigningKeyRepository } from "./people-ports.ts";
import type { IdempotencyRepository, RenderRepository, UsageRepository } from "./render-ports.ts";

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
  /** The class of a pool's connections: one that can't be made is closed. */
  readonly Client: new (
    options: unknown,
  ) => object;
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
