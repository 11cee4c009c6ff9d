// The client library, for Node.js, browsers, Deno and Bun. `platen-client/node` writes files to disk.
export { PlatenClient, type RenderCallOptions } from "./client.ts";
export { type ClientErrorCode, type ErrorKind, PlatenError } from "./errors.ts";
export { PlatenFile } from "./file.ts";
export type * from "./generated.ts";
export { Job } from "./job.ts";
export type { CallOptions, ClientOptions, KeyedCallOptions } from "./options.ts";
