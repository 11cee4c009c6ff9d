import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { createCodeEncoder } from "../../../src/core/engine/barcodes/code-encoder.ts";
import type { PageDocument } from "../../../src/core/layout/index.ts";
import { fractions, layOutSource, pageLines } from "../../support/lay-out.ts";

const MM = 36_000;

const HEAD = `rpt 1
document letters title="通知 {shop}" name="通知"
field shop string(20) example="本店"
field members[].name string(20) example=["青木", "馬場"]
field members[].items[].name string(20) example=[["一"], ["二"]]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body line-height=1
`;

function member(name: string, items: number) {
  return { name, items: Array.from({ length: items }, (_, at) => ({ name: `${name}${at + 1}` })) };
}

function linesOf(document: PageDocument): readonly (readonly string[])[] {
  return document.pages.map((_, page) => pageLines(document, page));
}

const SECTION = `page 100mm 60mm margin=10mm {
  footer h=10mm {
    text "{record.n}/{record.total}の{page.n}/{page.total}{copy.label}" x=0mm y=5mm w=80mm h=5mm
  }
  body {
    text "{m.name}様" h=10mm
    table m.items header=none row-h=10mm {
      column name "品名"
    }
  }
}
`;

describe("an example form", () => {
  const folder = new URL("../../../docs/examples/", import.meta.url);
  const codes = createCodeEncoder();
  const names = readdirSync(folder).filter((name) => name.endsWith(".rpt"));

  test.each(names)("%s lies on whole lengths, none of them a negative zero", (name) => {
    const { value } = layOutSource(readFileSync(new URL(name, folder), "utf8"), undefined, { codes });
    expect(value.pages.length).toBeGreaterThan(0);
    expect(fractions(value.pages)).toEqual([]);
  });
});

describe("a record source", () => {
  const source = `${HEAD}source members as=m name="{m.name}" max=3\n${SECTION}`;

  test("makes a document of each record, with page numbers of its own and a bookmark", () => {
    const members = [member("青木", 1), member("馬場", 3)];
    const { value, diagnostics } = layOutSource(source, { shop: "本店", members });
    expect(diagnostics).toEqual([]);
    expect(linesOf(value)).toEqual([
      ["青木様", "青木1", "1/2の1/1"],
      ["馬場様", "馬場1", "馬場2", "2/2の1/2"],
      ["馬場3", "2/2の2/2"],
    ]);
    expect(value.records.map((each) => [each.firstPage, each.pages, each.title])).toEqual([
      [0, 1, "青木"],
      [1, 2, "馬場"],
    ]);
  });

  test("is told in the canvas", () => {
    expect(compileSource(source).value?.recordSource).toMatchObject({ path: "members[]", recordsMax: 3 });
  });

  test("reaches records of records, joined end to end", () => {
    const section = SECTION.replace("table m.items", "table members").replace("{m.name}様", "{m.name}");
    const members = [member("青木", 1), member("馬場", 2)];
    const { value } = layOutSource(`${HEAD}source members[].items as=m\n${section}`, { shop: "本店", members });
    expect(linesOf(value).map((lines) => lines[0])).toEqual(["青木1", "馬場1", "馬場2"]);
  });
});

describe("copies", () => {
  const source = `${HEAD}source members as=m name="{m.name}"\ncopies ["正", "控"]\n${SECTION}`;

  test("repeat every document, and count as the record that they are of", () => {
    const { value } = layOutSource(source, { shop: "本店", members: [member("青木", 1), member("馬場", 1)] });
    expect(linesOf(value).map((lines) => lines.at(-1))).toEqual([
      "1/2の1/1正",
      "1/2の1/1控",
      "2/2の1/1正",
      "2/2の1/1控",
    ]);
  });

  test("stand on one sheet, page by page, where it is cut apart", () => {
    const sheets = source.replace('["正", "控"]', '["正", "控"] per-page=2').replace("100mm 60mm", "100mm 120mm");
    const { value } = layOutSource(sheets, { shop: "本店", members: [member("青木", 3), member("馬場", 1)] });
    expect(value.pages.map((page) => [page.widthEmu / MM, page.heightEmu / MM])).toEqual([
      [100, 120],
      [100, 120],
      [100, 120],
    ]);
    expect(linesOf(value).map((lines) => lines.filter((line) => line.includes("/")))).toEqual([
      ["1/2の1/2正", "1/2の1/2控"],
      ["1/2の2/2正", "1/2の2/2控"],
      ["2/2の1/1正", "2/2の1/1控"],
    ]);
  });
});

