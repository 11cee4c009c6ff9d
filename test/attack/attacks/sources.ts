// Small sources and payloads that make much work, sent to be checked, shown and published.
import type { Attack } from "../attack.ts";
import { type Answer, later, send } from "../send.ts";
import { jsonHeaders, renderPath } from "./bodies.ts";

const HEAD = 'rpt 1\ndocument t title="t" lang=ja\n';

function page(body: string): string {
  return `page A4 portrait margin=15mm {\n  body gap=1mm {\n${body}\n  }\n}\n`;
}

function numbers(count: number): string {
  return Array.from({ length: count }, (_, at) => at).join(",");
}

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join("\n");
}

interface Source {
  readonly source: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** 317 bytes, and a QR code for each part of a text that is made of nothing. */
const SPLIT_CODES = `${HEAD}field a string(10) example="x"
let parts = split(repeat('a,', 1000), ',')
${page("each parts {\n  barcode qr \"{repeat('漢', 600)}{a}{.}\" w=60mm h=60mm\n}")}`;

const SOURCES = {
  "QR codes of a split text": { source: SPLIT_CODES },
  "a thousand QR codes": {
    source: HEAD + page(lines(1000, (at) => `barcode qr "${"漢".repeat(300)}${at}" w=60mm h=60mm`)),
  },
  "fifty shrunk texts of 27,000 letters": {
    source: `${HEAD}field a text(100000) example="x"\n${page(lines(50, () => "text (a) fit=shrink"))}`,
    data: { a: "あa ".repeat(9000) },
  },
  "lists within lists": {
    source: `${HEAD}field items[].a int example=[1,2]\n${page(
      'each items {\neach items {\neach items {\ntext "{.a}" when=(.a < 0)\n}\n}\n}',
    )}`,
    data: { items: Array.from({ length: 1000 }, (_, a) => ({ a })) },
  },
  "filters within filters": {
    source: `${HEAD}field items[].a int example=[${numbers(300)}]\n${lines(
      100,
      (at) => `let items[].l${at} = sum(items[.a > ${at} and .a < outer.a + ${at}].a)`,
    )}\n${page('text "{sum(items[].l0)}"')}`,
  },
  "a pattern of repeats": {
    source: `${HEAD}field a string(500) pattern='^(((((a{0,50}){0,50}){0,50})))$' example="${"a".repeat(400)}"\n${page(
      'text "{a}"',
    )}`,
  },
  "a pattern of anything": {
    source: `${HEAD}field a text(20000) pattern='(.*){1,1000}(.*){1,1000}x' example="${"a".repeat(9000)}"\n${page(
      'text "{a}"',
    )}`,
  },
  "a pattern that backtracks": {
    source: `${HEAD}field a string pattern='${"(a*)*".repeat(90)}$' example="${"a".repeat(190)}!"\n${page("text (a)")}`,
  },
  "powers of decimals": {
    source: `${HEAD}field a decimal(30,10) example=99999999999999999999.9999999999\n${"bcdefgh"
      .split("")
      .map((name, at) => `let ${name} = ${Array<string>(8).fill("abcdefg".charAt(at)).join("*")}`)
      .join("\n")}\n${page('text "{h}"')}`,
  },
  "a text doubled forty times": {
    source: `${HEAD}field a string(100) example="xxxxxxxxxx"\nlet b0 = a\n${lines(
      39,
      (at) => `let b${at + 1} = "{b${at}}{b${at}}"`,
    )}\n${page('text "{b39}"')}`,
  },
  "repeats of repeats": { source: HEAD + page("text (len(repeat(repeat('あ', 1000000), 1000)))") },
  "a chart of ten thousand years": {
    source:
      `${HEAD}field jobs[].n string(10) example=["a"]\nfield jobs[].s date example=["0001-01-01"]\n` +
      `field jobs[].e date example=["9999-12-31"]\n${page(
        'gantt jobs header=repeat {\ncolumn n "x" w=20mm\n' +
          'scale from=(date("0001-01-01")) to=(date("9999-12-31")) unit=day\n' +
          "bar start=(.s) end=(.e)\n}",
      )}`,
  },
  "150 stacks in one another": { source: HEAD + page(`${"stack {\n".repeat(150)}text "x"\n${"}\n".repeat(150)}`) },
  "30 columns in one another": {
    source: HEAD + page(`${"columns n=12 gap=0mm {\n".repeat(30)}text "x"\n${"}\n".repeat(30)}`),
  },
  "a thousand copies of 500 texts": {
    source: `${HEAD}copies [${lines(1000, (at) => `"c${at}"`).replaceAll("\n", ",")}]\n${page(
      lines(500, () => `text "${"あ".repeat(100)}"`),
    )}`,
  },
  "15,000 texts": { source: HEAD + page(lines(15_000, () => `text "${"あ".repeat(60)}"`)) },
  "Markdown of nested quotes": {
    source: `${HEAD}field a text(100000) example="x"\n${page("markdown (a)")}`,
    data: { a: `${">".repeat(9_000)} x\n`.repeat(5) },
  },
  "Markdown of nested lists": {
    source: `${HEAD}field a text(100000) example="x"\n${page("markdown (a)")}`,
    data: { a: Array.from({ length: 300 }, (_, at) => `${" ".repeat(2 * at)}- x`).join("\n") },
  },
  "Markdown of open brackets": {
    source: `${HEAD}field a text(100000) example="x"\n${page("markdown (a)")}`,
    data: { a: `${"[".repeat(20_000)}${"*_".repeat(15_000)}\`${"<".repeat(20_000)}` },
  },
  "a megabyte of quotes and braces": { source: `rpt 1\n${'"{'.repeat(500_000)}\n` },
  "10,000 nested parentheses": { source: `rpt 1\nlet a = ${"(".repeat(10_000)}1${")".repeat(10_000)}\n` },
  "a table of five repeated heads": {
    source: `${HEAD}field items[].a text(2000) example=["x"]\n${page(
      'table items header=repeat {\ncolumn a "品名" w=5mm\n}',
    )}`,
    data: { items: Array.from({ length: 1000 }, () => ({ a: "あ".repeat(1900) })) },
  },
} as const satisfies Record<string, Source>;

/** A person has a source checked, several times at once. */
function check(name: keyof typeof SOURCES, times = 1): Attack {
  return {
    name: `check${times === 1 ? "" : ` × ${times}`}: ${name}`,
    async run(target) {
      const call = await (await target.attacker("starter")).signIn();
      return Promise.all(Array.from({ length: times }, () => call("check_document", { ...SOURCES[name] })));
    },
  };
}

/** Many ways to take threads at once: the plan's concurrency holds for all of them. */
const FLOODS: readonly Attack[] = [
  {
    name: "20 publishings at once",
    async run(target) {
      const call = await (await target.attacker("starter")).signIn();
      const source = SOURCES["150 stacks in one another"].source;
      return Promise.all(Array.from({ length: 20 }, () => call("create_document", { title: "x", source })));
    },
    answers: /^200/,
  },
  {
    name: "20 checks with pages at once",
    async run(target) {
      const call = await (await target.attacker("starter")).signIn();
      const { source } = SOURCES["QR codes of a split text"];
      return Promise.all(Array.from({ length: 20 }, () => call("check_document", { source, pages: true })));
    },
  },
  {
    name: "20 renders of a hundred pages at once",
    async run(target) {
      const attacker = await target.attacker("business");
      const pictures = Array.from({ length: 300 }, () => ({ i: PIXEL }));
      return Promise.all(Array.from({ length: 20 }, () => attacker.render({ note: "x".repeat(3_000), pictures })));
    },
  },
  {
    name: "30 jobs of a hundred records",
    async run(target) {
      const attacker = await target.attacker("business");
      const dataList = Array.from({ length: 100 }, (_, at) => ({ note: String(at), pictures: [] }));
      const answers: Answer[] = [];
      for (let job = 0; job < 30; job += 1) answers.push(await renderLater(target.baseUrl, attacker, { dataList }));
      await later(1_000);
      return answers;
    },
  },
];

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ" +
  "RU5ErkJggg==";

async function renderLater(
  baseUrl: string,
  attacker: Parameters<typeof jsonHeaders>[0] & Parameters<typeof renderPath>[0],
  body: object,
): Promise<Answer> {
  const headers = { ...jsonHeaders(attacker), prefer: "respond-async" };
  return send(baseUrl, { path: renderPath(attacker), headers, body: JSON.stringify(body) });
}

const NAMES = Object.keys(SOURCES) as readonly (keyof typeof SOURCES)[];

export const SOURCE_ATTACKS: readonly Attack[] = [
  check("QR codes of a split text", 2),
  check("fifty shrunk texts of 27,000 letters", 4),
  ...NAMES.filter((name) => !/^QR codes|^fifty/.test(name)).map((name) => check(name)),
  ...FLOODS,
];
