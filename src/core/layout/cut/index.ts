// Cutting: blocks and the room left on a page → the fragments there, and where each block goes on.

export { balancedHeight, hasBreaksBeyond, wholeColumns } from "./cut-columns.ts";
export { cutFlow, reflows } from "./cut-flow.ts";
export { type CutPage, cutSection } from "./paginate.ts";
export { printsNothing } from "./printed.ts";
export { judgedRecord } from "./record-pages.ts";
export { cellHeight, innerPiece, isLowerTier, lineCount } from "./row-pieces.ts";
export { settledIn } from "./settle-flow.ts";
export { wholeTable, wholeTableEmu } from "./table-filling.ts";
