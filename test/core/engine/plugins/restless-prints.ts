// A plugin that prints wherever its code runs, and leaves a timer running.
import { definePlugin, defineProfile, defineRule } from "../../../../src/core/sdk/index.ts";

const says = defineRule({
  meta: {
    ...{ id: "says", summary: "Says it.", severity: "warning", basis: [], repairs: "none" },
    messages: { said: { what: "it was printed", why: "It is a test." } },
  },
  check({ form, report }) {
    console.log("printed by a rule");
    console.error("an error by a rule");
    process.stdout.write("written by a rule");
    report({ message: "said", span: form.document.span });
  },
});

export const plugin = definePlugin({
  name: "restless-prints",
  sdk: 1,
  register(host) {
    console.log("printed as it is registered");
    setInterval(() => undefined, 1_000);
    host.profile(defineProfile({ name: "restless.prints", sdk: 1, title: "Restless", rules: [says] }));
  },
});
