import { join } from "node:path";
import { openFolderStore } from "./folder-store.ts";
import type { PdfStore } from "./pdf-store.ts";
import { openS3Store, type S3Location } from "./s3-store.ts";

/** Opens what PDFs are kept in: the bucket where there is one, else a folder of the data folder. */
export async function openStore(place: {
  readonly s3: S3Location | null;
  readonly dataDir: string;
}): Promise<PdfStore> {
  return place.s3 === null ? openFolderStore(join(place.dataDir, "renders")) : openS3Store(place.s3);
}
