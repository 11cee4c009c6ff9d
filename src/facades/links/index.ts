// Links to stored files, for browsers: outside of the interface for programs, without a credential beside the link.
export { type LinkOptions, linksHandler } from "./links-handler.ts";
