/**
 * Turns the catalogue into the OpenAPI 3.1 document of the REST interface, and serves it at `/v1/openapi.json`.
 */
export { type OpenApiFacts, openApiOf } from "./document.ts";
export { openApiHandler } from "./handler.ts";
