// Run by a test in a process of its own: prints the hash of one invoice that nothing was rendered before.
import { createHash } from "node:crypto";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { documentOf, invoicePage, options } from "./page-document.ts";

const bytes = pdfRenderer.render(documentOf([invoicePage(7)]), options);
process.stdout.write(createHash("sha256").update(bytes).digest("hex"));
