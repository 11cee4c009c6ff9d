// Lengths as integers: every unit is a whole number of EMU, so geometry is exact.
import type { Repair } from "../../diagnostics/index.ts";
import { nearest } from "../../expression/index.ts";
import type { NumberValue } from "../../language/index.ts";
import { UNIT_HABITS } from "../../schema/index.ts";
import { type CheckContext, rewrite } from "../context/index.ts";

/** EMU of one unit. */
export const EMU_PER_UNIT: Readonly<Record<string, number>> = {
  mm: 36_000,
  cm: 360_000,
  pt: 12_700,
  in: 914_400,
  Q: 9_000,
};

/** Longest length of a form: 10 m. Beyond it a number is a slip. */
const LENGTH_MAX_EMU = 360_000_000;

/** Digits of a number in thousandths, exactly rounded; null where a number cannot hold them, or they are too many. */
export function thousandthsOf(digits: string, wholeMax = 9): number | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits);
  if (match === null || (match[2] ?? "").length > wholeMax) return null;
  const fraction = (match[3] ?? "").padEnd(4, "0");
  const exact = BigInt(`${match[2]}${fraction.slice(0, 3)}`) + (Number(fraction[3]) >= 5 ? 1n : 0n);
  const whole = Number(exact);
  if (BigInt(whole) !== exact) return null;
  return match[1] === "-" ? -whole : whole;
}

/** Digits times a whole number of EMU per unit, rounded half away from zero. */
export function emuOf(digits: string, emuPerUnit: number): number | null {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,9}))?\d*$/.exec(digits);
  if (match === null) return null;
  const fraction = match[3] ?? "";
  const scale = 10n ** BigInt(fraction.length);
  const units = BigInt(`${match[2]}${fraction}`) * BigInt(emuPerUnit);
  const emu = Number((units + scale / 2n) / scale);
  return match[1] === "-" && emu !== 0 ? -emu : emu;
}

/** A length with one of the fixed units; findings for every other. */
export function readLength(
  context: CheckContext,
  value: NumberValue,
  label: string,
  negative: boolean,
  usual: "mm" | "pt" = "mm",
): number | null {
  const factor = EMU_PER_UNIT[value.unit];
  if (factor === undefined) {
    reportUnit(context, value, label, false, usual);
    return null;
  }
  const emu = emuOf(value.digits, factor);
  if (emu === null || Math.abs(emu) > LENGTH_MAX_EMU || (emu < 0 && !negative)) {
    context.report({
      code: "RPT1018",
      span: value.span,
      message: `${label}=${value.digits}${value.unit} is ${emu !== null && emu < 0 ? "negative" : "too long"}`,
      why: "A length of a form lies between 0 and 10 m.",
      repair: emu !== null && emu < 0 ? negativeRepair(context, value, label) : null,
    });
    return null;
  }
  return emu;
}

/** A negative margin is a wish to be nearer to what stands beside it, which the gap of the container keeps away. */
function negativeRepair(context: CheckContext, value: NumberValue, label: string): Repair {
  // The margins of a page lie between its edge and what it shows, and no gap is beside them.
  const isOfPage = /^[ \t]*page\b/.test(context.source.slice(0, value.span.start).split("\n").at(-1) ?? "");
  if (!label.startsWith("margin") || isOfPage) {
    return rewrite(value.span, `${value.digits.slice(1)}${value.unit}`, "write it without -");
  }
  const own = new RegExp(`[ \\t]*\\b${label}[ \\t]*=[ \\t]*$`).exec(context.source.slice(0, value.span.start));
  const advice = "and make the gap of the stack, row or body around it smaller, such as gap=0mm";
  // One of several lengths stands for its side, and is none there.
  if (own === null) return rewrite(value.span, "0mm", `write 0mm, ${advice}`);
  return rewrite({ start: own.index, end: value.span.end }, "", `delete it, ${advice}`);
}

/** Findings for a missing or unknown unit; `usual` is what such lengths are mostly written in. */
export function reportUnit(
  context: CheckContext,
  value: NumberValue,
  label: string,
  shares: boolean,
  usual: "mm" | "pt" = "mm",
): void {
  const written = `${value.digits}${value.unit}`;
  if (value.unit === "") {
    const unit = /size/.test(label) || /^(?:border|stroke)/.test(label) ? "pt" : usual;
    context.report({
      code: "RPT1007",
      span: value.span,
      message: `${label}=${written} has no unit`,
      why: "A number alone is no length.",
      repair: rewrite(value.span, `${written}${unit}`, `write ${label}=${written}${unit}`),
    });
    return;
  }
  const units = [...Object.keys(EMU_PER_UNIT), ...(shares ? ["fr", "%"] : [])];
  const habit = UNIT_HABITS[value.unit];
  const near = nearest(value.unit, units);
  const mended = habit !== undefined ? habit(Number(value.digits)) : near !== null ? `${value.digits}${near}` : null;
  const known = value.unit === "fr" || value.unit === "%";
  context.report({
    code: "RPT0114",
    span: value.span,
    message: known ? `${label} takes no ${value.unit}` : `unknown unit "${value.unit}" in ${written}`,
    why: `Units here are ${units.join(", ")}.`,
    repair:
      mended === null
        ? rewrite(value.span, `${value.digits}mm`, `write ${value.digits}mm`)
        : rewrite(value.span, mended, `write ${mended}`),
  });
}
