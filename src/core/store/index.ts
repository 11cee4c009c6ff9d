// Store: the bytes of finished PDFs, kept under an id and read back only if they are still the same bytes.
export { openFolderStore } from "./folder-store.ts";
export { openStore } from "./open-store.ts";
export {
  DamagedBytes,
  digestOf,
  type PdfReading,
  type PdfStore,
  type StoredPdf,
  StoreUnavailable,
  sha256Of,
} from "./pdf-store.ts";
export { openS3Store, type S3Location } from "./s3-store.ts";
