import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Font, parseFont } from "../../../src/core/text/index.ts";

const resolve = createRequire(import.meta.url).resolve;

const FILES = {
  sansNormal: ["@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf", "Noto Sans JP", "normal"],
  sansBold: ["@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf", "Noto Sans JP", "bold"],
  serifNormal: ["@expo-google-fonts/noto-serif-jp/400Regular/NotoSerifJP_400Regular.ttf", "Noto Serif JP", "normal"],
  serifBold: ["@expo-google-fonts/noto-serif-jp/700Bold/NotoSerifJP_700Bold.ttf", "Noto Serif JP", "bold"],
  udGothicNormal: ["@expo-google-fonts/biz-udgothic/400Regular/BIZUDGothic_400Regular.ttf", "BIZ UDGothic", "normal"],
  udGothicBold: ["@expo-google-fonts/biz-udgothic/700Bold/BIZUDGothic_700Bold.ttf", "BIZ UDGothic", "bold"],
  udMinchoNormal: ["@expo-google-fonts/biz-udmincho/400Regular/BIZUDMincho_400Regular.ttf", "BIZ UDMincho", "normal"],
  udMinchoBold: ["@expo-google-fonts/biz-udmincho/700Bold/BIZUDMincho_700Bold.ttf", "BIZ UDMincho", "bold"],
} as const;

export type BundledFont = keyof typeof FILES;

export const bundledFonts: readonly BundledFont[] = [
  ...(["sansNormal", "sansBold", "serifNormal", "serifBold"] as const),
  ...(["udGothicNormal", "udGothicBold", "udMinchoNormal", "udMinchoBold"] as const),
];

const parsed = new Map<BundledFont, Font>();

/** A bundled font, parsed once per test file. */
export function bundledFont(name: BundledFont): Font {
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const [file, family, weight] = FILES[name];
  const bytes = readFileSync(resolve(file));
  const result = parseFont({ bytes, family, weight, sha256: createHash("sha256").update(bytes).digest("hex") });
  if ("problem" in result) throw new Error(result.problem);
  parsed.set(name, result.font);
  return result.font;
}

export function harfbuzzWasm(): Uint8Array {
  return readFileSync(resolve("harfbuzzjs/dist/harfbuzz.wasm"));
}
