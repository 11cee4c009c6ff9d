import { Migration } from "@mikro-orm/migrations";

/** Of each dataset who writes to it next, of several processes that want to. */
export class DatasetTurns extends Migration {
  override up(): void {
    this.addSql("alter table datasets add column turn_of text, add column turn_until timestamptz(3)");
  }
}
