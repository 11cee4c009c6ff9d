import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Content, contentFor } from "../../../src/core/methods/index.ts";

const BODY = new TextEncoder().encode("0123456789");
const FILE: Content = {
  status: 200,
  headers: new Headers({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="a.pdf"',
    etag: '"abc"',
    "x-request-id": "req_1",
  }),
  body: BODY,
};
const LIST: Content = { status: 200, headers: new Headers({ "content-type": "application/json" }), body: BODY };

function asked(verb: string, headers: Record<string, string>, answer = FILE): readonly [number, string, string | null] {
  const { status, headers: answered, body } = contentFor({ verb, headers: new Headers(headers) }, answer);
  return [status, new TextDecoder().decode(body), answered.get("content-range")];
}

describe("what of an answer goes out (RFC 9110 §13 and §14)", () => {
  test.each<[string, string, Record<string, string>, readonly [number, string, string | null]]>([
    ["the whole file", "GET", {}, [200, "0123456789", null]],
    ["no body for HEAD", "HEAD", {}, [200, "", null]],
    ["the same file as the client has", "GET", { "if-none-match": '"abc"' }, [304, "", null]],
    ["the same, compared weakly", "GET", { "if-none-match": 'W/"abc"' }, [304, "", null]],
    ["one of several that the client has", "GET", { "if-none-match": '"x", "abc"' }, [304, "", null]],
    ["any that there is", "GET", { "if-none-match": "*" }, [304, "", null]],
    ["another than the client has", "GET", { "if-none-match": '"x"' }, [200, "0123456789", null]],
    ["the same for HEAD", "HEAD", { "if-none-match": '"abc"' }, [304, "", null]],
    ["the first bytes", "GET", { range: "bytes=0-3" }, [206, "0123", "bytes 0-3/10"]],
    ["the last bytes", "GET", { range: "bytes=-3" }, [206, "789", "bytes 7-9/10"]],
    ["bytes to the end", "GET", { range: "bytes=4-" }, [206, "456789", "bytes 4-9/10"]],
    ["more bytes than there are", "GET", { range: "bytes=8-99" }, [206, "89", "bytes 8-9/10"]],
    ["parts that join", "GET", { range: "bytes=0-3,4-5" }, [206, "012345", "bytes 0-5/10"]],
    ["several parts", "GET", { range: "bytes=0-1,6-7" }, [200, "0123456789", null]],
    ["a part beyond the end", "GET", { range: "bytes=10-" }, [416, "", "bytes */10"]],
    ["what is no range", "GET", { range: "bytes=a-b" }, [200, "0123456789", null]],
    ["another unit", "GET", { range: "pages=1-2" }, [200, "0123456789", null]],
    ["a part of the same file", "GET", { range: "bytes=0-3", "if-range": '"abc"' }, [206, "0123", "bytes 0-3/10"]],
    ["a part of another file", "GET", { range: "bytes=0-3", "if-range": '"x"' }, [200, "0123456789", null]],
    ["a part compared weakly", "GET", { range: "bytes=0-3", "if-range": 'W/"abc"' }, [200, "0123456789", null]],
    [
      "a part by a date",
      "GET",
      { range: "bytes=0-3", "if-range": "Tue, 01 Jan 2030 00:00:00 GMT" },
      [200, "0123456789", null],
    ],
    ["a part for HEAD", "HEAD", { range: "bytes=0-3" }, [200, "", null]],
    ["a part of what the client has", "GET", { range: "bytes=0-3", "if-none-match": '"abc"' }, [304, "", null]],
    ["an answer to POST", "POST", { range: "bytes=0-3", "if-none-match": '"abc"' }, [200, "0123456789", null]],
  ])("%s", (_, verb, headers, expected) => {
    expect(asked(verb, headers)).toEqual(expected);
  });

  test("the length is that of the whole body, for HEAD too", () => {
    for (const verb of ["GET", "HEAD"]) {
      const { headers } = contentFor({ verb, headers: new Headers() }, FILE);
      expect([headers.get("content-length"), headers.get("accept-ranges")]).toEqual(["10", "bytes"]);
    }
  });

  test("an answer without a body has no headers of one", () => {
    const { headers } = contentFor({ verb: "GET", headers: new Headers({ "if-none-match": '"abc"' }) }, FILE);
    const told = { "cache-control": "private, no-cache", etag: '"abc"', "x-request-id": "req_1" };
    expect(Object.fromEntries(headers)).toEqual(told);
  });

  test("what is no file has a tag of its bytes, and no parts", () => {
    const tag = contentFor({ verb: "GET", headers: new Headers() }, LIST).headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(asked("GET", { "if-none-match": tag }, LIST)).toEqual([304, "", null]);
    const other = { ...LIST, body: new TextEncoder().encode("0123456788") };
    expect(asked("GET", { "if-none-match": tag }, other)[0]).toBe(200);
    expect(asked("GET", { range: "bytes=0-3" }, LIST)).toEqual([200, "0123456789", null]);
  });

  test("refusals go out as they are", () => {
    const refusal = { ...FILE, status: 404 };
    expect(asked("GET", { "if-none-match": '"abc"', range: "bytes=0-1" }, refusal)).toEqual([404, "0123456789", null]);
    expect(asked("HEAD", {}, refusal)).toEqual([404, "", null]);
  });

  test("parts of any sizes join to the file", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.integer({ min: 1, max: 120 }), (body, each) => {
        const parts: number[] = [];
        for (let from = 0; from < body.length; from += each) {
          const headers = new Headers({ range: `bytes=${from}-${from + each - 1}`, "if-range": '"abc"' });
          const part = contentFor({ verb: "GET", headers }, { ...FILE, body });
          expect(part.status).toBe(206);
          expect(part.headers.get("content-length")).toBe(String(part.body.length));
          parts.push(...part.body);
        }
        expect(parts).toEqual([...body]);
      }),
    );
  });
});
