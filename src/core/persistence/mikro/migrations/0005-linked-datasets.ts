import { Migration } from "@mikro-orm/migrations";

/** Datasets whose content comes from an address outside, with the time of their next refresh. */
export class LinkedDatasets extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  `alter table datasets
    add column source_url text,
    add column source_etag text,
    add column refresh_at timestamptz(3),
    add column refreshed_at timestamptz(3),
    add column refresh_problem text,
    add constraint datasets_link_check check ((source_url is null) = (refresh_at is null))`,
  "create index datasets_refresh_index on datasets (refresh_at) where refresh_at is not null",
];
