// Small whole documents around one element's example, so that what the reference shows can be compiled.
import type { ElementDefinition } from "../schema/index.ts";

/** Declarations that examples speak of; a document takes those that it mentions. */
const DECLARED: readonly string[] = [
  'field invoice.number string(20) example="INV-2026-0417"',
  'field customer.name string(40) example="株式会社みどり商店"',
  'field issuer.name string(40) example="青空デザイン合同会社"',
  "field issuer.seal? image",
  'field product.name string(40) example="軸受"',
  "field product.photo? image",
  'field note? text(400) example="お振込手数料はご負担ください。"',
  'field report.body text(400) example="# 決定事項\\n\\n1. 見積書を**10日**までに出す\\n2. 次回は金曜日"',
  'field items[].name string(60) example=["サーバー保守", "コンテンツ更新"]',
  "field items[].price decimal(12,2) example=[30000, 4500]",
  "field items[].amount decimal(12,0) example=[30000, 54000]",
  'field items[].line string(10) example=["L1", "L2"]',
  'field items[].months[].label string(4) example=[["10月"], ["10月"]]',
  "field items[].months[].amount int example=[[3], [4]]",
  "let total = sum(items[].amount)",
  'field customers[].code string(10) example=["C-01", "C-02"]',
  'field payment.url string(80) example="https://example.jp/pay/0417"',
  'field applicant.postcode string(7) example="1000001"',
  "field consent bool example=true",
  'field plan.from date example="2026-10-01"',
  'field plan.to date example="2026-10-31"',
  'field plan.asOf date example="2026-10-15"',
  'field holidays[] date example=["2026-10-12"]',
  'field jobs[].name string(20) example=["切断", "研磨"]',
  "field jobs[].price int example=[1000, 2000]",
  'field jobs[].no string(10) example=["M-01", "M-02"]',
  'field jobs[].line string(10) example=["L1", "L2"]',
  'field jobs[].from date example=["2026-10-01", "2026-10-05"]',
  'field jobs[].to date example=["2026-10-04", "2026-10-09"]',
  'field jobs[].due date example=["2026-10-05", "2026-10-12"]',
  "field jobs[].rate int example=[100, 40]",
  'field jobs[].months[].label string(4) example=[["10月"], ["10月"]]',
  "field jobs[].months[].amount int example=[[3], [4]]",
  'field jobs[].tasks[].no string(10) example=[["T-01"], ["T-02"]]',
  "field jobs[].tasks[].rate int example=[[100], [40]]",
  'field jobs[].tasks[].from date example=[["2026-10-01"], ["2026-10-05"]]',
  'field jobs[].tasks[].to date example=[["2026-10-02"], ["2026-10-07"]]',
  'field loads[].key string(10) example=["L1", "L2"]',
  "field loads[].ratio decimal(5,1) example=[90.3, 94.6]",
];

const RESOURCES: Readonly<Record<string, string>> = {
  fonts: 'fonts gothic="Noto Sans JP"',
  sizes: "sizes body=9pt head=12pt",
  colors: "colors ink=#1a1a1a rule=#767676 shade=#f2f4f7 plan=#9ab6d6 late=#c0392b",
};
const STYLES: Readonly<Record<string, string>> = {
  base: "style base font=gothic size=body color=ink",
  body: "style body line-height=1.5",
  small: "style small weight=bold",
  head: "style head size=head",
};

const PAGE = "page A4 {\n  body {\n@\n  }\n}";

const BAR = "      bar start=(.from) end=(.to)\n";
const SCALE = "      scale from=(plan.from) to=(plan.to)\n";
const CATEGORY = "      category (.key)\n";
const ROWS = '    table items {\n      column name "品名"\n      column amount "金額"\n@\n    }';

