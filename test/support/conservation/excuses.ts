// Which findings own up to which losses. The table is closed: a finding of another code, or at another element, excuses
// nothing.
import type { Diagnostic, DiagnosticCode } from "../../../src/core/diagnostics/index.ts";
import type { Expected } from "./expected.ts";

/** What may go wrong with something that ought to be on paper. */
export const LOSSES = [
  /** It is not there, or not all of it. */
  "missing",
  /** It lies beyond the edge of the page. */
  "outside",
  /** Letters lie on those of another text. */
  "overlapped",
  /** Something was painted over it. */
  "hidden",
  /** A line runs through it. */
  "struck",
  /** It has the colour of its ground. */
  "faint",
  /** It is smaller than 4 pt. */
  "tiny",
  /** It lies beyond its own frame. */
  "beyond",
  /** It stands above or before what it should follow. */
  "disordered",
  /** It stands there once more, or a piece of it does. */
  "twice",
  /** A decoder reads nothing of a bar code, or something else. */
  "unreadable",
] as const;
export type LossKind = (typeof LOSSES)[number];

interface Excuses {
  /** At the element itself. */
  readonly own: readonly DiagnosticCode[];
  /** At an element that holds it. */
  readonly around: readonly DiagnosticCode[];
}

/** Content that does not fit: it runs out of its room, or is cut there. */
const UNFIT = ["RPT4001", "RPT4002", "RPT4004"] as const;
/** Values that could not be computed. */
const NO_VALUE = ["RPT3020", "RPT3022", "RPT3023", "RPT3024", "RPT3025", "RPT9001"] as const;
/** Containers that run out of their room, and what they hold with them. */
const OVERFULL = ["RPT4001", "RPT4006", "RPT4010", "RPT4011", "RPT4014", "RPT5002"] as const;

export const EXCUSES: Readonly<Record<LossKind, Excuses>> = {
  missing: {
    own: [
      ...UNFIT,
      ...NO_VALUE,
      "RPT4003",
      "RPT4005",
      "RPT4007",
      "RPT4009",
      "RPT4015",
      "RPT4018",
      "RPT4020",
      "RPT4021",
    ],
    around: ["RPT4003", "RPT4020", "RPT4021", "RPT9004"],
  },
  outside: { own: [...UNFIT, "RPT5002", "RPT5003"], around: OVERFULL },
  overlapped: { own: [...UNFIT, "RPT5001", "RPT5002"], around: [...OVERFULL, "RPT5001"] },
  hidden: { own: [...UNFIT, "RPT5001", "RPT5002"], around: [...OVERFULL, "RPT5001"] },
  struck: { own: [...UNFIT, "RPT5001", "RPT5002"], around: [...OVERFULL, "RPT5001"] },
  faint: { own: ["RPT5008"], around: [] },
  tiny: { own: ["RPT5006"], around: [] },
  beyond: { own: [...UNFIT, "RPT4003", "RPT4005", "RPT5002"], around: [] },
  unreadable: {
    own: [...UNFIT, ...NO_VALUE, "RPT4007", "RPT4015", "RPT5001", "RPT5002", "RPT5003"],
    around: [...OVERFULL, "RPT4003", "RPT4020", "RPT5001", "RPT9004"],
  },
  disordered: { own: UNFIT, around: OVERFULL },
  twice: { own: [], around: [] },
};

/** The finding that names a loss; undefined where none does. */
export function excuseOf(
  loss: LossKind,
  { span, stretches, around }: Pick<Expected, "span" | "stretches" | "around">,
  findings: readonly Diagnostic[],
): Diagnostic | undefined {
  const { own, around: outer } = EXCUSES[loss];
  const isAt = (finding: Diagnostic, [start, end]: readonly [number, number]): boolean =>
    finding.span.start === start && finding.span.end === end;
  return findings.find(
    (finding) =>
      (own.includes(finding.code as DiagnosticCode) && [span, ...stretches].some((each) => isAt(finding, each))) ||
      (outer.includes(finding.code as DiagnosticCode) && around.some((each) => isAt(finding, each))),
  );
}
