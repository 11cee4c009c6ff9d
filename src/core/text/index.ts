// Text: font files → parsed fonts; strings → shaped glyph runs and break opportunities.
export type { Font } from "./font.ts";
export { type GlyphRun, unitsToEmu } from "./glyph-run.ts";
