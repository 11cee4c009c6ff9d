import { describe, expect, test } from "vitest";
import { templatePages } from "../../../support/template-pages.ts";
import { pdfEngine } from "../../engine/sources.ts";

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

  test("nothing is no link", () => {
    expect([...check(""), ...check("  ")]).toEqual([]);
  });

  test("a place that no element has is told with the path of its name", () => {
    expect(check("#total").map(({ dataPath, message }) => `${dataPath}: ${message}`)).toEqual([
      "rows[0].u: the link leads nowhere: no element with id=total is printed (page 1, x 10.0mm, y 10.0mm, rows[0].u)",
      "rows[0].u: the link leads nowhere: no element with id=total is printed (page 1, x 10.0mm, y 15.1mm, rows[0].u)",
    ]);
  });
});

/** Links to a place of the document, each in another holder. */
const LINKS: Readonly<Record<string, string>> = {
  "a text": 'text "条へ" link="#terms"',
  "a span": 'rich {\n span "条へ" link="#terms"\n }',
  "a picture": 'image (logo) h=10mm alt="印" link="#terms"',
  "a cell": 'table rows {\n column a "品" {\n text (.n) link="#terms"\n }\n }',
  "a list": 'each rows {\n text (.n) link="#terms"\n }',
  "long text": `text (repeat('条へ', 900)) link="#terms"`,
};

const place = (link: string, when: string): string => `rpt 1
document linked title="規約" lang=ja
field shown bool example=true
field logo image
field rows[].n string(20) example=["甲", "乙"]
page A4 portrait margin=10mm {
  body gap=4mm {
    ${link
      .replaceAll('"条へ"', "'条へ'")
      .replace(/text '条へ'/u, 'text "条へ"')
      .replace(/span '条へ'/u, 'span "条へ"')}
    text "第1条" id=terms${when}
  }
}
`;

describe("a link to a place that is not printed is told, wherever it stands", () => {
  const told = (source: string, data: object | null = null) =>
    pdfEngine()
      .check({ source, data: data === null ? null : new TextEncoder().encode(JSON.stringify(data)) })
      .diagnostics.filter(({ code, severity }) => code === "RPT4029" || severity === "error")
      .map(({ message }) => message.replace(/ \(page.*/u, ""));

  test.each(Object.entries(LINKS))("%s", (_, link) => {
    expect(told(place(link, ""))).toEqual([]);
    const [first, ...more] = told(place(link, " when=(not shown)"));
    expect(first).toBe("the link leads nowhere: no element with id=terms is printed");
    expect(new Set(more)).toEqual(new Set(more.length === 0 ? [] : [first]));
  });

  test("a record that leaves the place out is named, and no other", () => {
    const source = place(LINKS["a text"] ?? "", " when=(shown)");
    const logo = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAQAAAAziH6sAAAADklEQVR42mP4z8DwnwEABv8B/xpDwIAAAAAASUVORK5CYII=";
    const of = (shown: boolean) => ({ shown, logo, rows: [] });
    expect(told(source, of(true))).toEqual([]);
    expect(told(source, of(false))).toEqual(["the link leads nowhere: no element with id=terms is printed"]);
  });
});
