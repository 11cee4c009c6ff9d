// Colours that have names of their own, and colours as they are written.

/** `[red, green, blue, alpha]`, each 0–255. */
export type ColorValue = readonly [red: number, green: number, blue: number, alpha: number];

/** CSS's sixteen basic colours and orange; a declaration of the same name wins. */
export const BASIC_COLORS: Readonly<Record<string, ColorValue>> = {
  black: [0, 0, 0, 255],
  silver: [192, 192, 192, 255],
  gray: [128, 128, 128, 255],
  white: [255, 255, 255, 255],
  maroon: [128, 0, 0, 255],
  red: [255, 0, 0, 255],
  purple: [128, 0, 128, 255],
  fuchsia: [255, 0, 255, 255],
  green: [0, 128, 0, 255],
  lime: [0, 255, 0, 255],
  olive: [128, 128, 0, 255],
  yellow: [255, 255, 0, 255],
  navy: [0, 0, 128, 255],
  blue: [0, 0, 255, 255],
  teal: [0, 128, 128, 255],
  aqua: [0, 255, 255, 255],
  orange: [255, 165, 0, 255],
};

/** `#rgb`, `#rrggbb` or `#rrggbbaa`; null for any other text. */
export function readColor(text: string): ColorValue | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short !== null) return color([1, 2, 3].map((at) => `${short[at]}${short[at]}`));
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i.exec(text);
  return long === null ? null : color([1, 2, 3, 4].map((at) => long[at] ?? "ff"));
}

function color(channels: readonly string[]): ColorValue {
  const [red, green, blue, alpha] = channels.map((channel) => Number.parseInt(channel, 16));
  return [red ?? 0, green ?? 0, blue ?? 0, alpha ?? 255];
}
