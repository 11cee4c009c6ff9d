// Writes the generated part of each client library under clients/: the records of requests and answers, the operations
// and a method for each. Run by `npm run generate`; the results are committed.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { clientFiles } from "./client-files.ts";

const ROOT = new URL("../../", import.meta.url);

for (const { path, text } of clientFiles()) writeFileSync(fileURLToPath(new URL(path, ROOT)), text);
