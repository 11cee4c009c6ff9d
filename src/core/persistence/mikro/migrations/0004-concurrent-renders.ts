import { Migration } from "@mikro-orm/migrations";

/**
 * How many renders an organization has under way that their callers wait for. A version that does not know the columns
 * leaves them as they are, so both can run side by side.
 */
export class ConcurrentRenders extends Migration {
  override up(): void {
    this.addSql("alter table usage add column running integer not null default 0 check (running >= 0)");
    this.addSql("alter table renders add column holds_slot boolean not null default false");
  }
}
