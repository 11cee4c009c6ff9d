// Tables: columns and records → rows of set cells, with their groups, feet and sums.

export { buildTable, sizedTable } from "./build-table.ts";
export { RecordRow, type SteadyTable } from "./record-row.ts";
export { type BuildInner, blankCell, rowEdges } from "./table-cells.ts";
export { planRows } from "./table-rows.ts";
export { tellUnnamedRows } from "./told-headings.ts";
