import { describe, expect, it, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** A form with a table of one short page whose examples are two rows. */
function form({ top = "", bands = "", body = TABLE }: Partial<Record<"top" | "bands" | "body", string>> = {}): string {
  return `rpt 1
document form lang=ja
${top}
field items[].name string(10) example=["国", "語"]
field items[].qty int min=0 max=99 example=[1, 2]
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A5 landscape margin=15mm {
${bands}
  body gap=2mm {
${body}
  }
}
`;
}

const TABLE = `    table items empty="該当なし" {
      column name "品名" w=1fr
      column qty "数量" w=20mm align=right
    }`;

function found(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics;
}

const told = (source: string) => found(source).map(({ code, message }) => `${code} ${message}`);

describe("other numbers of rows than the examples have", () => {
  it("find nothing in a sound form", () => {
    expect(told(form())).toEqual([]);
  });

  test.each([
    [
      "a header of later pages that leaves no room",
      { bands: '  header h=116mm on=rest {\n    text "続" x=0mm y=0mm w=20mm h=5mm\n  }' },
      /^RPT4031 with items\[\] of \d+ entries: .*leave -?\d+\.\dmm for the body/u,
    ],
    [
      "texts that lie on each other in a header of later pages",
      {
        bands:
          '  header h=10mm on=rest {\n    text "続き" x=0mm y=0mm w=20mm h=5mm\n' +
          '    text "上書" x=3mm y=1mm w=20mm h=5mm\n  }',
      },
      /^RPT4031 with items\[\] of \d+ entries: .*overlap/u,
    ],
    [
      "a text that leaves its footer on the last page alone, once there is another",
      {
        bands:
          '  footer h=10mm on=first {\n    text "一" x=0mm y=0mm w=20mm h=5mm\n  }\n' +
          '  footer h=10mm on=last {\n    text "以上で終わりです" x=0mm y=0mm w=10mm h=5mm\n  }',
        body: `${TABLE}\n    break page\n    text "次"`,
      },
      null,
    ],
    [
      "a division by the number of rows where there are none",
      { top: "let average = sum(items[].qty) / count(items)", body: `${TABLE}\n    text (format(average, '0.0'))` },
      /^RPT4031 with items\[\] of no entries: division by zero/u,
    ],
    [
      "records that grow out of their plate",
      {
        body:
          `    plate h=30mm {\n` +
          `      each items x=0mm y=0mm w=60mm {\n        text "{.name} {.qty}"\n      }\n    }`,
      },
      /^RPT4032 with items\[\] of 80 entries/u,
    ],
  ])("find %s", (_, parts, message) => {
    const all = told(form(parts));
    if (message === null) expect(all).not.toEqual([]);
    else expect(all).toContainEqual(expect.stringMatching(message));
  });

  it("respect the fewest and the most entries that are declared", () => {
    const parts = {
      top: "field items[] min=1 max=3",
      body: `${TABLE}\n    text (format(sum(items[].qty) / count(items), '0.0'))`,
    };
    expect(told(form(parts))).toEqual([]);
  });
});

describe("the longest text in vertical lines", () => {
  const vertical = (own: string) =>
    form({ top: 'field body text(3000) example="国"', body: `    text (body) writing=vertical ${own}\n${TABLE}` });

  test.each(["", "h=40mm", "max-h=60mm", "line-height=2 align=justify"])("goes on over pages (%s)", (own) => {
    expect(told(vertical(own))).toEqual([]);
  });

  test.each([
    ["a row", "    row {\n      text (body) writing=vertical w=1fr\n    }"],
    ["a plate", "    plate h=40mm {\n      text (body) x=0mm y=0mm w=90mm h=40mm writing=vertical\n    }"],
    ["a plate, without a height", "    plate h=40mm {\n      text (body) x=0mm y=0mm w=90mm writing=vertical\n    }"],
    ["a box of a height", "    box h=40mm {\n      text (body) writing=vertical\n    }"],
    ["a cell", '    table items {\n      column name "品名" (body) w=1fr writing=vertical\n    }'],
  ])("is told where it must stay in %s", (_, body) => {
    const codes = found(form({ top: 'field body text(3000) example="国"', body }));
    expect(codes.map(({ code, dataPath }) => `${code} ${dataPath}`)).toContain("RPT4031 body");
  });
});
