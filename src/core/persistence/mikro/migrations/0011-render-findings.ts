import { Migration } from "@mikro-orm/migrations";

/** What was found of each file with its data, for as long as the plan keeps files; how much it was stays. */
export class RenderFindings extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  // Renders of earlier versions have none.
  `alter table renders add column finding_count integer, add column findings text,
    add column findings_until timestamptz(3)`,
  "create index renders_findings_until_index on renders (findings_until) where findings is not null",
  // Jobs that an earlier version takes on refuse nothing.
  "alter table render_jobs add column refuses_misfit boolean not null default false",
];
