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

/** A check that goes on after it has returned, whatever its type says. */
function goingOn(check: (context: Parameters<Rule["check"]>[0]) => unknown): Rule["check"] {
  return check as Rule["check"];
}

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

const GOES_ON: readonly Rule[] = [
  rule(
    "rejects",
    goingOn(() => Promise.reject(new Error("later"))),
  ),
  rule(
    "reports-later",
    goingOn(async ({ form, report }) => {
      await later();
      report({ message: "found", span: form.document.span, values: { what: "too late" } });
    }),
  ),
  rule("forgets", () => {
    void Promise.reject(new Error("forgotten"));
  }),
  rule("waits", () => {
    setTimeout(() => {
      throw new Error("in a timer");
    }, 1);
  }),
  rule("puts-off", () => {
    queueMicrotask(() => {
      throw new Error("in a microtask");
    });
  }),
  rule("continues", () => {
    void Promise.resolve().then(() => undefined);
  }),
  rule("hides", () => {
    const timer = setTimeout(() => undefined, 1);
    clearTimeout(timer);
    class Quiet extends Promise<never> {}
    void new Quiet(() => undefined);
  }),
];

/** What was begun has ended with the check: nothing goes on. */
const ENDS: readonly Rule[] = [
  rule("cancels", () => {
    clearTimeout(setTimeout(() => undefined, 9));
    clearInterval(setInterval(() => undefined, 9));
    clearImmediate(setImmediate(() => undefined));
  }),
  rule("settles", () => {
    void Promise.resolve(1);
    void (async () => undefined)();
    const { promise, resolve } = Promise.withResolvers<string>();
    resolve("<pending".repeat(9));
    void promise;
  }),
];

const ends = rule("ends", () => process.exit(3));

const prints = rule("prints", () => {
  console.log("from a rule");
  process.stdout.write("from a rule");
});

const fails = rule("fails-midway", ({ form, report }) => {
  report({ message: "found", span: form.document.span, values: { what: "before it failed" } });
  throw new Error("midway");
});

const strays = rule("strays", ({ form, report }) => {
  const span = { start: 0, end: form.source.length + 1 };
  report({
    ...{ message: "found", span: form.document.span },
    repair: { title: "t", edits: [{ span, text: "" }] },
  });
});

/** Findings that never reach the form, and functions of the language that answer something else from then on. */
const LOSING: readonly Rule[] = [
  rule(
    "answers-findings",
    goingOn(({ form }) => [{ message: "found", span: form.document.span }]),
  ),
  rule(
    "answers-text",
    goingOn(() => "found"),
  ),
  rule(
    "generates",
    goingOn(function* ({ form, report }) {
      report({ message: "found", span: form.document.span, values: { what: "never" } });
      yield 1;
    }),
  ),
  rule("swallows", ({ form, report }) => {
    try {
      report({ message: "unknown", span: form.document.span });
    } catch {
      // It goes on as if nothing had been.
    }
  }),
  rule("replaces-push", () => {
    Array.prototype.push = () => 0;
  }),
  rule("replaces-an-iterator", () => {
    Object.assign(Object.getPrototypeOf([][Symbol.iterator]()) as object, { next: () => ({ done: true }) });
  }),
  rule("replaces-includes", () => {
    Object.defineProperty(String.prototype, "includes", { get: () => () => true });
  }),
  // An error of any other rule would be an info from then on.
  rule("adds-to-all-objects", () => {
    const members = { get: () => "info", set: () => undefined, configurable: true };
    Object.defineProperty(Object.prototype, "severity", members);
  }),
  rule("replaces-a-computed-member", () => {
    Object.defineProperty(RegExp.prototype, "flags", { get: () => "g", configurable: true });
  }),
  rule("replaces-a-global-name", () => {
    Object.assign(globalThis, { Math: { ...Math } });
  }),
];

const endless = (id: string): Rule => ({ ...loops, meta: { ...loops.meta, id } });

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
    host.profile(profile("unruly.ended", [tells("before"), ...ENDS, tells("after")]));
    host.profile(profile("unruly.later", [tells("before"), ...GOES_ON, tells("after")]));
    host.profile(profile("unruly.ending", [tells("before"), ends, tells("after")]));
    host.profile(profile("unruly.losing", [tells("before"), ...LOSING, tells("after")]));
    host.profile(profile("unruly.printing", [prints, tells("after")]));
    host.profile(profile("unruly.midway", [fails]));
    host.profile({ ...profile("unruly.strays", [{ ...strays, meta: { ...strays.meta, repairs: "suggestion" } }]) });
    const broken = ["a", "b", "c", "d", "e", "f"].map(endless);
    host.profile(profile("unruly.broken", [tells("before"), ...broken, tells("after")]));
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