describe("labels on a sheet", () => {
  test("share what the margin leaves, gaps between them, and a full sheet is followed by the next", () => {
    const labels = `${HEAD}source members as=m
page 100mm 100mm margin=[10mm, 5mm] n-up=[2, 3] gap=4mm row-gap=1mm {
  body {
    text (m.name)
  }
}
`;
    const members = Array.from({ length: 7 }, (_, at) => member(`宛${at + 1}`, 1));
    const { value } = layOutSource(labels, { shop: "本店", members });
    expect(linesOf(value)).toEqual([["宛1|宛2", "宛3|宛4", "宛5|宛6"], ["宛7"]]);
    const glyphs = value.pages[0]?.items.filter((item) => item.kind === "glyphs") ?? [];
    const named = glyphs.filter((item) => item.run.text.startsWith("宛"));
    expect([...new Set(named.map((item) => item.xEmu / MM))]).toEqual([5, 52]);
    const [first = 0, second = 0] = [...new Set(named.map((item) => item.yEmu))];
    expect(Math.round((second - first) / MM)).toBe(27);
  });
});

/** What a page's header says, by the kinds of headers that there are and the number of pages. */
const MASTERS: readonly (readonly [kinds: string, pages: number, shown: readonly string[]])[] = [
  ["all", 3, ["all", "all", "all"]],
  ["all first", 3, ["first", "all", "all"]],
  ["all rest", 3, ["all", "rest", "rest"]],
  ["all last", 3, ["all", "all", "last"]],
  ["all first last", 1, ["last"]],
  ["odd even", 4, ["odd", "even", "odd", "even"]],
  ["first odd even last", 4, ["first", "even", "odd", "last"]],
  ["first rest", 2, ["first", "rest"]],
];

describe("page masters", () => {
  test.each(MASTERS)("%s over %i pages", (kinds, pages, shown) => {
    const headers = kinds
      .split(" ")
      .map((kind) => `  header h=10mm on=${kind} {\n    text "${kind}" x=0mm y=0mm w=30mm h=5mm\n  }\n`);
    const breaks = Array.from({ length: pages - 1 }, () => '    text "内"\n    break page\n');
    const body = `  body {\n${breaks.join("")}    text "内"\n  }\n`;
    const { value } = layOutSource(`${HEAD}page 100mm 60mm margin=10mm {\n${headers.join("")}${body}}\n`);
    expect(linesOf(value).map((lines) => lines[0])).toEqual(shown);
  });

  test("the last page's footer takes its room from the last page alone, and something is left for it", () => {
    const source = `${HEAD}page 100mm 60mm margin=10mm {
  footer h=20mm on=last {
    text "合計欄" x=0mm y=10mm w=30mm h=5mm
  }
  body {
    each members {
      text (.name) h=10mm
    }
  }
}
`;
    const shown = (count: number) => {
      const members = Array.from({ length: count }, (_, at) => member(`員${at + 1}`, 0));
      return linesOf(layOutSource(source, { shop: "", members }).value);
    };
    expect(shown(2)).toEqual([["員1", "員2", "合計欄"]]);
    expect(shown(3)).toEqual([
      ["員1", "員2"],
      ["員3", "合計欄"],
    ]);
    expect(shown(5)).toEqual([
      ["員1", "員2", "員3", "員4"],
      ["員5", "合計欄"],
    ]);
  });
});

describe("sections", () => {
  test("follow one another on paper of their own, with numbers that run on", () => {
    const footer = `  footer h=10mm {
    text "{page.n}/{page.total}" x=0mm y=5mm w=30mm h=5mm
  }
`;
    const source = `${HEAD}page 100mm 60mm margin=10mm first-number=3 {
${footer}  body {
    text "表"
  }
}
page 60mm 100mm margin=10mm {
${footer}  body {
    text "裏"
    break page
    text "終"
  }
}
`;
    const { value } = layOutSource(source);
    expect(value.pages.map((page) => page.widthEmu / MM)).toEqual([100, 60, 60]);
    expect(linesOf(value)).toEqual([
      ["表", "3/5"],
      ["裏", "4/5"],
      ["終", "5/5"],
    ]);
  });
});

describe("parts", () => {
  test("stand where they are used, in the flow and at a place, and one in another", () => {
    const source = `${HEAD}part contact {
  text "問合せ先"
  use phone
}
part phone {
  text "電話{page.n}" w=30mm h=5mm
}
page 100mm 60mm margin=10mm {
  header h=15mm {
    use contact x=40mm y=0mm w=40mm
  }
  body gap=2mm {
    use contact
    use phone when=(shop == '支店')
    use phone when=(shop == '本店')
  }
}
`;
    const { value, diagnostics } = layOutSource(source, { shop: "本店", members: [] });
    expect(diagnostics).toEqual([]);
    expect(linesOf(value)).toEqual([["問合せ先", "電話1", "問合せ先", "電話1", "電話1"]]);
  });
});

