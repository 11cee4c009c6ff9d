// What Platen loads: one plugin, and what it registers.
import { definePlugin, defineProfile } from "platen/sdk";
import { code93 } from "./barcodes/code-93.ts";
import { deliveryPlace } from "./rules/delivery-place.ts";
import { roundedOnce } from "./rules/rounded-once.ts";
import { erp } from "./sources/erp.ts";

const deliveryNote = defineProfile({
  name: "acme.delivery-note",
  sdk: 1,
  title: "Acme delivery note",
  documentKinds: ["delivery-note"],
  dateRoles: ["delivery.date", "document.issueDate"],
  roles: { "acme.totalWeight": "what the scale at the gate shows" },
  rules: [deliveryPlace, roundedOnce],
});

export const plugin = definePlugin({
  name: "acme-platen-profiles",
  sdk: 1,
  register(host) {
    host.profile(deliveryNote);
    host.barcode(code93);
    host.datasetSource(erp);
  },
});