/** What stands around an element that belongs into a named parent; `@` is its place. */
const FRAMES: Readonly<Record<string, string>> = {
  top: "@",
  flow: PAGE,
  absolute: inside(PAGE, "    plate h=60mm {\n@\n    }"),
  page: "page A4 {\n@\n  body {\n  }\n}",
  pairs: inside(PAGE, "    pairs {\n@\n    }"),
  rich: inside(PAGE, "    rich {\n@\n    }"),
  seals: inside(PAGE, "    seals {\n@\n    }"),
  table: inside(PAGE, ROWS),
  foot: inside(PAGE, inside(ROWS, "      foot {\n@\n      }")),
  head: inside(PAGE, inside(ROWS, "      head {\n@\n      }")),
  row: inside(PAGE, inside(ROWS, "      row {\n@\n      }")),
  pagefoot: inside(PAGE, inside(ROWS, "      pagefoot {\n@\n      }")),
  group: inside(PAGE, inside(ROWS, "      group (.line) {\n@\n      }")),
  gantt: gantt(`@\n${BAR}${SCALE}`),
  chart: chart(`@\n${CATEGORY}`),
  grid: inside(PAGE, "    grid cols=[24mm, 1fr, 1fr] {\n@\n    }"),
};

/** Elements that the usual frame of their place holds already, or that it lacks something for. */
const OWN_FRAMES: Readonly<Record<string, string>> = {
  body: "page A4 {\n@\n}",
  scale: gantt(`@\n${BAR}`),
  category: chart("@\n"),
  "use in flow": withPart(PAGE),
  "use in absolute": withPart(inside(PAGE, "    plate h=60mm {\n@\n    }")),
};

/** Places that an element's example does not fit, though the element does. */
const UNFIT: Readonly<Record<string, readonly string[]>> = { head: ["table", "gantt"] };

/** Examples where an element's own would say something else: a page sums what is of its rows. */
const OWN_EXAMPLES: Readonly<Record<string, string>> = {
  "cell in pagefoot": "cell (.amount) col=amount align=right",
};

/** What an element's block holds in its example, where its example opens one. */
const CONTENTS: Readonly<Record<string, string>> = {
  page: 'body {\n  text "請求書"\n}',
  table: 'column name "品名" w=1fr',
  pairs: 'pair "請求番号" (invoice.number)',
  foot: 'cell "合計" col=name',
  each: "text (.name)",
  grid: 'text "納期"\ntext "月末"',
  rich: 'span "重要" weight=bold',
  seals: 'seal "承認"',
  group: 'head "{.key}"',
  row: "cell (.name) col=name",
  "row in foot": 'cell "合計" col=name\ncell (total) col=amount',
  pagefoot: 'cell "頁計" col=name',
  gantt: 'column name "工程"\nscale from=(plan.from) to=(plan.to)\nbar start=(.from) end=(.to)',
  chart: 'category (.key)\nseries "負荷率" (.ratio)',
};
/** A label, a value, a place for a photo beside two rows, and a value over two columns. */
const RULED_CONTENT = [
  'head "氏名"',
  "cell (customer.name)",
  'cell "写真" rows=2 align=center',
  "newrow",
  'head "住所"',
  "cell",
].join("\n");
const FLOW_CONTENT = 'text "見積書"';
const ABSOLUTE_CONTENT = 'text "見積書" x=0mm y=0mm w=40mm h=5mm';

function inside(frame: string, content: string): string {
  return frame.replace("@", () => content);
}

/** A grid that a cell fills up to one more column, whatever it spans. */
function ruledAround(written: string): string {
  if (written === "newrow") return ruledAround("cell").replace("@", "      cell\n      cell\n@\n      cell");
  const spanned = (name: string): number => Number(new RegExp(` ${name}=([0-9]+)`).exec(written)?.[1] ?? 1);
  const widths = ["24mm", ...new Array<string>(spanned("cols")).fill("1fr")];
  const cells = new Array<string>(spanned("rows")).fill("      cell").join("\n");
  return inside(PAGE, `    grid cols=[${widths.join(", ")}] row-h=12mm {\n@\n${cells}\n    }`);
}

function withPart(frame: string): string {
  return frame.replace("page", 'part contact {\n  text "お問い合わせ"\n}\npage');
}

function gantt(content: string): string {
  return inside(PAGE, `    gantt jobs {\n      column name "工程"\n${content}    }`);
}

