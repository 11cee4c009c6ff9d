import { Migration } from "@mikro-orm/migrations";

/** Canvases that were taken back: their rows stay for the renders that name them. */
export class UnpublishedCanvases extends Migration {
  override up(): void {
    this.addSql("alter table canvases add column unpublished_at timestamptz(3)");
  }
}
