// Fonts: the font files of the package and of a folder → faces, and the pictures that are drawn with them.
export { type FontFolder, readFontFolder } from "./font-folder.ts";
export { bundledFonts, type EngineFonts, type FontFace } from "./fonts.ts";
