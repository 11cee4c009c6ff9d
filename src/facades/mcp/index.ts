// The tool endpoint: MCP over Streamable HTTP, without sessions, in both protocol eras, projected from the catalogue.
export { authorsShelf, type ShelfTexts } from "./authors-shelf.ts";
export { guardsOf } from "./guards.ts";
export { type McpOptions, mcpHandler } from "./mount.ts";
export type { Resource } from "./resources.ts";
