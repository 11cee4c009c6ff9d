// Profiles of Japanese business forms: one folder for each, its rules in files of their own.
import { definePlugin, type Profile } from "../../../core/sdk/index.ts";
import { dencho } from "./books/index.ts";
import { directSale } from "./consumers/index.ts";
import { laborTerms, payslip } from "./employment/index.ts";
import {
  invoice,
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "./invoices/index.ts";
import { inspectionReport, productionSchedule } from "./manufacture/index.ts";
import { jpPint } from "./pint/index.ts";
import { print } from "./print/index.ts";
import { receipt } from "./receipts/index.ts";
import { leaveLedger, retirementCertificate, wageLedger, workerRoster } from "./staff-books/index.ts";
import { deliveryNote, order, quotation } from "./trade/index.ts";
import { typography } from "./typography/index.ts";

/** All of them, in the order in which they are listed. */
export const JAPANESE_PROFILES: readonly Profile[] = [
  invoice,
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
  receipt,
  quotation,
  deliveryNote,
  order,
  directSale,
  payslip,
  laborTerms,
  wageLedger,
  workerRoster,
  leaveLedger,
  retirementCertificate,
  inspectionReport,
  productionSchedule,
  typography,
  print,
  dencho,
];

export const plugin = definePlugin({
  name: "platen-profiles-jp",
  sdk: 1,
  register(host) {
    for (const profile of JAPANESE_PROFILES) host.profile(profile);
    host.exporter(jpPint);
  },
});
