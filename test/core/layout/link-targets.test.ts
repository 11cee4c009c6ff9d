import { describe, expect, test } from "vitest";
import { templatePages } from "../../support/template-pages.ts";
import { pdfEngine } from "../engine/sources.ts";

const FOLLOWED = [
  "https://example.jp/a?b=c",
  "HTTP://example.jp",
  " https://example.jp ",
  "mailto:a@example.jp",
  "tel:03",
];

/** Schemes that start programs, run scripts or read files, addresses without a scheme, and tricks with either. */
const UNFOLLOWED = [
  ...["javascript:app.alert(1)", "JavaScript:app.alert(1)", "java\tscript:alert(1)", "vbscript:x", "data:text/html,x"],
  ...["file:///etc/passwd", "\\\\evil\\share", "//evil.example", "smb://x/y", "cmd:x", "ms-msdt:/id x", "search-ms:x"],
  ...[
    "ftp://a",
    "www.example.jp",
    "plans/7.pdf",
    "/plans",
    "http",
    "https",
    ":https://x",
    "x https://example.jp",
    "tel",
  ],
  ...["blob:https://example.jp", "view-source:https://example.jp", "\u202ehttps://example.jp", "intent:x", "urn:x"],
];

const quoted = (address: string): string => JSON.stringify(address);

/** A form with one link of an element and one of a span, both from the data. */
const FORM = `rpt 1
field rows[].u string(200) example=["https://example.jp"]
page A4 portrait margin=10mm {
  body {
    each rows {
      text "図面" link=(.u)
      rich {
        span "明細" link=(.u)
      }
    }
  }
}
`;

function check(address: string) {
  const data = new TextEncoder().encode(JSON.stringify({ rows: [{ u: address }] }));
  return pdfEngine()
    .check({ source: FORM, data })
    .diagnostics.filter(({ code }) => code === "RPT4029");
}

describe("links lead to places and to addresses of four schemes", () => {
  test.each(FOLLOWED)("%j is a link", async (address) => {
    expect(check(address)).toEqual([]);
    const form = FORM.replace(quoted("https://example.jp"), quoted(address));
    const links = (await templatePages(form)).pages.flatMap(({ items }) => items.filter(({ kind }) => kind === "link"));
    expect(links.map((item) => item.kind === "link" && item.target)).toEqual(
      [1, 2].map(() => ({ kind: "url", url: address.trim() })),
    );
  });

  test.each(UNFOLLOWED)("%j is told and printed as words", async (address) => {
    expect(check(address).map(({ dataPath, severity }) => [dataPath, severity])).toEqual([
      ["rows[0].u", "warning"],
      ["rows[0].u", "warning"],
    ]);
    const form = FORM.replace(quoted("https://example.jp"), quoted(address));
    const items = (await templatePages(form)).pages.flatMap((page) => page.items);
    expect(items.filter(({ kind }) => kind === "link")).toEqual([]);
    expect(items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : []))).toEqual(["図面", "明細"]);
  });

  test("a place of the document is one, and nothing is none", () => {
    expect([...check("#total"), ...check(""), ...check("  ")]).toEqual([]);
  });
});
