// The language server: an editor's questions over the Language Server Protocol → answers of core/assist.
export { type LanguageServerParts, serveLanguage } from "./server.ts";
