import { Migration } from "@mikro-orm/migrations";

/**
 * The render that held a key before another one took it, since the storage had lost its file: it holds the key again
 * where the other one fails. A process of the version before writes none.
 */
export class LostFilesOfKeys extends Migration {
  override up(): void {
    this.addSql('alter table idempotency_keys add column lost_render_id text collate "C"');
  }
}
