// One record on a time axis: its bars and marks at their places, and labels where there is room for them.
import type { Emu, GanttBar, GanttMilestone } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import { Decimal, type Scope, type Template, type Value } from "../expression/index.ts";
import type { AxisPlace } from "./axis-place.ts";
import type { AxisBar, AxisLabel, AxisMilestone, AxisRecord } from "./blocks.ts";
import type { Finding } from "./findings.ts";
import { resolveLine } from "./frames.ts";
import { resolveColor, styleOf } from "./layout-input.ts";
import { restyled } from "./restyled.ts";
import { plainText, showTemplate } from "./shown-text.ts";
import { naturalTextWidth, setTextBox } from "./text-box.ts";
import { placeOf, stretchOf } from "./time-scale.ts";

/** Marks first, because labels of bars keep clear of them. */
export function buildMarks(place: AxisPlace, record: Scope): AxisRecord {
  const findings: Finding[] = [];
  const { axis, input } = place;
  const holds = ({ when }: GanttBar | GanttMilestone) => input.evaluation.condition(when, record);
  const milestones = axis.milestones
    .filter(holds)
    .flatMap((mark) => buildMilestone(place, mark, record, findings) ?? []);
  const taken = milestones.map((mark) => mark.xEmu);
  const bars = axis.bars.filter(holds).flatMap((bar) => buildBar(place, bar, record, taken, findings) ?? []);
  return { marks: [...bars, ...milestones], findings };
}

function buildBar(
  place: AxisPlace,
  bar: GanttBar,
  record: Scope,
  taken: readonly Emu[],
  findings: Finding[],
): AxisBar | null {
  const { input, scale, widthEmu } = place;
  const value = (code: GanttBar["start"]) => input.evaluation.value(code, record);
  const [start, end] = [stretchOf(value(bar.start)), stretchOf(value(bar.end))];
  if (start === null || end === null) return null;
  const path = input.evaluation.text(bar.start, record).path;
  const [fromMin, toMin] = [start.fromMin, end.toMin];
  if (toMin <= fromMin) {
    findings.push(outside(bar.span, "a bar ends before it begins", path, "send an end after the start"));
    return null;
  }
  if (fromMin < scale.fromMin || toMin > scale.toMin) {
    const all = toMin <= scale.fromMin || fromMin >= scale.toMin;
    findings.push(
      outside(
        bar.span,
        `a bar lies ${all ? "" : "partly "}outside of the scale`,
        path,
        "widen from and to of the scale",
      ),
    );
    if (all) return null;
  }
  const percent = bar.progress === null ? null : percentOf(value(bar.progress));
  const done = percent === null ? null : placeOf(fromMin + ((toMin - fromMin) * percent) / 100, scale, widthEmu);
  const [fromEmu, toEmu] = [placeOf(fromMin, scale, widthEmu), placeOf(toMin, scale, widthEmu)];
  const label = bar.label === null ? null : barLabel(place, bar, record, [fromEmu, toEmu], taken, bar.label, findings);
  return {
    kind: "bar",
    fromEmu,
    toEmu,
    doneEmu: done,
    lane: bar.lane,
    heightEmu: bar.heightEmu,
    fill: resolveColor(input, bar.fill, record),
    doneColor: resolveColor(input, styleOf(input.canvas, bar.style).color, record),
    border: resolveLine(bar.border, (paint) => resolveColor(input, paint, record)),
    label,
    alt: bar.alt === null ? null : plainText(bar.alt, input.evaluation, record),
    role: bar.role,
    span: bar.span,
  };
}

/** Kept from 0 to 100; nothing where there is no number. */
function percentOf(value: Value): number | null {
  return value instanceof Decimal ? Math.min(100, Math.max(0, Number(value.toFixed()))) : null;
}

function outside(span: SourceSpan, message: string, path: string | null, repair: string): Finding {
  const why = "what the axis does not show is cut off";
  return { code: "RPT4020", severity: "warning", span, message, path, why, repair };
}

