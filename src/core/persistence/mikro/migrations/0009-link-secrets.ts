import { Migration } from "@mikro-orm/migrations";

/** The secrets that links to stored files are signed by, where the operator sets none: all processes share them. */
export class LinkSecrets extends Migration {
  override up(): void {
    this.addSql(`create table link_secrets (
      id text collate "C" primary key,
      secret bytea not null check (octet_length(secret) = 32),
      created_at timestamptz(3) not null
    )`);
  }
}
