import { Migration } from "@mikro-orm/migrations";

/**
 * People who sign in: invited without a password, known to other issuers by their subjects, and let in by links; what
 * the authorization server keeps; and the keys it signs by.
 */
export class SigningIn extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  // Whoever was invited has none until they choose one.
  "alter table people alter column password_hash drop not null",

  // A pair of issuer and subject is the only stable name of somebody at another issuer (OpenID Connect Core §5.7).
  `create table person_subjects (
    issuer text not null check (issuer <> ''),
    subject text not null check (subject <> ''),
    person_id text collate "C" not null references people (id),
    since timestamptz(3) not null,
    primary key (issuer, subject)
  )`,
  "create index person_subjects_person_index on person_subjects (person_id)",

  // Links of invitations and resets; only hashes of their secrets, so that no reader of the table can use one.
  `create table person_links (
    secret_hash bytea primary key check (octet_length(secret_hash) = 32),
    person_id text collate "C" not null references people (id),
    purpose text not null check (purpose in ('invitation', 'reset')),
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null
  )`,
  "create index person_links_person_index on person_links (person_id)",
  "create index person_links_expiry_index on person_links (expires_at)",

  // Codes, tokens, sessions, grants and clients, as the protocol's library writes them. An id that its bearer could use
  // is kept as a hash.
  `create table oauth_records (
    model text not null,
    id text collate "C" not null,
    payload jsonb not null,
    grant_id text collate "C",
    uid text,
    account_id text collate "C",
    client_id text collate "C",
    created_at timestamptz(3) not null,
    expires_at timestamptz(3),
    consumed_at timestamptz(3),
    used_at timestamptz(3),
    primary key (model, id)
  )`,
  "create index oauth_records_grant_index on oauth_records (grant_id) where grant_id is not null",
  "create index oauth_records_uid_index on oauth_records (model, uid) where uid is not null",
  "create index oauth_records_account_index on oauth_records (account_id) where account_id is not null",
  "create index oauth_records_expiry_index on oauth_records (expires_at) where expires_at is not null",

  `create table signing_keys (
    id text collate "C" primary key,
    sealed bytea not null,
    created_at timestamptz(3) not null,
    retired_at timestamptz(3)
  )`,
];
