// Store: the bytes of finished PDFs, kept under an id and read back only if they are still the same bytes.
export { openFolderStore } from "./folder-store.ts";
export type { PdfReading, PdfStore, StoredPdf } from "./pdf-store.ts";
