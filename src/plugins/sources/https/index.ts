// Datasets that are linked to a JSON document on the web. The guarded fetcher knows which addresses are allowed and
// says what is wrong with the others.
import { defineDatasetSource, definePlugin } from "../../../core/sdk/index.ts";

export const httpsSource = defineDatasetSource({
  scheme: "https",
  sdk: 1,
  title: "A JSON object over HTTPS",
  mistake: () => null,
  read: ({ address, etag, fetch }) => fetch({ url: address, etag }),
});

export const plugin = definePlugin({
  name: "platen-https-source",
  sdk: 1,
  register: (host) => host.datasetSource(httpsSource),
});
