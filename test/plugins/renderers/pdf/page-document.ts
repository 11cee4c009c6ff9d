// Builds small page values from the bundled fonts, as layout would, for the tests of the PDF renderer.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type {
  Color,
  FillItem,
  Font,
  GlyphRun,
  GlyphRunItem,
  Page,
  PageDocument,
  PlacedItem,
  RenderOptions,
  StrokeItem,
} from "../../../../src/core/sdk/index.ts";
import { createShaper, parseFont } from "../../../../src/core/text/index.ts";

const require = createRequire(import.meta.url);

export const A4 = { widthEmu: 7_560_000, heightEmu: 10_692_000 };
export const BLACK: Color = [0, 0, 0, 255];

export const options: RenderOptions = {
  createdAt: "2026-04-01T09:30:00Z",
  contentHash: "00112233445566778899aabbccddeeff",
  producer: "Platen test",
};

const span = { start: 0, end: 0 } as unknown as PlacedItem["span"];

export function fontFrom(path: string, family: string, weight: "normal" | "bold"): Font {
  const bytes = new Uint8Array(readFileSync(require.resolve(path)));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const parsed = parseFont({ bytes, family, weight, sha256 });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.font;
}

const FACES = "@expo-google-fonts/noto-sans-jp";
export const regular = fontFrom(`${FACES}/400Regular/NotoSansJP_400Regular.ttf`, "Noto Sans JP", "normal");
export const bold = fontFrom(`${FACES}/700Bold/NotoSansJP_700Bold.ttf`, "Noto Sans JP", "bold");

const shaper = createShaper(new Uint8Array(readFileSync(require.resolve("harfbuzzjs/dist/harfbuzz.wasm"))));

/** The one run of a string that is all of one script. */
export function runOf(text: string, font: Font = regular, direction: GlyphRun["direction"] = "horizontal"): GlyphRun {
  const pieces = shaper.shape(text, [font], { direction, lang: "ja", tabular: false, kerning: true });
  const [piece] = pieces;
  if (piece === undefined || pieces.length !== 1) throw new Error(`'${text}' is not one run`);
  return piece.run;
}

export interface TextLook {
  readonly font?: Font;
  readonly sizeEmu?: number;
  readonly color?: Color;
  readonly isStatic?: boolean;
  readonly letterSpacingEmu?: number;
  readonly scaleThousandths?: number;
}

/** A string at a place, one item per run. */
export function text(value: string, xEmu: number, yEmu: number, look: TextLook = {}): readonly GlyphRunItem[] {
  const { font = regular, sizeEmu = 127_000 } = look;
  const pieces = shaper.shape(value, [font], { direction: "horizontal", lang: "ja", tabular: false, kerning: true });
  let x = xEmu;
  return pieces.map(({ run }) => {
    const item = glyphs(run, x, yEmu, { ...look, sizeEmu });
    x += item.advanceEmu;
    return item;
  });
}

export function glyphs(run: GlyphRun, xEmu: number, yEmu: number, look: TextLook = {}): GlyphRunItem {
  const { sizeEmu = 127_000, letterSpacingEmu = 0, scaleThousandths = 1000 } = look;
  const units = run.advances.reduce((sum, advance) => sum + advance, 0);
  const natural = Math.round((units * sizeEmu * scaleThousandths) / (run.font.unitsPerEm * 1000));
  return {
    kind: "glyphs",
    span,
    node: 0,
    isStatic: look.isStatic ?? false,
    run,
    xEmu,
    yEmu,
    sizeEmu,
    scaleThousandths,
    letterSpacingEmu,
    adjustmentsEmu: null,
    advanceEmu: natural + letterSpacingEmu * run.glyphs.length,
    color: look.color ?? BLACK,
    sources: [],
  };
}

export function rectangle(leftEmu: number, topEmu: number, widthEmu: number, heightEmu: number) {
  return { leftEmu, topEmu, rightEmu: leftEmu + widthEmu, bottomEmu: topEmu + heightEmu };
}

export function fill(area: ReturnType<typeof rectangle>, color: Color, isStatic = false, radiusEmu = 0): FillItem {
  const shape = { kind: "rectangle", rectangle: area, radiusEmu } as const;
  return { kind: "fill", span, node: -1, isStatic, shape, color };
}

export function line(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  look: { widthEmu?: number; color?: Color; dashEmu?: readonly number[]; isStatic?: boolean } = {},
): StrokeItem {
  return {
    kind: "stroke",
    span,
    node: -1,
    isStatic: look.isStatic ?? false,
    shape: {
      kind: "path",
      commands: [
        { op: "move", xEmu: fromX, yEmu: fromY },
        { op: "line", xEmu: toX, yEmu: toY },
      ],
    },
    widthEmu: look.widthEmu ?? 6350,
    color: look.color ?? BLACK,
    dashEmu: look.dashEmu ?? [],
  };
}

export function link(area: ReturnType<typeof rectangle>, target: { url: string } | { name: string }): PlacedItem {
  return {
    kind: "link",
    span,
    node: -1,
    isStatic: false,
    rectangle: area,
    target: "url" in target ? { kind: "url", ...target } : { kind: "destination", ...target },
  };
}

