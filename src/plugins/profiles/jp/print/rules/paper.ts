// What printers, folding machines and envelopes do to a page. Lengths in EMU, 36,000 a millimetre.
import {
  defineRule,
  drawnOf,
  type Form,
  type FormPage,
  type FormShape,
  namesIn,
} from "../../../../../core/sdk/index.ts";

const MILLIMETRE = 36_000;
const POINT = 12_700;

function millimetres(emu: number): string {
  return (Math.round(emu / (MILLIMETRE / 100)) / 100).toString();
}

/** 0.25 pt, the finest rule that typesetters use, passes. */
const HAIR_MM = 0.08;

/** Office printers drop what is thinner than a dot or two. */
export const linesPrint = defineRule({
  meta: {
    id: "hairline",
    summary: "Lines are at least 0.08 mm (0.25 pt) wide.",
    severity: "warning",
    basis: [],
    messages: {
      thin: {
        what: "a line is {width} mm wide",
        why: "Below 0.25 pt (0.08 mm), office printers drop lines or print them broken.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const told = new Set<number | null>();
    for (const { element, kind, widthEmu } of form.pages.flatMap(({ shapes }) => shapes)) {
      if (kind !== "stroke" || widthEmu === null || widthEmu === 0 || widthEmu >= HAIR_MM * MILLIMETRE) continue;
      if (told.has(element)) continue;
      told.add(element);
      const repair = { title: "make it 0.25pt or wider" };
      report({ message: "thin", span: spanOf(form, element), values: { width: millimetres(widthEmu) }, repair });
    }
  },
});

const LEGIBLE_PT = 6;

export const lettersLegible = defineRule({
  meta: {
    id: "legible-size",
    summary: "Letters are at least 6 pt high.",
    severity: "warning",
    basis: [],
    messages: {
      small: { what: "{size} pt letters are printed", why: "Kanji below 6 pt close up on office printers." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const told = new Set<number | null>();
    for (const { element, sizeEmu, isRuby, text } of form.pages.flatMap(({ runs }) => runs)) {
      if (isRuby || sizeEmu >= LEGIBLE_PT * POINT || text.trim() === "" || told.has(element)) continue;
      told.add(element);
      const size = Math.round((sizeEmu / POINT) * 10) / 10;
      report({
        message: "small",
        span: spanOf(form, element),
        values: { size },
        repair: { title: "make them 6pt or more" },
      });
    }
  },
});

/** A4 in three for 長形3号: 99 mm each. */
const FOLDS_MM = [99, 198];
const FOLD_TOLERANCE_MM = 1;

export const foldMarks = defineRule({
  meta: {
    id: "fold-marks",
    summary: "Fold marks of an A4 page stand at 99 mm and 198 mm.",
    severity: "warning",
    basis: [],
    messages: {
      elsewhere: {
        what: "a fold mark stands at {at} mm",
        why: "An A4 page that is folded in three for an envelope 長形3号 is folded at 99 mm and 198 mm.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const page of form.pages) {
      for (const { bounds, element } of marksOf(page)) {
        const at = (bounds.topEmu + bounds.bottomEmu) / 2 / MILLIMETRE;
        if (FOLDS_MM.some((fold) => Math.abs(fold - at) <= FOLD_TOLERANCE_MM)) continue;
        const values = { at: Math.round(at * 10) / 10 };
        report({
          message: "elsewhere",
          span: spanOf(form, element),
          values,
          repair: { title: "move it to 99mm or 198mm" },
        });
      }
    }
  },
});

/** Short level lines at the left edge of an A4 page. */
function marksOf({ widthEmu, heightEmu, shapes }: FormPage): readonly FormShape[] {
  const isA4 =
    Math.abs(widthEmu - 210 * MILLIMETRE) < MILLIMETRE && Math.abs(heightEmu - 297 * MILLIMETRE) < MILLIMETRE;
  if (!isA4) return [];
  return shapes.filter(({ kind, bounds: { leftEmu, rightEmu, topEmu, bottomEmu } }) => {
    const width = rightEmu - leftEmu;
    return (
      (kind === "stroke" || kind === "fill") &&
      rightEmu < 12 * MILLIMETRE &&
      width > 2 * MILLIMETRE &&
      bottomEmu - topEmu < MILLIMETRE
    );
  });
}

/** What of a window of 90 × 45 mm is seen wherever a folded A4 page (210 × 99 mm) slips in an envelope 長形3号. */
const SEEN_MM = { width: 65, height: 24 };

/** A form with fold marks goes into a window envelope. */
export const addressInWindow = defineRule({
  meta: {
    id: "window-address",
    summary: "The address of a form that is folded for a window envelope fits what is always seen of the window.",
    severity: "warning",
    basis: [{ law: "JIS S 5502", article: "", url: "https://www.jisc.go.jp/" }],
    unverified: "the window of the envelope at hand: 90 × 45 mm is common",
    messages: {
      large: {
        what: "name and address take {width} × {height} mm",
        why: "A folded page slips in its envelope; of a window of 90 × 45 mm, 65 × 24 mm are always seen.",
      },
      amount: {
        what: "the amount {text} stands beside the address",
        why: "What lies near the address can be seen through the window.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const [page] = form.pages;
    if (page === undefined || marksOf(page).length === 0) return;
    const address = ["recipient.name", "recipient.address"].flatMap((role) => drawnOf(form, role));
    const own = address.filter(({ run }) => run.page === page.number && run.bounds.bottomEmu < 99 * MILLIMETRE);
    const first = own[0];
    if (first === undefined) return;
    const left = Math.min(...own.map(({ run }) => run.bounds.leftEmu));
    const right = Math.max(...own.map(({ run }) => run.bounds.rightEmu));
    const top = Math.min(...own.map(({ run }) => run.bounds.topEmu));
    const bottom = Math.max(...own.map(({ run }) => run.bounds.bottomEmu));
    const [width, height] = [(right - left) / MILLIMETRE, (bottom - top) / MILLIMETRE];
    const span = spanOf(form, first.run.element);
    if (width > SEEN_MM.width || height > SEEN_MM.height) {
      report({ message: "large", span, values: { width: Math.ceil(width), height: Math.ceil(height) } });
    }
    const amounts = ["totals.due", "totals.gross", "totals.net"].flatMap((role) => drawnOf(form, role));
    for (const { run, source } of amounts) {
      const isNear = run.page === page.number && run.bounds.topEmu < bottom && run.bounds.bottomEmu > top;
      const isBeside = run.bounds.leftEmu < right + 25 * MILLIMETRE && run.bounds.rightEmu > left - 25 * MILLIMETRE;
      if (isNear && isBeside) {
        const at = source.path === null ? {} : { path: source.path };
        report({ message: "amount", span: spanOf(form, run.element), values: { text: source.text }, ...at });
      }
    }
  },
});

/** GS1-128 of 44 digits: 288 modules, with its quiet zones 308. */
const STORE_BAR_MODULES = 288;
const STORE_MODULES = 308;
const STORE_WIDTH_MAX_MM = 60;
const STORE_HEIGHT_MIN_MM = 10;
const DOTS_PER_INCH = [300, 400, 600];
/** What a length in EMU may be off by where bars are rounded to it. */
const ROUNDED_MM = 0.05;

/** コンビニ払込票: bars that are whole dots of the printer. */
export const storeBarcode = defineRule({
  meta: {
    id: "store-barcode",
    summary: "Bars of a store payment code are whole dots; it is 60 mm wide at most and 10 mm high at least.",
    severity: "warning",
    basis: [
      {
        law: "GS1-128による標準料金代理収納ガイドライン",
        article: "第6版",
        url: "https://www.dsri.jp/standard/barcode/gs1-128_payment_service.html",
      },
    ],
    unverified: "limits as quoted from the sixth edition",
    messages: {
      wide: { what: "the code is {width} mm wide", why: "With its quiet zones it may be 60 mm at most." },
      low: { what: "the code is {height} mm high", why: "It is 10 mm high at least." },
      dots: {
        what: "a module of {module} mm is no whole number of dots at 300, 400 or 600 dpi",
        why: "Bars that are rounded to dots are read badly.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const told = new Set<number>();
    for (const { element, kind, bounds } of form.pages.flatMap(({ shapes }) => shapes)) {
      if (element === null || kind !== "fill" || told.has(element) || !isPayment(form, element)) continue;
      told.add(element);
      const span = spanOf(form, element);
      const [w, h] = [bounds.rightEmu - bounds.leftEmu, bounds.bottomEmu - bounds.topEmu];
      const moduleMm = w / STORE_BAR_MODULES / MILLIMETRE;
      const widthMm = moduleMm * STORE_MODULES;
      if (widthMm > STORE_WIDTH_MAX_MM + ROUNDED_MM) {
        report({ message: "wide", span, values: { width: millimetres(widthMm * MILLIMETRE) } });
      }
      if (h / MILLIMETRE < STORE_HEIGHT_MIN_MM - ROUNDED_MM) {
        report({ message: "low", span, values: { height: millimetres(h) } });
      }
      if (DOTS_PER_INCH.some((dpi) => isWholeDots(moduleMm, dpi))) continue;
      const repair = { title: "leave module= out: whole dots are chosen then" };
      report({ message: "dots", span, values: { module: Math.round(moduleMm * 10_000) / 10_000 }, repair });
    }
  },
});

/** Whether the element is a code of a payment slip, by its own words or by what its data is. */
function isPayment(form: Form, index: number): boolean {
  const element = form.elements[index];
  if (element?.keyword !== "barcode" || !Object.values(element.words).includes("gs1-128")) return false;
  const parts = element.texts.flatMap((text) => text.parts);
  return parts.some((part) => {
    if (part.kind === "fixed") return part.text.includes("(91)");
    const names = namesIn(part.expression);
    return form.values.some(({ declared, value }) => names.includes(declared) && String(value).startsWith("(91)"));
  });
}

/** Within a twentieth of a dot. */
function isWholeDots(moduleMm: number, dpi: number): boolean {
  const dots = (moduleMm / 25.4) * dpi;
  return Math.round(dots) > 0 && Math.abs(dots - Math.round(dots)) < 0.05;
}

function spanOf(form: Form, element: number | null) {
  return (element === null ? undefined : form.elements[element])?.span ?? form.document.span;
}
