// How the paper is printed: letters of 8 points, and what the buyer has to read in red letters within a red frame.
import {
  defineRule,
  type Form,
  type FormBounds,
  type FormRun,
  isSeen,
  presenceOf,
} from "../../../../../core/sdk/index.ts";
import { commercialTransactionsAct, commercialTransactionsRule } from "../../laws.ts";
import { type SaleClause, saleClausesOf } from "../said.ts";

const POINT_EMU = 12_700;
const POINTS_MIN = 8;
/** What rounding of lengths may take off. */
const SLACK_EMU = 20;
const OF_RULE = "the number of the article of the rule";
const BASIS = [commercialTransactionsAct("4条1項"), commercialTransactionsRule("")];

/** Letters and figures are of 8 points at least. */
export const lettersOf8Points = defineRule({
  meta: {
    id: "letters-of-8-points",
    summary: "All letters and figures are of 8 points at least.",
    severity: "error",
    basis: BASIS,
    unverified: OF_RULE,
    messages: {
      small: { what: "letters of {size} pt are printed", why: "The paper counts only with letters of 8 pt or more." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const told = new Set<number | null>();
    for (const run of form.pages.flatMap(({ runs }) => runs)) {
      const { element, sizeEmu, isRuby, text } = run;
      if (isRuby || sizeEmu >= POINTS_MIN * POINT_EMU - SLACK_EMU || text.trim() === "" || told.has(element)) continue;
      told.add(element);
      const path = run.sources.find((source) => source.path !== null)?.path ?? null;
      report({
        message: "small",
        span: (element === null ? undefined : form.elements[element]?.span) ?? form.document.span,
        values: { size: Math.round((sizeEmu / POINT_EMU) * 10) / 10 },
        repair: { title: "make them 8pt or more" },
        ...(path === null ? {} : { path }),
      });
    }
  },
});

/** What has to be in red, within a red frame. */
const RED = [
  {
    item: "that the paper is to be read with care (書面の内容を十分に読むべき旨)",
    words:
      /(?:書面|内容|本書|契約書|申込書)[^。]{0,12}(?:よく|十分に?|必ず|じっくり|じゅうぶん)[^。]{0,6}(?:お?読み|読む|読ん|ご?確認|ご?覧)/,
  },
  {
    item: "what is said of クーリング・オフ",
    words: /(?:解除|撤回|クーリング・?オフ)[^。]*(?:8|八)日|(?:8|八)日[^。]*(?:解除|撤回|クーリング・?オフ)/,
  },
] as const;

/** 赤枠の中に赤字で. */
export const inRedFrame = defineRule({
  meta: {
    id: "red-frame",
    summary: "That the paper is to be read, and クーリング・オフ, stand in red letters within a red frame.",
    severity: "error",
    basis: [...BASIS, commercialTransactionsAct("4条1項5号")],
    unverified: OF_RULE,
    messages: {
      missing: { what: "nothing drawn says {item}", why: "It has to be said in red letters within a red frame." },
      letters: { what: "{item} is not drawn in red letters", why: "The rule asks for red letters in a red frame." },
      frame: { what: "no red frame stands around {item}", why: "The rule asks for red letters in a red frame." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const frames = redFrames(form);
    const clauses = saleClausesOf(form);
    for (const { item, words } of RED) {
      const said = clauses.filter(({ text }) => words.test(text));
      if (said.length === 0) {
        const { span } = presenceOf(form, "sale.notice");
        report({ message: "missing", span, values: { item }, repair: { title: `say ${item}` } });
        continue;
      }
      // It may be said again in plain print.
      const looks = said.map((clause) => ({ clause, ...lookOf(form, clause, frames) }));
      if (looks.some(({ isRed, isFramed }) => isRed && isFramed)) continue;
      const best = looks.find(({ isRed }) => isRed) ?? looks[0];
      if (best === undefined) continue;
      const { span, path } = best.clause;
      const title = best.isRed ? "give its box a red border" : "give it a red colour";
      const at = path === null ? { span } : { span, path };
      report({ ...at, message: best.isRed ? "frame" : "letters", values: { item }, repair: { title } });
    }
  },
});

interface Frame {
  readonly page: number;
  readonly bounds: FormBounds;
}

function lookOf(form: Form, { element }: SaleClause, frames: readonly Frame[]) {
  const runs = form.pages.flatMap((page) => page.runs).filter((run) => run.element === element && isSeen(run));
  return {
    isRed: runs.length > 0 && runs.every(({ color }) => isRedColor(color)),
    isFramed: runs.length > 0 && runs.every((run) => frames.some((frame) => isWithin(run, frame))),
  };
}

/** What the red strokes of each element enclose, page by page. */
function redFrames(form: Form): readonly Frame[] {
  const strokes = form.pages
    .flatMap(({ shapes }) => shapes)
    .filter(({ kind, color }) => kind === "stroke" && color !== null && isRedColor(color));
  return [...Map.groupBy(strokes, ({ element, page }) => `${element} ${page}`).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const bounds = {
      leftEmu: Math.min(...own.map((one) => one.bounds.leftEmu)),
      topEmu: Math.min(...own.map((one) => one.bounds.topEmu)),
      rightEmu: Math.max(...own.map((one) => one.bounds.rightEmu)),
      bottomEmu: Math.max(...own.map((one) => one.bounds.bottomEmu)),
    };
    return [{ page: first.page, bounds }];
  });
}

function isWithin({ page, bounds }: FormRun, frame: Frame): boolean {
  return (
    page === frame.page &&
    bounds.leftEmu >= frame.bounds.leftEmu &&
    bounds.rightEmu <= frame.bounds.rightEmu &&
    bounds.topEmu >= frame.bounds.topEmu &&
    bounds.bottomEmu <= frame.bounds.bottomEmu
  );
}

const RED_MIN = 0xa0;
const OTHERS_MAX = 0x60;

/** #c00000, #e60012: red to everybody, and no orange or pink. */
function isRedColor(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red >= RED_MIN && green <= OTHERS_MAX && blue <= OTHERS_MAX;
}
