import type { HttpBinding, Method, MethodCatalogue } from "./catalogue.ts";
import { comparePathTemplates, matchPathTemplate } from "./path-template.ts";

/** An operation over REST. */
export interface Route {
  readonly method: Method;
  readonly binding: HttpBinding;
}

/** What a request target means. */
export type RouteMatch =
  | { readonly kind: "route"; readonly route: Route; readonly pathFields: ReadonlyMap<string, string> }
  /** The path exists under other HTTP methods. */
  | { readonly kind: "wrong-verb"; readonly allowed: readonly string[] }
  | { readonly kind: "none" };

/** The REST operations of a catalogue, the most particular path first, so that the first match is the right one. */
export function routesOf(catalogue: MethodCatalogue): readonly Route[] {
  return catalogue.methods
    .flatMap((method) => method.bindings.map((binding) => ({ method, binding })))
    .sort((left, right) => comparePathTemplates(left.binding.template, right.binding.template));
}

/**
 * Finds the operation of an HTTP method and a path, which is still percent-encoded and has no query. HEAD is an
 * operation wherever GET is one (RFC 9110 §9.3.2).
 */
export function matchRoute(routes: readonly Route[], verb: string, path: string): RouteMatch {
  const allowed = new Set<string>();
  for (const route of routes) {
    const pathFields = matchPathTemplate(route.binding.template, path);
    if (pathFields === undefined) continue;
    if (route.binding.verb === (verb === "HEAD" ? "GET" : verb)) return { kind: "route", route, pathFields };
    allowed.add(route.binding.verb);
  }
  return allowed.size === 0 ? { kind: "none" } : { kind: "wrong-verb", allowed: [...allowed].sort() };
}
