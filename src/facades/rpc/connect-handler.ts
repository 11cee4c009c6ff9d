import { type ConnectRouter, type ConnectRouterOptions, createConnectRouter } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { type HttpHandler, INTERNAL_HEADERS, type MethodCatalogue } from "../../core/methods/index.ts";
import { healthRoutes } from "./health.ts";
import { reflectionRoutes } from "./reflection.ts";

/** What the Connect, gRPC and gRPC-Web face needs. */
export interface ConnectHandlerOptions {
  readonly catalogue: MethodCatalogue;
  /** Registers the services. */
  readonly routes: (router: ConnectRouter) => void;
  /** Interceptors, limits and the like. */
  readonly router: ConnectRouterOptions;
  /**
   * `rpc` for a public port, where the operator's methods do not exist; `operator` for a socket that only the operator
   * reaches.
   */
  readonly door: "rpc" | "operator";
}

/**
 * No message may be larger than this, whoever sends it: bodies are read before the services know the caller. It holds
 * the largest request of the largest plan, written in base64.
 */
const READ_MAX_BYTES = 64 * 1024 * 1024;

/** Serves the services over Connect, gRPC and gRPC-Web. */
export function connectHandler(options: ConnectHandlerOptions): HttpHandler {
  const hidden =
    options.door === "operator" ? [] : options.catalogue.methods.filter((one) => one.roles.has("operator"));
  // Unknown members are refused in JSON, as they are over REST.
  const router = { readMaxBytes: READ_MAX_BYTES, jsonOptions: { ignoreUnknownFields: false }, ...options.router };
  return handlerOf(options.routes, router, options.door, new Set(hidden.map((method) => method.rpcPath)));
}

/** Serves `grpc.health.v1` and `grpc.reflection.v1`, to anyone. `closing` is aborted when a shutdown begins. */
export function grpcInfrastructureHandler(catalogue: MethodCatalogue, closing: AbortSignal): HttpHandler {
  const visible = catalogue.methods.filter((method) => !method.roles.has("operator"));
  const services = [...new Set(visible.map((method) => method.descriptor.parent))];
  const routes = (router: ConnectRouter): void => {
    healthRoutes(router, services, closing);
    reflectionRoutes(router, services);
  };
  return handlerOf(routes, {}, "rpc", new Set());
}

function handlerOf(
  routes: (router: ConnectRouter) => void,
  router: ConnectRouterOptions,
  door: ConnectHandlerOptions["door"],
  hidden: ReadonlySet<string>,
): HttpHandler {
  const known = createConnectRouter(router);
  routes(known);
  const paths = new Set(known.handlers.map((handler) => handler.requestPath).filter((path) => !hidden.has(path)));
  const adapter = connectNodeAdapter({ ...router, routes });
  return (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (!paths.has(path)) return false;
    request.headers[INTERNAL_HEADERS.door] = door;
    adapter(request, response);
    return true;
  };
}
