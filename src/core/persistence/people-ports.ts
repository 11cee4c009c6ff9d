import type { MembershipOf, MembershipRole, Result } from "./membership-ports.ts";

export interface Person {
  readonly id: string;
  /** In lower case, and unique. */
  readonly email: string;
  /** Null for someone who was invited and has not chosen a password. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
}

/** What a link lets its bearer do: choose a first password, or another one. */
export type LinkPurpose = "invitation" | "reset";

/** A person as another issuer knows them (OpenID Connect Core §5.7). */
export interface SubjectOf {
  readonly issuer: string;
  readonly subject: string;
  readonly personId: string;
}

export interface PersonRepository {
  create(input: {
    email: string;
    passwordHash: string | null;
    createdAt: Date;
  }): Promise<Result<Person, "email_taken">>;
  find(id: string): Promise<Person | null>;
  findByEmail(email: string): Promise<Person | null>;
  /** Everybody, oldest account first. */
  list(): Promise<readonly Person[]>;
  setPassword(personId: string, passwordHash: string): Promise<void>;
  addMembership(input: {
    personId: string;
    organizationId: string;
    role: MembershipRole;
    since: Date;
  }): Promise<Result<null, "not_found" | "already_member">>;
  /** Answers whether there was one. */
  removeMembership(personId: string, organizationId: string): Promise<boolean>;
  /** Oldest membership first. */
  memberships(personId: string): Promise<readonly MembershipOf[]>;
  findBySubject(issuer: string, subject: string): Promise<Person | null>;
  /** Keeps a subject once; one that is somebody's already stays theirs. Answers whose it is. */
  addSubject(subject: SubjectOf & { readonly since: Date }): Promise<string>;
  addLink(link: {
    secretHash: Uint8Array;
    personId: string;
    purpose: LinkPurpose;
    createdAt: Date;
    expiresAt: Date;
  }): Promise<void>;
  /** Whom a link that is still good lets in, and what for. */
  findLink(secretHash: Uint8Array, now: Date): Promise<{ person: Person; purpose: LinkPurpose } | null>;
  /** Uses a link up: of several at once, one gets it. The person's other links go with it. */
  takeLink(secretHash: Uint8Array, now: Date): Promise<string | null>;
  /** Forgets links past their time; answers how many. */
  forgetExpiredLinks(now: Date): Promise<number>;
}

/** JSON of the authorization server's own; nobody else reads it. */
export type RecordPayload = Readonly<Record<string, unknown>>;

/** One thing that the authorization server keeps: a code, a token, a session, a grant, a client, an interaction. */
export interface OAuthRecord {
  readonly model: string;
  /** A hash, where the bearer of the real identifier could use it. */
  readonly id: string;
  readonly payload: RecordPayload;
  readonly grantId: string | null;
  readonly uid: string | null;
  readonly accountId: string | null;
  readonly clientId: string | null;
  /** Null for what does not expire by itself. */
  readonly expiresAt: Date | null;
}

export interface OAuthRecordRepository {
  /** Writes a record, or writes it anew. */
  keep(record: OAuthRecord, now: Date): Promise<void>;
  /** Null also for a record past its time. */
  find(model: string, id: string, now: Date): Promise<FoundRecord | null>;
  findByUid(model: string, uid: string, now: Date): Promise<FoundRecord | null>;
  /** Marks a record as used up: of any number of calls at once, one is answered true. */
  consume(model: string, id: string, consumedAt: Date): Promise<boolean>;
  destroy(model: string, id: string): Promise<void>;
  /** Everything of one model under a grant. */
  destroyOfGrant(model: string, grantId: string): Promise<void>;
  /** Ends all sessions, grants, codes and tokens of a person. */
  destroyOfAccount(accountId: string): Promise<void>;
  /** Tells that somebody let a client in, so that it is not swept. */
  markClientUsed(clientId: string, usedAt: Date): Promise<void>;
  /**
   * Forgets what is past its time, clients that were registered before `unusedBefore` and never used, and those last
   * used before `idleBefore`. Answers how many.
   */
  sweep(times: { now: Date; unusedBefore: Date; idleBefore: Date }): Promise<number>;
}

export interface FoundRecord {
  readonly id: string;
  readonly payload: RecordPayload;
  readonly consumedAt: Date | null;
}

/** A key that tokens are signed by, sealed under a secret that the database does not hold. */
export interface SealedKey {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly createdAt: Date;
  /** When another key took its place; what it signed before stays good for its time. */
  readonly retiredAt: Date | null;
}

export interface SigningKeyRepository {
  /** Newest first. */
  list(): Promise<readonly SealedKey[]>;
  /** Adds a first key; where another process was quicker, nothing is added. */
  addFirst(key: Omit<SealedKey, "retiredAt">): Promise<void>;
  /** Adds a key and retires the others, or forgets them at once. */
  rotate(key: Omit<SealedKey, "retiredAt">, others: "retire" | "forget"): Promise<void>;
  /** Forgets keys that were retired before `before`. */
  forgetRetired(before: Date): Promise<number>;
}
