// Fetching: addresses that tenants or clients chose → bytes, without a way into the operator's own network.
export { type AllowedHost, createFetcher, type Fetcher, type FetchRefusal, type FetchResult } from "./guarded-fetch.ts";
