import { Migration } from "@mikro-orm/migrations";

/**
 * Which versions a database is good for: those that know the named migration. Migrations add, so an older version goes
 * on beside a newer one; one that takes something away from older versions names itself here in the same step.
 */
export class Compatibility extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  `create table compatibility (
    only_row boolean primary key default true check (only_row),
    needs_migration text not null
  )`,
  "insert into compatibility (needs_migration) values ('0010-compatibility')",
];