function buildMilestone(
  place: AxisPlace,
  mark: GanttMilestone,
  record: Scope,
  findings: Finding[],
): AxisMilestone | null {
  const { input, scale, widthEmu } = place;
  const day = stretchOf(input.evaluation.value(mark.at, record));
  if (day === null) return null;
  const middle = Math.floor((day.fromMin + day.toMin) / 2);
  if (middle < scale.fromMin || middle > scale.toMin) {
    const path = input.evaluation.text(mark.at, record).path;
    findings.push(outside(mark.span, "a mark lies outside of the scale", path, "widen from and to of the scale"));
    return null;
  }
  const xEmu = placeOf(middle, scale, widthEmu);
  return {
    kind: "milestone",
    xEmu,
    shape: mark.shape,
    fill: resolveColor(input, mark.fill, record),
    label: mark.label === null ? null : markLabel(place, mark, record, xEmu, mark.label),
    alt: mark.alt === null ? null : plainText(mark.alt, input.evaluation, record),
    role: mark.role,
    span: mark.span,
  };
}

/** Half a mark and a little room, in thousandths of the size of its text. */
const CLEAR_THOUSANDTHS = 700;
const INSET_THOUSANDTHS = 250;

/** On the bar where it fits, else right of it and of its mark, else left, else on the bar as small as it must. */
function barLabel(
  place: AxisPlace,
  bar: GanttBar,
  record: Scope,
  [fromEmu, toEmu]: readonly [Emu, Emu],
  taken: readonly Emu[],
  label: Template,
  findings: Finding[],
): AxisLabel | null {
  const { input, widthEmu } = place;
  const shown = showTemplate(label, input.evaluation, record, bar.role);
  if (shown.text === "") return null;
  const { sizeEmu } = styleOf(input.canvas, bar.style);
  const inset = Math.round((sizeEmu * INSET_THOUSANDTHS) / 1000);
  const clear = Math.round((sizeEmu * CLEAR_THOUSANDTHS) / 1000);
  const natural = naturalTextWidth(input, shown.text, bar.style, true);
  const isFree = (from: Emu) =>
    from >= 0 && from + natural <= widthEmu && taken.every((x) => x + clear <= from || x - clear >= from + natural);
  const right = toEmu + inset;
  const behind = taken.filter((x) => x + clear > right && x - clear < right + natural).map((x) => x + clear + inset);
  const outsides = [right, ...behind, fromEmu - inset - natural].filter(isFree);
  const fits = natural + 2 * inset <= toEmu - fromEmu;
  const first = outsides[0];
  const set = (xEmu: Emu, width: Emu, over: Parameters<typeof restyled>[2]) => {
    const room = { widthEmu: Math.max(1, width), heightEmu: null, inCell: true };
    const look = { valign: "middle", wrap: "none", align: "left", ...over } as const;
    const text = setTextBox(restyled(input, bar.style, look), shown, bar.style, record, room, bar.span);
    findings.push(...text.findings);
    return { xEmu, text: text.box };
  };
  if (fits || first === undefined) return set(fromEmu + inset, toEmu - fromEmu - 2 * inset, { fit: "shrink" });
  return set(first, natural, {});
}

/** Right of its mark, or left of it at the end of the axis. */
function markLabel(
  { input, widthEmu }: AxisPlace,
  mark: GanttMilestone,
  record: Scope,
  xEmu: Emu,
  label: Template,
): AxisLabel | null {
  const shown = showTemplate(label, input.evaluation, record, mark.role);
  if (shown.text === "") return null;
  const { sizeEmu } = styleOf(input.canvas, mark.style);
  const clear = Math.round((sizeEmu * CLEAR_THOUSANDTHS) / 1000);
  const natural = naturalTextWidth(input, shown.text, mark.style, true);
  const left = xEmu + clear + natural <= widthEmu ? xEmu + clear : xEmu - clear - natural;
  const own = restyled(input, mark.style, { valign: "middle", wrap: "none", align: "left" });
  const room = { widthEmu: natural, heightEmu: null, inCell: true };
  return { xEmu: left, text: setTextBox(own, shown, mark.style, record, room, mark.span).box };
}
