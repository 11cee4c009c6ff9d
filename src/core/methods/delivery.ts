import etag from "etag";
import fresh from "fresh";
import parseRange from "range-parser";

/** A response, with its whole body or with the part that is sent. */
export interface Content {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The method and the headers of a request. */
export interface Wanted {
  readonly verb: string;
  readonly headers: Headers;
}

/** Headers that describe a body, which a 304 does not have (RFC 9110 §15.4.5). */
const OF_BODY = ["content-type", "content-length", "content-disposition", "accept-ranges", "content-range"];
const EMPTY = new Uint8Array();

/**
 * The response that is sent to GET or HEAD: the whole body, 304 without a body where the client has the same entity tag
 * (RFC 9110 §13), one range of a file as 206, or 416 where the file has no such range (§14). HEAD gets the headers of
 * GET. Responses to other methods and refusals stay as they are. A request for several ranges gets the whole file, as
 * §14.2 allows.
 */
export function contentFor(wanted: Wanted, answer: Content): Content {
  const isRead = wanted.verb === "GET" || wanted.verb === "HEAD";
  if (!isRead || answer.status !== 200) return withoutBody(wanted, answer);
  const headers = new Headers(answer.headers);
  if (!headers.has("etag")) headers.set("etag", etag(Buffer.from(answer.body)));
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-cache");
  if (isFresh(wanted.headers, headers)) return { status: 304, headers: ofNoBody(headers), body: EMPTY };
  const whole = { status: 200, headers, body: answer.body };
  return withoutBody(wanted, headers.get("content-type") === "application/pdf" ? partOf(wanted, whole) : whole);
}

function isFresh(asked: Headers, answered: Headers): boolean {
  const held = asked.get("if-none-match");
  // `cache-control: no-cache` of a request is meant for caches on the way; the origin ignores it.
  return held !== null && fresh({ "if-none-match": held }, { etag: answered.get("etag") ?? "" });
}

function ofNoBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of OF_BODY) kept.delete(name);
  return kept;
}

/** The range that the request asks for. With an `if-range` of other bytes it gets the whole file. */
function partOf({ verb, headers: asked }: Wanted, whole: Content): Content {
  const headers = new Headers(whole.headers);
  headers.set("accept-ranges", "bytes");
  const wanted = asked.get("range");
  const condition = asked.get("if-range");
  const isSame = condition === null || condition === headers.get("etag");
  if (verb !== "GET" || wanted === null || !isSame) return { ...whole, headers };
  const size = whole.body.length;
  const ranges = parseRange(size, wanted, { combine: true });
  if (ranges === -1) {
    headers.set("content-range", `bytes */${size}`);
    for (const name of ["content-type", "content-disposition"]) headers.delete(name);
    return { status: 416, headers, body: EMPTY };
  }
  const [range] = ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1 ? [] : ranges;
  if (range === undefined) return { ...whole, headers };
  headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return { status: 206, headers, body: whole.body.subarray(range.start, range.end + 1) };
}

/** Sets the length of the body, and drops the body itself for HEAD (RFC 9110 §9.3.2). */
function withoutBody({ verb }: Wanted, content: Content): Content {
  if (content.status === 304) return content;
  const headers = new Headers(content.headers);
  headers.set("content-length", String(content.body.length));
  return { status: content.status, headers, body: verb === "HEAD" ? EMPTY : content.body };
}
