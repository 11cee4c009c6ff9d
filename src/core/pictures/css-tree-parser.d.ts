// The parser of css-tree alone: its types are those of the whole package, which loads every property of CSS besides.
declare module "css-tree/parser" {
  import type { parse } from "css-tree";

  const parser: typeof parse;
  export default parser;
}
