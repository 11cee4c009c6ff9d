import { Migration } from "@mikro-orm/migrations";

/** What asynchronous renders and safe retries keep: payloads until their render ends, and keys that clients chose. */
export class JobsAndRetries extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  // Bytes are kept for downloads (`stored`, `expires_at`), for repeated requests, or for both: until the later end.
  "alter table renders add column bytes_until timestamptz(3)",
  "update renders set bytes_until = expires_at where stored",
  `alter table renders add constraint renders_bytes_until_check check (
    (bytes_until is null or status = 'succeeded') and (not stored or bytes_until >= expires_at)
  )`,
  "drop index renders_expiry_index",
  "create index renders_bytes_index on renders (bytes_until) where bytes_until is not null",
  "create index renders_queued_index on renders (organization_id) where status = 'queued'",

  // Client-chosen keys are kept as their SHA-256: what they say is nobody's business but the client's.
  `create table idempotency_keys (
    organization_id text collate "C" not null references organizations (id),
    key_hash bytea not null check (octet_length(key_hash) = 32),
    canvas_id text collate "C" not null references canvases (id),
    key_id text collate "C" not null references api_keys (id),
    render_id text collate "C" not null,
    claimed_until timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    primary key (organization_id, key_hash)
  )`,
  "create index idempotency_keys_expiry_index on idempotency_keys (expires_at)",

  `create table render_jobs (
    render_id text collate "C" primary key references renders (id),
    payload bytea,
    is_list boolean not null,
    file_created_at text not null,
    replay_until timestamptz(3),
    request_id text not null
  )`,
];
