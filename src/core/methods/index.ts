/**
 * Turns the definition in `proto/` into a catalogue of methods, and that into what each face needs: REST routes, tool
 * definitions, JSON Schemas, the JSON form of messages, and one list of errors. A method is named in its proto file and
 * in its service, and nowhere else.
 */
import { documentation, files } from "../../../gen/definition.ts";
import { catalogueOf, type MethodCatalogue } from "./catalogue.ts";

export type { Admission, AdmissionRequest, Admit } from "./admission.ts";
export { decodeBinary } from "./binary-request.ts";
export {
  catalogueOf,
  type Definition,
  exactFormOf,
  facesOf,
  fieldAt,
  type HttpBinding,
  hasImplicitPresence,
  headerFieldsOf,
  isUnary,
  jsonFieldsOf,
  type Method,
  type MethodCatalogue,
  type RoleName,
} from "./catalogue.ts";
export { crossOriginHeaders, preflightHeaders } from "./cross-origin.ts";
export { type Content, contentFor, type Wanted } from "./delivery.ts";
export {
  answerHeadersOf,
  connectErrorOf,
  ERROR_CODES,
  type ErrorAnswer,
  type ErrorCode,
  type ErrorFacts,
  errorAnswerOf,
  errorBodyOf,
  platenError,
} from "./errors.ts";
export { type HttpHandler, type HttpRequest, type HttpResponse, isGone } from "./http-handler.ts";
export { INTERNAL_HEADER_PREFIX, INTERNAL_HEADERS, isInternalHeader } from "./internal-headers.ts";
export { cutJson, entriesOf, type MemberUse, ReadBudget, scannedJson } from "./json-bytes.ts";
export { decodeBody, decodeParts, jsonOfText, type Reading } from "./json-request.ts";
export { encodeField, encodeMessage } from "./json-response.ts";
export {
  fieldSchema,
  isRequired,
  type JsonSchema,
  type JsonSchemaValue,
  messageSchema,
  type SchemaContext,
} from "./json-schema.ts";
export { itemsAt, membersAt, skipSpace, validJsonText, validLongJsonText } from "./json-text.ts";
export { oneLine } from "./one-line.ts";
export {
  comparePathTemplates,
  matchPathTemplate,
  type PathTemplate,
  type PathVariable,
  parsePathTemplate,
  type Segment,
} from "./path-template.ts";
export { releaseBytes } from "./released-bytes.ts";
export { joinedBytes, readBytes, readRequestBody } from "./request-body.ts";
export { matchRoute, type Route, type RouteMatch, routesOf } from "./routes.ts";
export { atOnce, inSlices, type Sliced } from "./slices.ts";
export { type ToolDefinition, toolsOf } from "./tools.ts";

/** Every method of Platen. */
export const platenMethods: MethodCatalogue = catalogueOf({ files, documentation });
