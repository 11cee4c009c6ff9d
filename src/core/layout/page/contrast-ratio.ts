// Contrast as WCAG 2 counts it.
import type { Color } from "../../canvas/index.ts";
import { toPower24Tenths } from "../../geometry/index.ts";

/** Light grey hairlines between rows are common (#e0e0e0 has 1.3:1); what is lighter is lost in print. */
export const LINE_CONTRAST_MIN = 1.2;

/** 1 (the same colour) to 21, as WCAG 2 counts it. */
export function contrastOf(one: Color, other: Color): number {
  const [own, others] = [luminance(one), luminance(other)];
  return (Math.max(own, others) + 0.05) / (Math.min(own, others) + 0.05);
}

/** Relative luminance of WCAG 2.2. */
export function luminance(color: Color): number {
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

/** The light of one channel, 0 to 1. */
export function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : toPower24Tenths((value + 0.055) / 1.055);
}

/** What a colour looks like that lies on another: as much of that shines through as it lets. */
export function over(color: Color, ground: Color): Color {
  const alpha = color[3] / 255;
  const mix = (index: 0 | 1 | 2) => color[index] * alpha + ground[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2), 255];
}
