import type { Resource } from "../resources.ts";
import { FORM_PAGE } from "./page.ts";

/** The page that a client with MCP Apps draws where open_form was called (MCP Apps 2026-01-26). */
export const DOCUMENT_FORM: Resource = {
  uri: "ui://service/document-form",
  name: "document-form",
  title: "Form",
  description: "A form for the data of a document. Clients that draw MCP Apps show it where open_form was called.",
  mimeType: "text/html;profile=mcp-app",
  openedBy: "open_form",
  // It loads nothing and asks for no permission: hosts may be as strict as they can.
  meta: {
    ui: {
      csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
      prefersBorder: true,
    },
  },
  read: () => FORM_PAGE,
};
