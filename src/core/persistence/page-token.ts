import { createHash } from "node:crypto";

/** Where a list goes on: after the row with this instant and id, newest first. */
export interface PagePosition {
  readonly instant: Date;
  readonly id: string;
}

const ID_PATTERN = /^[a-z]{3}_[0-9a-z]{26}$/;

/** Eight bytes tell filters apart; a token is no secret, since every page is cut to the caller's scope again. */
const FILTER_BYTES = 8;

/** The opaque token of a position in a list with these filters. */
export function encodePageToken(position: PagePosition, filters: readonly (string | null)[]): string {
  const text = [filterMark(filters), position.instant.getTime().toString(36), position.id].join(".");
  return Buffer.from(text, "utf8").toString("base64url");
}

/** The position behind a token, or null where the token was not made for a list with these filters. */
export function decodePageToken(token: string, filters: readonly (string | null)[]): PagePosition | null {
  const text = Buffer.from(token, "base64url").toString("utf8");
  const [mark, time, id, ...rest] = text.split(".");
  if (mark !== filterMark(filters) || time === undefined || id === undefined || rest.length > 0) {
    return null;
  }
  const instant = new Date(Number.parseInt(time, 36));
  if (!/^[0-9a-z]{1,9}$/.test(time) || Number.isNaN(instant.getTime()) || !ID_PATTERN.test(id)) {
    return null;
  }
  return { instant, id };
}

function filterMark(filters: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(filters)).digest().subarray(0, FILTER_BYTES).toString("base64url");
}
