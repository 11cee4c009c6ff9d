import {
  errorAnswerOf,
  errorBodyOf,
  type HttpHandler,
  INTERNAL_HEADERS,
  type MethodCatalogue,
  platenError,
} from "../../core/methods/index.ts";
import { OPENAPI_PATH, type OpenApiFacts, openApiOf } from "./document.ts";

/** Serves the document to anyone. It stands before the REST handler, which answers 404 to what it does not know. */
export function openApiHandler(catalogue: MethodCatalogue, facts: OpenApiFacts): HttpHandler {
  const text = JSON.stringify(openApiOf(catalogue, facts));
  return (request, response) => {
    if ((request.url ?? "").split("?", 1)[0] !== OPENAPI_PATH) return false;
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      response.end(text);
      return true;
    }
    const requestId = String(request.headers[INTERNAL_HEADERS.requestId] ?? "");
    const answer = errorAnswerOf(platenError("method_not_allowed", "This path takes GET only."), requestId);
    response.setHeader("allow", "GET");
    response.statusCode = answer.status;
    response.end(errorBodyOf(answer));
    return true;
  };
}
