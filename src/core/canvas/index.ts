// Canvas: the checked document compiled to closed JSON, its identity, its contract schema and its field table.
export { canonicalJson, contentHash } from "./canonical-json.ts";
export type {
  BookmarkElement,
  Box,
  BreakElement,
  Canvas,
  CanvasBand,
  CanvasBody,
  CanvasDocument,
  CanvasElement,
  CanvasFont,
  CanvasPage,
  CellBox,
  Color,
  EachElement,
  Edges,
  Emu,
  FootCell,
  GridElement,
  ImageElement,
  LineElement,
  PageFootCell,
  Paint,
  PairElement,
  PairsElement,
  PlateElement,
  RectElement,
  RowElement,
  SealElement,
  SpaceElement,
  StackElement,
  Stroke,
  TableCarry,
  TableColumn,
  TableElement,
  TableFoot,
  TableGroup,
  TextElement,
  TextStyle,
  Width,
} from "./canvas.ts";
export { compileSource } from "./compile.ts";
export { contractSchema, type JsonSchema, type SchemaIdentity } from "./contract-schema.ts";
export { examplePayload } from "./example-payload.ts";
export { type FieldRow, fieldTable } from "./field-table.ts";
export { parseCanvas } from "./parse-canvas.ts";
