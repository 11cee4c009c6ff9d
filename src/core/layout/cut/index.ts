// Cutting: blocks and the room left on a page → the fragments there, and where each block goes on.
// One word here for what a page's end does: it cuts. A `break` is what a form asks for; `split` is the language's word
// for where a table may be cut. What should stay together and was cut all the same is parted.

export { balancedHeight, hasBreaksBeyond, wholeColumns } from "./cut-columns.ts";
export { cutFlow, reflows } from "./cut-flow.ts";
export { type CutPage, cutSection } from "./paginate.ts";
export { printsNothing } from "./printed.ts";
export { judgedRecord } from "./record-pages.ts";
export { cellHeight, innerPiece, isLowerTier, lineCount } from "./row-pieces.ts";
export { settledIn } from "./settle-flow.ts";
export { wholeTable, wholeTableEmu } from "./table-filling.ts";
export { forEachRow, type TablePart } from "./table-parts.ts";