describe("columns", () => {
  const body = (inner: string, properties = "") =>
    `${HEAD}page 100mm 60mm margin=10mm {\n  body ${properties} {\n${inner}\n  }\n}\n`;

  test("a break of a column goes on in the next column, a break of the page on the next page", () => {
    const inner = '    text "一"\n    break column\n    text "二"\n    break page\n    text "三"';
    expect(linesOf(layOutSource(body(inner, "columns=2")).value)).toEqual([["一|二"], ["三"]]);
  });

  test("a break of a column is one of the page where there are no columns", () => {
    const inner = '    text "一"\n    break column\n    text "二"';
    expect(linesOf(layOutSource(body(inner)).value)).toEqual([["一"], ["二"]]);
  });

  test("breaks that no page can follow lose nothing", () => {
    const texts = ["一", "二", "三", "四"].map((letter) => `        text "${letter}"\n`);
    const broken = texts.join("        break page\n        break column\n");
    const inner = `    row {\n      columns n=2 {\n${broken}      }\n    }`;
    const shown = linesOf(layOutSource(body(inner)).value)
      .flat()
      .join("");
    expect([...shown].filter((letter) => letter !== "|").sort()).toEqual([..."一二三四"].sort());
  });
});

describe("heads of a table's own", () => {
  const source = `${HEAD}page 100mm 60mm margin=10mm {
  body {
    table members row-h=6mm {
      column name "名" w=30mm
      column count "数" (count(.items)) w=20mm
      column each .items "{.name}欄" (.name) w=10mm
      head {
        cell "名前" col=name rows=2
        cell "上" col=count
        newrow
        cell "下" col=count
      }
      foot {
        cell "計" col=name rows=2
        cell (count(members)) col=count
        newrow
        cell "名" col=count
      }
    }
  }
}
`;

  test("have cells over rows, and columns from data keep their own headings", () => {
    const { value, diagnostics } = layOutSource(source, { shop: "", members: [member("青", 2), member("赤", 1)] });
    expect(diagnostics).toEqual([]);
    expect(linesOf(value)).toEqual([["上", "名前|青1欄青2欄赤1欄", "下", "青|2|青1|青2", "赤|1|赤1", "2", "計", "名"]]);
  });

  test("two cells of one column in a row are told", () => {
    const twice = source.replace('cell "下" col=count', 'cell "下" col=name..count');
    const codes = compileSource(twice).diagnostics.map((one) => one.code);
    expect(codes).toContain("RPT1017");
  });
});

describe("slanted letters", () => {
  test("are told of every level run, in paragraphs, cells and spans", () => {
    const source = `${HEAD}page 100mm 60mm margin=10mm {
  body {
    text "斜" italic=true
    rich italic=true {
      span "体"
      span "正" italic=false
    }
    table members header=none {
      column name "" italic=true
    }
  }
}
`;
    const runs = layOutSource(source).value.pages[0]?.items.filter((item) => item.kind === "glyphs") ?? [];
    expect(runs.map((run) => [run.run.text, run.isSlanted === true])).toEqual([
      ["斜", true],
      ["体", true],
      ["正", false],
      ["青木", true],
      ["馬場", true],
    ]);
  });
});

describe("bookmarks", () => {
  test("stand in rows and grids as well, and take no cell there", () => {
    const source = `${HEAD}page 100mm 60mm margin=10mm {
  body {
    grid cols=[1fr, 1fr] {
      each members {
        bookmark "{.name}"
        text (.name)
      }
    }
    row {
      text "右" w=1fr
      bookmark "終わり"
    }
  }
}
`;
    const { value } = layOutSource(source);
    expect(linesOf(value)).toEqual([["青木|馬場", "右"]]);
    expect(value.bookmarks.map((mark) => mark.title)).toEqual(["青木", "馬場", "終わり"]);
  });
});

describe("paragraphs with a marker", () => {
  test("hang behind it, line by line, and over the page's end", () => {
    const source = `${HEAD}page 60mm 40mm margin=10mm {
  body gap=2mm {
    text "${"長い文がつづきます。".repeat(12)}" marker="※" marker-w=8mm
  }
}
`;
    const { value } = layOutSource(source);
    const runs = value.pages.flatMap((page) => page.items.filter((item) => item.kind === "glyphs"));
    expect(runs.filter((run) => run.run.text === "※").map((run) => run.xEmu / MM)).toEqual([10]);
    expect(value.pages.length).toBeGreaterThan(1);
    const lines = runs.filter((run) => run.run.text !== "※");
    expect(Math.min(...lines.map((run) => run.xEmu / MM))).toBe(18);
  });
});

describe("whole forms", () => {
  test.each(["labels", "delivery-note", "statement", "estimate"])(
    "%s lays out its examples without an error",
    (name) => {
      const source = readFileSync(new URL(`forms/${name}.rpt`, import.meta.url), "utf8");
      const { value, diagnostics } = layOutSource(source);
      expect(value.pages.length).toBe(1);
      expect(diagnostics.filter((one) => one.severity === "error")).toEqual([]);
    },
  );
});
