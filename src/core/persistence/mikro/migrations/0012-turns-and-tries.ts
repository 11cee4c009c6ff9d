import { Migration } from "@mikro-orm/migrations";

/** Of each queued job its turn, by which organizations with many jobs and with few are served alike, and its tries. */
export class TurnsAndTries extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  // Jobs that a process of the version before queues have no organization here, and the first turn.
  `alter table render_jobs add column organization_id text collate "C" references organizations (id),
    add column turn integer not null default 0, add column is_begun boolean not null default false,
    add column tries integer not null default 0`,
  "update render_jobs j set organization_id = r.organization_id from renders r where r.id = j.render_id",
  "create index render_jobs_organization_index on render_jobs (organization_id, turn)",
  "create index render_jobs_turn_index on render_jobs (is_begun, turn)",
];
