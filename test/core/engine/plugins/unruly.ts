// A plugin whose rules do what rules must not: each of them is to cost its own finding and nothing else.
import {
  defineExporter,
  definePlugin,
  defineProfile,
  defineRule,
  type Exporter,
  type Rule,
} from "../../../../src/core/sdk/index.ts";

function rule(id: string, check: Rule["check"]): Rule {
  const messages = { found: { what: "{what}", why: "It was found." } };
  return defineRule({
    meta: { id, summary: id, severity: "warning", basis: [], messages, repairs: "none" },
    check,
  });
}

const tells = (id: string): Rule =>
  rule(id, ({ form, report }) => report({ message: "found", span: form.document.span, values: { what: id } }));

const loops = rule("loops", () => {
  for (;;);
});

const allocates = rule("allocates", () => {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(1_000).fill({}));
});

const throws = rule("throws", () => {
  throw new TypeError("no such thing\nat all");
});

const changes = rule("changes", ({ form }) => {
  Object.assign(form.declarations, { length: 0 });
});

const reaches = rule("reaches-out", ({ form, report }) => {
  const variables = Object.keys(process.env).length;
  report({ message: "found", span: form.document.span, values: { what: `${variables} variables` } });
});

const misplaces = rule("misplaces", ({ report }) => report({ message: "found", span: { start: -1, end: 0 } }));

function exporter(name: string, write: Exporter["write"]): Exporter {
  return defineExporter({ name, sdk: 1, title: name, mediaType: "text/plain", fileExtension: "txt", write });
}

function profile(name: string, rules: readonly Rule[]) {
  return defineProfile({ name, sdk: 1, title: name, rules });
}

export const plugin = definePlugin({
  name: "unruly",
  sdk: 1,
  register(host) {
    host.profile(profile("unruly.calm", [tells("before"), throws, changes, misplaces, reaches, tells("after")]));
    host.profile(profile("unruly.endless", [tells("before"), loops, allocates, tells("after")]));
    host.exporter(
      exporter("words", ({ document, record }) => ({ text: `${document.id} ${record.number}`, findings: [] })),
    );
    host.exporter(exporter("nothing", () => ({ text: null, findings: [] })));
    host.exporter(
      exporter("endless", () => {
        for (;;);
      }),
    );
  },
});
