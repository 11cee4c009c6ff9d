// Forms to start from: small, whole, clean under their profile. Their sources stand in `docs/starters`.

/** What a form to start from is. */
export interface Starter {
  /** What people call it, in English and Japanese. */
  readonly title: string;
  readonly titleJa: string;
  /** What it shows of the language, beside its content. */
  readonly shows: string;
}

/** By kind, as `platen new` names them: the commonest papers of an office. */
export const STARTERS = {
  quotation: { title: "Quotation", titleJa: "見積書", shows: "a table with totals, an optional seal, a validity" },
  order: { title: "Order", titleJa: "注文書", shows: "terms in a grid of labels and values" },
  "delivery-note": { title: "Delivery note", titleJa: "納品書", shows: "blank rows up to a number, seal boxes" },
  receipt: { title: "Receipt", titleJa: "領収書", shows: "an amount with its tax, a place for the stamp" },
  payslip: { title: "Payslip", titleJa: "給与明細書", shows: "two tables side by side" },
  report: { title: "Report", titleJa: "報告書", shows: "a chart of bars and a line, sections that repeat" },
  label: { title: "Address labels", titleJa: "宛名ラベル", shows: "one record on each of twelve labels of a sheet" },
  minutes: { title: "Minutes", titleJa: "議事録", shows: "numbered topics, a list of tasks" },
  letter: { title: "Letter", titleJa: "案内状", shows: "paragraphs from a plain list, 記 and 以上" },
  inspection: { title: "Inspection report", titleJa: "検査成績書", shows: "limits and a verdict that is computed" },
  schedule: { title: "Schedule", titleJa: "工程表", shows: "bars on days, due dates, a line for today" },
  certificate: { title: "Certificate", titleJa: "修了証", shows: "a frame behind the page, texts at fixed places" },
  "employment-certificate": {
    title: "Certificate of employment",
    titleJa: "就業証明書",
    shows: "a ruled grid with cells over several columns and rows, and upright labels",
  },
  "vertical-letter": { title: "Vertical letter", titleJa: "縦書きの案内状", shows: "vertical lines on one sheet" },
} as const satisfies Readonly<Record<string, Starter>>;

/** A kind of form to start from. */
export type StarterKind = keyof typeof STARTERS;

/** The kinds in their order. */
export const STARTER_KINDS = Object.keys(STARTERS) as readonly StarterKind[];

/** The kind that a text names; null for none. */
export function starterNamed(text: string): StarterKind | null {
  return STARTER_KINDS.find((kind) => kind === text) ?? null;
}
