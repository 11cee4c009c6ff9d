import { describe, expect, test } from "vitest";
import type { CanvasElement } from "../../../../src/core/canvas/index.ts";
import { ARTIFACT, type PageDocument } from "../../../../src/core/layout/index.ts";
import { band, canvas, length, mm, page, stack, template, text } from "../../../support/canvas-builder.ts";
import { layOutData, layOutSource } from "../../../support/lay-out.ts";

const PLACE = { xEmu: 0, yEmu: 0, width: length(mm(40)), heightEmu: mm(8) };

function inHeader(...children: readonly CanvasElement[]): PageDocument {
  return layOutData(canvas([page([text("本文")], { bands: [band("header", mm(20), children)] })])).value;
}

/** Each text with the types from its node up to the root; `artifact` for what is not read. */
function spoken(document: PageDocument): readonly string[] {
  return document.pages.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (item.kind !== "glyphs") return [];
      const types: string[] = [];
      for (let at = item.node; at !== ARTIFACT; at = document.structure[at]?.parent ?? ARTIFACT) {
        types.push(document.structure[at]?.type ?? "?");
      }
      return `${item.run.text}: ${types.length === 0 ? "artifact" : types.join(" < ")}`;
    }),
  );
}

describe("what of a header is read", () => {
  test("a text with a role is, what has none is decoration", () => {
    const title = text("請求書", { box: { ...PLACE, role: "document.title" }, heading: 1 });
    expect(spoken(inHeader(title, text("控", { box: PLACE })))).toEqual([
      "請求書: H1 < Document",
      "控: artifact",
      "本文: P < Document",
    ]);
  });

  test("a text with a role is also read where it stands in a container without one", () => {
    const title = text("請求書", { box: { role: "document.title" }, heading: 1 });
    const around = stack([title, text("控")], { kind: "box", box: PLACE });
    expect(spoken(inHeader(around))).toEqual(["請求書: H1 < Document", "控: artifact", "本文: P < Document"]);
  });

  test("all that lies in a container with a role is read with it", () => {
    const around = stack([text("青空商店"), text("東京都")], { box: { ...PLACE, role: "issuer" } });
    expect(spoken(inHeader(around))).toEqual([
      "青空商店: P < Div < Document",
      "東京都: P < Div < Document",
      "本文: P < Document",
    ]);
  });
});

describe("links", () => {
  test("a linked text stands in a link of its paragraph, and so does the link's area", () => {
    const form = canvas([page([text("案内", { box: { link: template("https://example.jp") } })])]);
    const { value } = layOutData(form);
    expect(spoken(value)).toEqual(["案内: Link < P < Document"]);
    const nodes = value.pages[0]?.items.map((item) => value.structure[item.node]?.type);
    expect(nodes).toEqual(["Link", "Link"]);
  });

  test("a linked container has a link beside what it holds", () => {
    const around = stack([text("案内")], { box: { link: template("https://example.jp") } });
    const { value } = layOutData(canvas([page([around])]));
    expect(spoken(value)).toEqual(["案内: P < Document"]);
    expect(value.structure.map((node) => node.type)).toEqual(["Document", "P", "Link"]);
  });
});

describe("lists", () => {
  const form = (body: string): string => `rpt 1\npage A4 margin=15mm {\n  body {\n${body}\n  }\n}\n`;

  test("paragraphs with markers in a row are the items of one list", () => {
    const { value } = layOutSource(
      form(
        '    text "甲の義務" marker="1."\n    text "乙の義務" marker="2."\n    text "文"\n    text "別" marker="・"',
      ),
    );
    expect(spoken(value)).toEqual([
      "1.: Lbl < LI < L < Document",
      "甲の義務: LBody < LI < L < Document",
      "2.: Lbl < LI < L < Document",
      "乙の義務: LBody < LI < L < Document",
      "文: P < Document",
      "・: Lbl < LI < L < Document",
      "別: LBody < LI < L < Document",
    ]);
    expect(value.structure.filter((node) => node.type === "L").length).toBe(2);
  });

  test("a heading with a number stays a heading", () => {
    const { value } = layOutSource(form('    text "総則" marker="一" heading=2'));
    expect(spoken(value)).toEqual(["一: H2 < Document", "総則: H2 < Document"]);
  });
});
