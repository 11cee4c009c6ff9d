// Datasets that are linked to Acme's ERP: acme-erp://orders/2026.
import { defineDatasetSource } from "platen/sdk";

const ADDRESS = /^acme-erp:\/\/orders\/(\d{4})$/;

export const erp = defineDatasetSource({
  scheme: "acme-erp",
  sdk: 1,
  title: "Orders of Acme's ERP",
  settings: {
    host: { meaning: "The host of the ERP's interface.", isRequired: false },
    token: { meaning: "The token that the ERP's interface asks for.", isRequired: true },
  },
  mistake(address) {
    return ADDRESS.test(address) ? null : "Orders are at acme-erp://orders/2026, with the year at the end.";
  },
  async read({ address, etag, settings, fetch }) {
    const { host = "erp.acme.example", token = "" } = settings;
    const year = ADDRESS.exec(address)?.[1] ?? "";
    const url = `https://${host}/api/orders?year=${year}`;
    const reading = await fetch({ url, etag, headers: { authorization: `Bearer ${token}` } });
    if (reading.kind !== "content") return reading;
    // The interface answers a list; a dataset is an object, whose members forms declare.
    const orders = new TextDecoder().decode(reading.bytes);
    return { ...reading, bytes: new TextEncoder().encode(`{"orders":${orders}}`) };
  },
});
