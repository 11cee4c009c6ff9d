import { Migration } from "@mikro-orm/migrations";

/**
 * The counts of requests and records of the running minute, in the form that the limiter's library reads. Their loss
 * costs nobody more than a minute's count, so they are not written ahead.
 */
export class RateLimits extends Migration {
  override up(): void {
    this.addSql(`create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`);
  }
}
