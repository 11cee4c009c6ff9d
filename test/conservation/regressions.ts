// Forms that lost content without a finding, found by the generator and made small. Each is drawn whole now, or a
// finding names what it cannot hold.

import { PHOTO } from "../support/conservation/photo.ts";

export interface Regression {
  readonly lost: string;
  /** Behind `rpt 1`. */
  readonly source: string;
  readonly data?: unknown;
  /** The codes that are found now. */
  readonly named: readonly string[];
}

const RESOURCES = 'fonts gothic="Noto Sans JP"\nsizes body=9pt small=7pt\nstyle base font=gothic size=body\n';

function page(body: string, before = ""): string {
  return `${RESOURCES}${before}page A5 portrait margin=12mm {\n  body gap=2mm {\n${body}\n  }\n}\n`;
}

const LINES = 'field lines[].name string(8) example=["見本"]\n';
const DATA = { lines: [{ name: "東西" }, { name: "南北" }] };

/** Elements that are as wide as they are let, and so had no width beside others. */
const FILLING: readonly (readonly [name: string, element: string])[] = [
  ["a table", 'table lines {\n  column name "品名"\n}'],
  ["a grid", 'grid cols=[1fr, 1fr] {\n  text "左"\n  text "右"\n}'],
  ["a comb", 'comb "12345" cells=8'],
  ["a row of seal boxes", 'seals h=20mm {\n  seal "承認"\n  seal "作成"\n}'],
  ["a chart", 'chart bar lines alt="負荷" h=40mm title="負荷率" {\n  category (.name)\n  series "数" (index)\n}'],
  ["a line", "line stroke=[0.5pt, #12345a]"],
  ["a rectangle", "rect h=8mm stroke=[0.5pt, #12345a]"],
  ["a plate with a line", "plate h=10mm {\n  line x=0mm y=2mm w=1fr h=2mm stroke=[0.5pt, #12345a]\n}"],
];

export const REGRESSIONS: readonly Regression[] = [
  ...FILLING.map(
    ([name, element]): Regression => ({
      lost: `${name} without a width in a row`,
      source: LINES + page(`row gap=2mm {\n  text "見出し"\n  ${element}\n}`),
      data: DATA,
      named: [],
    }),
  ),
  ...FILLING.slice(0, 5).map(
    ([name, element]): Regression => ({
      lost: `${name} in a stack in a column of its content's width`,
      source: LINES + page(`grid cols=[auto, auto] gap=2mm {\n  text "見出し"\n  stack {\n    ${element}\n  }\n}`),
      data: DATA,
      named: [],
    }),
  ),
  {
    lost: "the label of a seal box without a size in a row",
    source: page('row gap=2mm {\n  seal "見出し"\n  text "お届け先"\n}'),
    named: [],
  },
  {
    lost: "the labels of narrow seal boxes, under their seals",
    source: `field photo? image\n${page('seals w=40mm {\n  seal "小計（税込）" (photo)\n  seal "承認" (photo)\n}')}`,
    data: { photo: PHOTO },
    named: [],
  },
  {
    lost: "a letter of a comb that no font has",
    source: page('comb "12\\u{10FFFD}" cells=8'),
    named: ["RPT4005"],
  },
  {
    lost: "letters of a background above the paper's edge",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    text "見出し" x=0mm y=0mm w=60mm h=12mm line-height=0.5
  }
  body {
    text "本文"
  }
}
`,
    named: ["RPT5003"],
  },
  {
    lost: "letters in the bleed, which is cut off",
    source: `${RESOURCES}page A5 portrait margin=12mm bleed=3mm {
  background {
    text "断裁" x=-3mm y=30mm w=30mm h=12mm
  }
  body {
    text "本文"
  }
}
`,
    named: ["RPT5003"],
  },
  {
    lost: "ruby smaller than 4 pt",
    source: page('rich {\n  ruby "帳票" "ちょうひょう" size=small\n}'),
    named: ["RPT5006"],
  },
];
