import { describe, expect, it } from "vitest";
import { comparePathTemplates, matchPathTemplate, parsePathTemplate } from "../../../src/core/methods/index.ts";

describe("parsing", () => {
  it.each([
    ["/v1/books", "v1 books"],
    ["/v1/*/books", "v1 * books"],
    ["/v1/**", "v1 **"],
    ["/v1/{book}", "v1 *"],
    ["/v1/{book.id}", "v1 *"],
    ["/v1/{name=shelves/*/books/*}", "v1 shelves * books *"],
    ["/v1/{name=**}:copy", "v1 **"],
    ["/v1/a%20b", "v1 a b"],
  ])("reads %s", (source, expected) => {
    const { segments } = parsePathTemplate(source);
    const signs = segments.map((one) => (one.kind === "literal" ? one.text : one.kind === "one" ? "*" : "**"));
    expect(signs.join(" ")).toBe(expected);
  });

  it.each([
    ["", "column 1: expected '/', found the end"],
    ["v1", "column 1: expected '/', found 'v'"],
    ["/", "column 2: expected a segment, found the end"],
    ["/v1/", "column 5: expected a segment, found the end"], // a trailing slash is an empty segment
    ["/v1//a", "column 5: expected a segment, found '/'"],
    ["/v1/***", "column 7: unexpected '*'"], // no such thing as a triple wildcard
    ["/v1/**/a", "column 8: nothing can follow '**'"],
    ["/v1/{a", "column 7: expected '}', found the end"],
    ["/v1/{}", "column 6: expected a field name, found '}'"],
    ["/v1/{1a}", "column 6: expected a field name, found '1'"],
    ["/v1/{a=}", "column 8: expected a segment, found '}'"],
    ["/v1/{a={b}}", "column 8: a variable can't contain a variable"],
    ["/v1/{a}/{a}", "column 11: the variable 'a' stands here twice"],
    ["/v1/a:", "column 7: expected a verb, found the end"],
    ["/v1/a:b/c", "column 8: unexpected '/'"], // a verb ends the path
    ["/v1/a?b", "column 6: unexpected '?'"],
    ["/v1/a%2", "column 6: unexpected '%'"],
  ])("refuses %s", (source, message) => {
    expect(() => parsePathTemplate(source)).toThrow(message);
  });
});

describe("matching", () => {
  it.each([
    ["/v1/books", "/v1/books", {}],
    ["/v1/books", "/v1/books/", undefined], // a trailing slash is another path
    ["/v1/books", "/v1/Books", undefined],
    ["/v1/books", "v1/books", undefined],
    ["/v1/{id}", "/v1/b1", { id: "b1" }],
    ["/v1/{id}", "/v1/", undefined], // an empty segment is no value
    ["/v1/{id}", "/v1/a/b", undefined],
    ["/v1/{id}", "/v1/a%2Fb", { id: "a/b" }], // an encoded slash does not separate
    ["/v1/{id}", "/v1/%E8%AB%8B%E6%B1%82", { id: "請求" }],
    ["/v1/{id}", "/v1/%E8%AB", undefined], // not UTF-8
    ["/v1/{id}", "/v1/a%", undefined],
    ["/v1/{id}", "/v1/a+b", { id: "a+b" }], // a plus is a plus in a path
    ["/v1/{id}", "/v1/a:b", { id: "a:b" }], // without a verb in the template, a colon is a character
    ["/v1/{id}:copy", "/v1/a:copy", { id: "a" }],
    ["/v1/{id}:copy", "/v1/a:b:copy", { id: "a:b" }],
    ["/v1/{id}:copy", "/v1/a", undefined],
    ["/v1/{id}:copy", "/v1/a:move", undefined],
    ["/v1/{id}:copy", "/v1:copy/a", undefined],
    ["/v1/{shelf}/b/{book}", "/v1/s/b/x", { shelf: "s", book: "x" }],
    ["/v1/{name=shelves/*/books/*}", "/v1/shelves/1/books/2", { name: "shelves/1/books/2" }],
    ["/v1/{name=shelves/*}", "/v1/shelves/a%2Fb", { name: "shelves/a%2Fb" }], // else the separators were lost
    ["/v1/{name=shelves/*}", "/v1/shelves/a%20b", { name: "shelves/a b" }],
    ["/v1/{name=**}", "/v1/a/b/c", { name: "a/b/c" }],
    ["/v1/{name=a/**}", "/v1/a", { name: "a" }], // `**` may be nothing
    ["/v1/{name=a/**}:copy", "/v1/a/b:copy", { name: "a/b" }],
    ["/v1/{book.id}", "/v1/b", { "book.id": "b" }],
    ["/v1/*/x", "/v1/anything/x", {}],
    ["/v1/a%20b", "/v1/a%20b", {}],
  ])("%s against %s", (template, path, expected) => {
    const values = matchPathTemplate(parsePathTemplate(template), path);
    expect(values === undefined ? undefined : Object.fromEntries(values)).toEqual(expected);
  });

  it("puts the more particular template first", () => {
    const sources = ["/v1/**", "/v1/{a}", "/v1/{a}:copy", "/v1/books", "/v1/{a}/x", "/v1/books/{b}"];
    const sorted = sources.map(parsePathTemplate).sort(comparePathTemplates);
    expect(sorted.map((one) => one.source)).toEqual([
      "/v1/books/{b}",
      "/v1/books",
      "/v1/{a}/x",
      "/v1/{a}:copy",
      "/v1/{a}",
      "/v1/**",
    ]);
  });
});
