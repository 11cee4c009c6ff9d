// Fetching: addresses that tenants or clients chose → bytes, without a way into the operator's own network.
export { createFetcher, type Fetcher, type FetchRefusal, type FetchResult } from "./guarded-fetch.ts";
export type { AllowedHost } from "./guarded-request.ts";
export { createWebFetch, type WebFetch } from "./web-fetch.ts";
