// The tool endpoint: MCP over Streamable HTTP, without sessions, in both protocol eras, projected from the catalogue.
export { type McpOptions, mcpHandler } from "./mount.ts";
export type { Resource } from "./resources.ts";
