// `pages=`: how many pages of a section a record may take.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const HEAD = "rpt 1\nsizes body=9pt\nstyle base size=body line-height=1\n";

function found(source: string): readonly string[] {
  const { diagnostics } = layOutSource(HEAD + source);
  return diagnostics.filter(({ code }) => code === "RPT4037").map(({ message }) => message);
}

const section = (property: string, pages: number, words = "頁"): string => {
  const texts = Array.from({ length: pages }, (_, at) => `    text "${words}${at + 1}"\n`).join("    break page\n");
  return `page A5 margin=10mm ${property} {\n  body {\n${texts}  }\n}\n`;
};

describe("a section that allows so many pages", () => {
  const allowed = [1, 2, 3, 5] as const;
  const taken = [1, 2, 3, 4, 6] as const;
  const table = allowed.flatMap((most) => taken.map((pages) => [most, pages] as const));

  test.each(table)("pages=%i and %i pages", (most, pages) => {
    const messages = found(section(`pages=${most}`, pages));
    if (pages <= most) expect(messages).toEqual([]);
    else {
      expect(messages).toEqual([
        expect.stringContaining(
          `the record takes ${pages} pages, pages=${most} allows ${most}: the break before “頁${most + 1}” begins`,
        ),
      ]);
    }
  });

  test.each(taken)("without the property takes %i pages", (pages) => {
    expect(found(section("", pages))).toEqual([]);
  });

  test.each([
    ["the first", section("pages=1", 2, "表") + section("pages=2", 2, "裏"), ["“表2”"]],
    ["the second", section("pages=1", 1, "表") + section("pages=2", 3, "裏"), ["“裏3”"]],
    ["both", section("pages=1", 2, "表") + section("pages=1", 2, "裏"), ["“表2”", "“裏2”"]],
    ["neither", section("pages=2", 2, "表") + section("", 3, "裏"), []],
  ])("counts its own pages: %s", (_, source, words) => {
    expect(found(source)).toEqual(words.map((each) => expect.stringContaining(each)));
  });
});

const rows = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => `品${at + 1}`));

test.each([
  ["a table", 12, "“品"],
  ["a table that fits", 3, null],
])("%s names the first row that is too many", (_, count, words) => {
  const messages = found(`field i[].n string(9) example=${rows(count)}
page w=100mm h=60mm margin=5mm pages=1 {
  body {
    table i row-h=8mm header=none {
      column n "名"
    }
  }
}
`);
  expect(messages).toEqual(words === null ? [] : [expect.stringContaining(words)]);
});

describe("the room that is missing", () => {
  /** Texts of 9 pt, 3.2 mm high, with gaps of 1 mm, parted by breaks; `heightMm` of the paper. */
  const form = (heightMm: number, pages: number, parts: readonly number[], more = ""): string => {
    const blocks = parts.map((count, part) =>
      Array.from({ length: count }, (_, at) => `    text "行${part}-${at}"\n`).join(""),
    );
    const page = `page w=100mm h=${heightMm.toFixed(2)}mm margin=5mm pages=${pages}`;
    return `${page} {\n  body gap=1mm {\n${blocks.join("    break page\n")}${more}  }\n}\n`;
  };
  const missingMm = (messages: readonly string[]): number =>
    Number(/: ([\d.]+)mm of room are missing/u.exec(messages[0] ?? "")?.[1]);

  test.each([
    ["of one page", 60, 1, [13], ""],
    ["of one page by far", 60, 1, [60], ""],
    ["of two pages", 60, 2, [30], ""],
    ["before a break", 60, 2, [14, 3], ""],
    ["behind a break", 60, 2, [3, 16], ""],
    ["for a block that is kept together", 60, 1, [9], '    box keep=together padding=5mm {\n      text "枠"\n    }\n'],
  ] as const)("%s is as much as the paper has to grow, and no less", (_, heightMm, pages, parts, more) => {
    const room = missingMm(found(form(heightMm, pages, parts, more)));
    expect(room).toBeGreaterThan(0);
    expect(found(form(heightMm + room, pages, parts, more))).toEqual([]);
    expect(found(form(heightMm + room - 0.3, pages, parts, more))).toHaveLength(1);
  });

  test.each([
    ["before a break", [14, 3], "“行0-1"],
    ["behind a break", [3, 16], "“行1-1"],
  ] as const)("%s is said of what has none, not of what follows the break", (_, parts, words) => {
    expect(found(form(60, 2, parts))[0]).toContain(`are missing on each page for ${words}`);
  });
});

test("each label of a sheet counts as a page", () => {
  const labels = (count: number) => `source people as=p
field people[].name string(9) example=["青木", "馬場"]
page A4 n-up=[2, 5] margin=10mm pages=1 {
  body {
${'    text "{p.name}"\n'.repeat(count)}  }
}
`;
  expect(found(labels(2))).toEqual([]);
  const told = expect.stringContaining("the record takes 3 labels, pages=1 allows 1");
  expect(found(labels(40))).toEqual([told, told]);
});

test("each copy and each record is judged by itself", () => {
  const source = (count: number) => `copies ["正", "控"]
${section("pages=1", count)}`;
  expect(found(source(1))).toEqual([]);
  expect(found(source(2)).length).toBeGreaterThan(0);
});

test.each([2, 5, 9])("vertical lines that go on are counted: %d", (count) => {
  // Lines of 9 pt, one type size apart, in a width of 27 pt: three stand on the page.
  const words = Array.from({ length: 3 + count }, (_, at) => `第${at}行`).join("\\n");
  const [message] = found(`page w=60mm h=80mm margin=10mm pages=1 {
  body {
    text "${words}" writing=vertical w=27pt h=60mm line-height=1
  }
}
`);
  expect(message).toContain("“第0行 第1行");
  expect(message).toContain(`goes on there for ${count} vertical lines`);
});
