// Findings of a text that prints an entry of a plain list name the entry.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

/** A letter that no bundled font has. */
const UNKNOWN = "\u{1f995}";

const HEAD = `rpt 1
document d
field lines[] string(40) example=["ねじ", "ばね"]
field sites[].names[] string(8) example=[["甲"], ["乙"]]
field items[].name string(8) example=["甲", "乙"]
field counts[] decimal(5,1) example=[1, 2]
field kinds[] enum(a, b) labels=["甲", "乙${UNKNOWN}"] example=[a, b]
`;

const DATA = {
  lines: ["ねじ", `ばね${UNKNOWN}`],
  sites: [{ names: ["甲"] }, { names: ["乙", `丙${UNKNOWN}`] }],
  items: [{ name: "乙" }, { name: `甲${UNKNOWN}` }],
  counts: [1, 2],
  kinds: ["a", "b"],
};

function pathsOf(source: string, data: unknown): readonly (string | undefined)[] {
  const { diagnostics } = layOutSource(source, data);
  return diagnostics.filter(({ code }) => code === "RPT4005").map(({ dataPath }) => dataPath);
}

const form = (...body: readonly string[]) => `${HEAD}page A4 margin=20mm {
  body gap=1mm {
    ${body.join("\n    ")}
  }
}
`;

describe("entries of plain lists", () => {
  test.each([
    ["a text of its own", 'each lines {\n text "{.}"\n }', "lines[1]"],
    ["a text of an expression", "each lines {\n text (.)\n }", "lines[1]"],
    ["a text with words around it", 'each lines {\n text "・{.}"\n }', "lines[1]"],
    ["a cell", 'table lines {\n column x "x" "{.}"\n }', "lines[1]"],
    ["a cell with words around it", 'table lines {\n column x "x" "{.} 様"\n }', "lines[1]"],
    ["a list that is sorted", 'each (sort(lines, ., desc)) {\n text "{.}"\n }', "lines[1]"],
    ["a list that is filtered", 'each lines[. != "ねじ"] {\n text "{.}"\n }', "lines[1]"],
    ["a list without its doubles", 'each (distinct(lines)) {\n text "{.}"\n }', "lines[1]"],
    ["a list in a record", 'each sites {\n each .names {\n text "{.}"\n }\n }', "sites[1].names[1]"],
    ["lists of all records", 'each sites[].names[] {\n text "{.}"\n }', "sites[1].names[1]"],
    ["members of all records", 'each items[].name {\n text "{.}"\n }', "items[1].name"],
    ["members without doubles", 'each (distinct(items[].name)) {\n text "{.}"\n }', "items[1].name"],
    ["a number by its format", `each counts {\n text "{format(., '0.0${UNKNOWN}')}"\n }`, "counts[0]"],
    ["a choice by its label", 'each kinds {\n text "{label(.)}"\n }', "kinds[1]"],
    ["one of two", "each lines {\n text \"{if(true, ., '')}\"\n }", "lines[1]"],
  ])("are named in %s", (_, body, path) => {
    expect(new Set(pathsOf(form(body), DATA))).toEqual(new Set(body.includes("format") ? [path, "counts[1]"] : [path]));
  });

  test("are named in documents of records, of whose records they are no part", () => {
    const source = `rpt 1
document d
source parcels as=p
field recipient.lines[] string(40) example=["倉庫"]
field parcels[].no string(8) example=["1", "2"]
field parcels[].tags[] string(8) example=[["甲"], ["乙"]]
page A5 margin=5mm {
  body {
    text "{p.no}"
    each recipient.lines {
      text "{.}"
    }
    each p.tags {
      text "{.}"
    }
  }
}
`;
    const data = {
      recipient: { lines: ["倉庫", UNKNOWN] },
      parcels: [
        { no: "1", tags: ["甲"] },
        { no: "2", tags: ["甲", UNKNOWN] },
      ],
    };
    expect(pathsOf(source, data)).toEqual(["recipient.lines[1]", "parcels[1].tags[1]"]);
  });

  test("are not named where a list makes its own", () => {
    expect(pathsOf(form(`each (split('甲,乙${UNKNOWN}', ',')) {\n text "{.}"\n }`), DATA)).toEqual([undefined]);
  });
});
