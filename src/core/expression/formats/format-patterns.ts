// Format patterns as authors usually want them; what a pattern may hold beyond these, its readers decide.

/** A pattern of `format`, the kind of value it takes, and what it makes of a sample. */
export interface FormatPattern {
  readonly pattern: string;
  readonly of: "number" | "date" | "time";
  /** The value and its writing, `1234.5 → 1,235`. */
  readonly sample: string;
}

export const FORMAT_PATTERNS: readonly FormatPattern[] = [
  { pattern: "#,##0", of: "number", sample: "1234.5 → 1,235" },
  { pattern: "#,##0.00", of: "number", sample: "1234.5 → 1,234.50" },
  { pattern: "#,##0.##", of: "number", sample: "1234.5 → 1,234.5" },
  { pattern: "¥#,##0", of: "number", sample: "1234.5 → ¥1,235" },
  { pattern: "#,##0;▲#,##0", of: "number", sample: "-1234.5 → ▲1,235" },
  { pattern: "#,##0;△#,##0;-", of: "number", sample: "0 → -" },
  { pattern: "0.0%", of: "number", sample: "0.125 → 12.5%" },
  { pattern: "000", of: "number", sample: "7 → 007" },
  { pattern: "kanji", of: "number", sample: "123 → 一二三" },
  { pattern: "kanji-unit", of: "number", sample: "1234.5 → 千二百三十五" },
  { pattern: "daiji", of: "number", sample: "1234 → 壱千弐百参拾四" },
  { pattern: "wide", of: "number", sample: "123 → １２３" },
  { pattern: "[h]:mm", of: "number", sample: "125 → 2:05" },
  { pattern: "yyyy/MM/dd", of: "date", sample: "2026-10-05 → 2026/10/05" },
  { pattern: "yyyy年M月d日", of: "date", sample: "2026-10-05 → 2026年10月5日" },
  { pattern: "yyyy年M月d日(aaa)", of: "date", sample: "2026-10-05 → 2026年10月5日(月)" },
  { pattern: "ggge年M月d日", of: "date", sample: "2026-10-05 → 令和8年10月5日" },
  { pattern: "ge.M.d", of: "date", sample: "2026-10-05 → R8.10.5" },
  { pattern: "M/d", of: "date", sample: "2026-10-05 → 10/5" },
  { pattern: "d MMM yyyy", of: "date", sample: "2026-10-05 → 5 Oct 2026" },
  { pattern: "HH:mm", of: "time", sample: "09:05:07 → 09:05" },
  { pattern: "H時m分", of: "time", sample: "09:05:07 → 9時5分" },
];