function chart(content: string): string {
  return inside(PAGE, `    chart bar loads alt="負荷率" {\n${content}      series "負荷率" (.ratio)\n    }`);
}

/** An element's example with its block, as it may stand in a document. */
export function wholeExample({ name, example, children, parents }: ElementDefinition): string {
  if (!example.endsWith("{")) return example;
  if (name === "grid" && children !== "flow") return `${example}\n${indented(RULED_CONTENT, 1)}\n}`;
  const usual = children === "absolute" ? ABSOLUTE_CONTENT : FLOW_CONTENT;
  const content =
    children === "flow" && name !== "grid" && name !== "each"
      ? usual
      : (CONTENTS[`${name} in ${parents[0]}`] ?? CONTENTS[name] ?? usual);
  return `${example}\n${indented(content, 1)}\n}`;
}

/**
 * The element's example in a document that compiles. `place` is one of {@link placesOf}; `property` is written behind
 * the example's own.
 */
export function sampleDocument(element: ElementDefinition, place: string, property = ""): string {
  const example = OWN_EXAMPLES[`${element.name} in ${place}`] ?? element.example;
  const [line = "", ...rest] = wholeExample({ ...element, example }).split("\n");
  const opens = rest.length > 0;
  const head = opens ? line.slice(0, -1).trimEnd() : line;
  const more = [...(place === "absolute" ? positionOf(element, `${head} ${property}`) : []), property].filter(Boolean);
  const written = [[head, ...more, ...(opens ? ["{"] : [])].join(" "), ...rest].join("\n");
  const ruled = place === "grid" ? ruledAround(written) : undefined;
  const own = ruled ?? OWN_FRAMES[`${element.name} in ${place}`] ?? OWN_FRAMES[element.name];
  const frame = own ?? FRAMES[place] ?? PAGE;
  const content = inside(frame, written);
  const body = content.includes("page A4") ? content : `${content}\n${inside(PAGE, FLOW_CONTENT)}`;
  return `rpt 1\n${declarationsFor(element, body)}${body}\n`;
}

/** The places of an element that a document can show, what its example asks for considered. */
export function placesOf(element: ElementDefinition): readonly string[] {
  const absolute = / x=/.test(element.example);
  const unfit = [...(absolute ? ["flow"] : []), ...(UNFIT[element.name] ?? [])];
  return element.parents.filter((place) => FRAMES[place] !== undefined && !unfit.includes(place));
}

/** What an absolute container asks of its children beyond what is written. */
function positionOf({ properties }: ElementDefinition, written: string): readonly string[] {
  const wanted = Object.entries({ x: "0mm", y: "0mm", w: "40mm", h: "40mm" });
  return wanted.flatMap(([name, value]) =>
    properties[name] !== undefined && !written.includes(` ${name}=`) ? [`${name}=${value}`] : [],
  );
}

function declarationsFor(element: ElementDefinition, body: string): string {
  const resources = Object.entries(RESOURCES).flatMap(([name, line]) => (element.name === name ? [] : [line]));
  const styles = Object.entries(STYLES).flatMap(([name, line]) =>
    name === "base" || new RegExp(`(?:style|base)=${name}\\b`).test(body) ? [line] : [],
  );
  const mentioned = DECLARED.filter((line) => isMentioned(line, body));
  return [...mentioned, ...resources, ...styles].map((line) => `${line}\n`).join("");
}

function isMentioned(declaration: string, body: string): boolean {
  const path = declaration.split(" ")[1]?.replace("?", "") ?? "";
  const array = path.indexOf("[]");
  if (array >= 0 && path.slice(0, array) === "items") return /\bitems\b|\btotal\b/.test(body);
  if (array >= 0) return new RegExp(`\\b${path.slice(0, array)}\\b`).test(body);
  return new RegExp(`\\b${path.replace(".", "\\.")}\\b`).test(body);
}

function indented(text: string, levels: number): string {
  return text
    .split("\n")
    .map((line) => "  ".repeat(levels) + line)
    .join("\n");
}