export function image(index: number, area: ReturnType<typeof rectangle>): PlacedItem {
  return { kind: "image", span, node: 0, isStatic: false, image: index, rectangle: area, clip: null };
}

export function page(items: readonly PlacedItem[], size: { widthEmu: number; heightEmu: number } = A4): Page {
  return { ...size, items };
}

/** A document with these pages; everything that is not given is empty. */
export function documentOf(pages: readonly Page[], rest: Partial<PageDocument> = {}): PageDocument {
  return {
    title: "請求書",
    lang: "ja",
    author: null,
    subject: null,
    keywords: null,
    pages,
    structure: [],
    images: [],
    bookmarks: [],
    destinations: [],
    records: [{ firstPage: 0, pages: pages.length, title: null }],
    ...rest,
  };
}

const MM = 36_000;

const ARTICLES = [
  "基幹業務システム改修設計支援",
  "帳票出力機能の追加開発一式",
  "月次保守サービス（平日九時〜十八時）",
  "クラウド環境利用料・監視費用",
  "消耗品（用紙、トナー、封筒）",
  "軽減税率対象品：緑茶ペットボトル",
  "操作研修および教材印刷の実施",
  "搬入設置作業と廃棄物の処理",
  "通信回線増設工事（第二倉庫）",
  "緊急対応出張旅費精算分",
];

/** A one-page invoice of ten ruled rows in two weights; `seed` varies its data. */
export function invoicePage(seed: number): Page {
  const items: PlacedItem[] = [];
  const fixed = (value: string, x: number, y: number, look: TextLook = {}): void => {
    items.push(...text(value, x * MM, y * MM, { ...look, isStatic: true }));
  };
  const data = (value: string, x: number, y: number, look: TextLook = {}): void => {
    items.push(...text(value, x * MM, y * MM, look));
  };
  const ink: Color = [31, 58, 95, 255];
  items.push(fill(rectangle(15 * MM, 14 * MM, 180 * MM, 14 * MM), ink, true));
  fixed("御請求書", 86, 24, { font: bold, sizeEmu: 228_600, color: [255, 255, 255, 255] });
  data(`株式会社星雲商事${seed % 7 === 0 ? "本社" : "大阪支店"} 御中`, 15, 42, { font: bold, sizeEmu: 177_800 });
  data(`〒530-${String(1000 + (seed % 900))} 大阪府大阪市北区梅田三丁目${1 + (seed % 9)}番地`, 15, 49);
  fixed("下記のとおりご請求申し上げます。お支払期限までにお振り込みください。", 15, 58);
  fixed("請求番号", 130, 36);
  data(`INV-2026-${String(10000 + seed)}`, 160, 36);
  fixed("請求日", 130, 42);
  data(`令和八年四月${1 + (seed % 28)}日`, 160, 42);
  fixed("登録番号", 130, 48);
  data("T1234567890123", 160, 48);
  fixed("ご請求金額", 15, 70, { font: bold, sizeEmu: 152_400 });
  data(`￥${(1_234_567 + seed * 391).toLocaleString("en-US")}-`, 60, 70, { font: bold, sizeEmu: 203_200 });
  const columns = [15, 95, 115, 145, 170, 195];
  items.push(fill(rectangle(15 * MM, 78 * MM, 180 * MM, 8 * MM), [232, 238, 245, 255], true));
  ["品名・摘要", "数量", "単価", "税率", "金額"].forEach((head, index) => {
    fixed(head, (columns[index] ?? 0) + 2, 83.5, { font: bold, sizeEmu: 114_300 });
  });
  for (let row = 0; row <= 11; row++) {
    const y = (78 + row * 8) * MM;
    items.push(line(15 * MM, y, 195 * MM, y, { isStatic: true, widthEmu: row < 2 ? 9525 : 3175, color: ink }));
  }
  for (const x of columns) {
    items.push(line(x * MM, 78 * MM, x * MM, 166 * MM, { isStatic: true, widthEmu: 3175, color: ink }));
  }
  ARTICLES.forEach((name, row) => {
    const y = 86 + row * 8 + 5.5;
    const price = 1000 + ((seed * 7919 + row * 104_729) % 90_000);
    data(name, 17, y);
    data(String(1 + ((seed + row) % 12)), 99, y);
    data(price.toLocaleString("en-US"), 120, y);
    data(row === 5 ? "8%※" : "10%", 150, y);
    data((price * 3).toLocaleString("en-US"), 174, y);
  });
  ["小計", "消費税（10%対象）", "消費税（8%対象）", "合計金額"].forEach((label, row) => {
    fixed(label, 130, 174 + row * 7, { font: row === 3 ? bold : regular });
    data((98_765 + seed * 13 + row * 777).toLocaleString("en-US"), 174, 174 + row * 7);
  });
  fixed("備考：※は軽減税率の対象です。振込手数料は貴社にてご負担願います。", 15, 205);
  fixed("お振込先 みずほ銀行 梅田支店 普通 0123456 カ）プラテン", 15, 211);
  fixed("東京都千代田区丸の内一丁目 株式会社プラテン印刷 担当：経理部 電話 03-0000-0000", 15, 217);
  data(`1 / 1 頁 発行番号 ${seed}`, 95, 285, { sizeEmu: 101_600 });
  return page(items);
}
