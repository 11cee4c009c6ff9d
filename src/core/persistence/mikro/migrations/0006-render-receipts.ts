import { Migration } from "@mikro-orm/migrations";

/** What each file was made from, and the way from there to the canvas that it was made of. */
export class RenderReceipts extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  // Renders of earlier versions have none.
  "alter table renders add column receipt text",
  "create index canvas_versions_content_hash_index on canvas_versions (content_hash)",
];
