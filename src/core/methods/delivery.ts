import etag from "etag";
import fresh from "fresh";
import parseRange from "range-parser";

/** An answer with its whole body, or what of it goes out. */
export interface Content {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What a request says of the answer that it wants. */
export interface Wanted {
  readonly verb: string;
  readonly headers: Headers;
}

/** Headers of a 304, beside those of the request itself (RFC 9110 §15.4.5): the others describe a body. */
const OF_BODY = ["content-type", "content-length", "content-disposition", "accept-ranges", "content-range"];
const EMPTY = new Uint8Array();

/**
 * What of an answer to GET or HEAD goes out: the whole body, 304 without a body where the client has the same entity
 * tag (RFC 9110 §13), one part of a file as 206, or 416 where the file has no such part (§14). HEAD gets the headers of
 * GET. Answers to other methods and refusals go out as they are. A list of several parts is answered with the whole
 * file, as §14.2 allows.
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
  // Whether the client wants a new copy all the same is for caches on the way to judge, not for the origin.
  return held !== null && fresh({ "if-none-match": held }, { etag: answered.get("etag") ?? "" });
}

function ofNoBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of OF_BODY) kept.delete(name);
  return kept;
}

/** One part of a file where the request asks for one; parts of a file that has changed since are not joined. */
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

/** The length is that of the body that GET would be answered with (RFC 9110 §9.3.2). */
function withoutBody({ verb }: Wanted, content: Content): Content {
  if (content.status === 304) return content;
  const headers = new Headers(content.headers);
  headers.set("content-length", String(content.body.length));
  return { status: content.status, headers, body: verb === "HEAD" ? EMPTY : content.body };
}
