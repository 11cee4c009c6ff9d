import { Migration } from "@mikro-orm/migrations";

/**
 * Which renders that somebody waits for a job has joined, and what a key was asked for, so that only a request for the
 * same file joins. A process of the version before writes no such hash, so that nothing joins what it renders.
 */
export class JoinedJobs extends Migration {
  override up(): void {
    this.addSql("alter table renders add column has_joined_job boolean not null default false");
    this.addSql("alter table idempotency_keys add column request_hash bytea");
  }
}
