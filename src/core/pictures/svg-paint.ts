// Colours of SVG and what else paints: names, numbers of red, green and blue, hues, references to gradients.
import colorNames from "color-name";

/** Properties by their CSS name, in lower case. */
export type SvgStyle = ReadonlyMap<string, string>;

export type SvgPaint =
  | { readonly kind: "none" }
  | { readonly kind: "color"; readonly rgb: readonly [number, number, number]; readonly alpha: number }
  /** A gradient or pattern by its id, and what paints where there is none of it; empty where nothing does. */
  | { readonly kind: "server"; readonly id: string; readonly otherwise: string }
  | { readonly kind: "unknown" };

const BLACK: SvgPaint = { kind: "color", rgb: [0, 0, 0], alpha: 1 };

export function readPaint(text: string, style: SvgStyle): SvgPaint {
  const value = text.trim();
  if (value === "none" || value === "transparent") return { kind: "none" };
  if (value.toLowerCase() === "currentcolor") {
    const color = style.get("color");
    return color === undefined || color.toLowerCase() === "currentcolor" ? BLACK : readPaint(color, style);
  }
  const [, server, otherwise = ""] = /^url\(\s*['"]?#([^'")]+)['"]?\s*\)\s*(.*)$/su.exec(value) ?? [];
  if (server !== undefined) return { kind: "server", id: server, otherwise };
  return readColor(value) ?? { kind: "unknown" };
}

function readColor(value: string): SvgPaint | null {
  const hex = /^#([0-9a-f]{3,8})$/iu.exec(value)?.[1];
  if (hex !== undefined) return hexColor(hex);
  const [, kind = "", call] = /^(rgb|hsl)a?\(([^)]*)\)$/iu.exec(value) ?? [];
  if (call !== undefined) return kind.toLowerCase() === "rgb" ? rgbColor(call) : hslColor(call);
  const name = value.toLowerCase();
  const names: Readonly<Record<string, readonly [number, number, number]>> = colorNames;
  const rgb = Object.hasOwn(names, name) ? names[name] : undefined;
  return rgb === undefined ? null : { kind: "color", rgb, alpha: 1 };
}

function hexColor(hex: string): SvgPaint | null {
  const short = hex.length === 3 || hex.length === 4;
  if (!short && hex.length !== 6 && hex.length !== 8) return null;
  const pairs = short ? [...hex].map((digit) => digit + digit) : (hex.match(/../gu) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return { kind: "color", rgb: [red, green, blue], alpha: alpha / 255 };
}

function rgbColor(call: string): SvgPaint | null {
  const parts = call.split(/[\s,/]+/u).filter((part) => part !== "");
  const [red, green, blue] = parts.map((part) => (part.endsWith("%") ? Number.parseFloat(part) * 2.55 : Number(part)));
  if (red === undefined || green === undefined || blue === undefined) return null;
  if (![red, green, blue].every(Number.isFinite)) return null;
  const channel = (value: number) => Math.round(Math.min(255, Math.max(0, value)));
  return { kind: "color", rgb: [channel(red), channel(green), channel(blue)], alpha: share(parts[3] ?? "1") };
}

/** One turn in each unit of angles. */
const TURNS: Readonly<Record<string, number>> = { "": 360, deg: 360, grad: 400, turn: 1, rad: 2 * Math.PI };

/** Hue, saturation and lightness (CSS Color 4, §7). */
function hslColor(call: string): SvgPaint | null {
  const [hue = "", saturation = "", lightness = "", alpha = "1"] = call.split(/[\s,/]+/u).filter((part) => part !== "");
  const [, angle = "", unit = ""] = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*)$/iu.exec(hue) ?? [];
  const turn = TURNS[unit.toLowerCase()];
  if (angle === "" || turn === undefined || !saturation.endsWith("%") || !lightness.endsWith("%")) return null;
  const sixths = (((Number(angle) / turn) % 1) + 1) * 12;
  const light = share(lightness);
  const reach = share(saturation) * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const at = (offset + sixths) % 12;
    return Math.round((light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255);
  };
  return { kind: "color", rgb: [channel(0), channel(8), channel(4)], alpha: share(alpha) };
}

/** `0.5` or `50%`, from 0 to 1. */
export function share(text: string | undefined): number {
  if (text === undefined) return 1;
  const value = Number.parseFloat(text) / (text.trim().endsWith("%") ? 100 : 1);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1;
}
