import { Migration } from "@mikro-orm/migrations";

/**
 * What services ask of a published canvas, beside the canvas itself, which takes long to read. A process of the version
 * before writes none; the summary of such a version is made as it is read.
 */
export class CanvasSummaries extends Migration {
  override up(): void {
    this.addSql("alter table canvas_versions add column summary text");
  }
}
