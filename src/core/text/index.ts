// Text: font files → parsed fonts; strings → shaped glyph runs, break opportunities and set paragraphs.
export type { Font } from "./font.ts";
export { type GlyphRun, glyphAdvanceEmu, missingClusters, type TextRange, unitsToEmu } from "./glyph-run.ts";
export { baselineEmu, linesHeightEmu, textHeightEmu } from "./line-box.ts";
export { type BreakOptions, breakOpportunities, breakRank } from "./line-break.ts";
export type { LinePiece, ParagraphLine } from "./line-placing.ts";
export { naturalWidthEmu, type Paragraph, type ParagraphSpec, setParagraph } from "./paragraph.ts";
export { type FontFile, type ParsedFont, parseFont } from "./parse-font.ts";
export { createShaper, type ShapedPiece, type ShapeOptions, type Shaper } from "./shaper.ts";
