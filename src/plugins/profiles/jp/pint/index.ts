// JP PINT (Peppol International Invoice, Japan): the standard invoice, that of suppliers who are not registered, and
// the self-billed one.
import { defineExporter } from "../../../../core/sdk/index.ts";
import { readInvoice } from "./reader.ts";
import { invoiceXml } from "./ubl.ts";

/**
 * Writes invoices as UBL 2.1 by JP PINT 1.1. A form that asks its recipient to confirm it is a 仕入明細書 (type 389),
 * whose seller is the recipient; one with a registration number is the standard invoice (適格請求書, 380), any other one
 * the invoice of a supplier who is not registered (480). Figures are those that the form prints: a form of which that
 * cannot be is refused.
 */
export const jpPint = defineExporter({
  name: "jp-pint",
  sdk: 1,
  title: "JP PINT 1.1 (UBL 2.1)",
  mediaType: "application/xml",
  fileExtension: "xml",
  write(form) {
    const { invoice, findings } = readInvoice(form);
    return { text: invoice === null ? null : invoiceXml(invoice), findings };
  },
});
