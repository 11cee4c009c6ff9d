import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import {
  bundledFonts,
  createEngine,
  createEnginePool,
  profilesAt,
  profilesInThisThread,
} from "../../../../src/core/engine/index.ts";
import { defineProfile, defineRule, type Rule } from "../../../../src/core/sdk/index.ts";

const UNRULY = new URL("./unruly.ts", import.meta.url).href;
const WORDS = new URL("./words.ts", import.meta.url).href;

const SOURCE = `rpt 1
document slip

page A5 portrait {
  body {
    text "a draft"
  }
}
`;

/** A rule that says one thing of every form. */
function saying(what: string): Rule {
  return defineRule({
    meta: {
      ...{ id: "says", summary: "Says it.", severity: "info", basis: [], repairs: "none" },
      messages: { said: { what, why: "It is a test." } },
    },
    check: ({ form, report }) => report({ message: "said", span: form.document.span }),
  });
}

const PARTS = { fonts: bundledFonts(), renderers: async () => [] } as const;
const ASKED = { source: SOURCE, data: null } as const;

/** An error that says of a profile that it was not judged. */
function unjudged(message: string | RegExp): readonly unknown[] {
  return ["error", "RPT7021", typeof message === "string" ? message : expect.stringMatching(message)];
}

const profiles = profilesAt([UNRULY, WORDS], { ruleMs: 1_000, memoryMib: 64 });
const engine = createEngine({ ...PARTS, profiles });

function found(names: readonly string[], source = SOURCE): readonly (readonly string[])[] {
  const { diagnostics } = engine.check({ source, data: null, profiles: names });
  return diagnostics.map(({ severity, code, message }) => [severity, code, message]);
}

describe("rules run in a thread of their own", () => {
  test("what throws, changes the form or points nowhere is told, and the others go on", () => {
    expect(found(["unruly.calm"])).toEqual([
      unjudged('unruly.calm could not be judged: rule throws failed, it threw "TypeError: no such thing at all"'),
      unjudged(/^unruly\.calm could not be judged: rule changes failed, it threw "TypeError: Cannot/),
      unjudged(/^unruly\.calm could not be judged: rule misplaces failed, it threw "Error: the span -1–0 lies outside/),
      ["warning", "unruly.calm/after", "after"],
      ["warning", "unruly.calm/before", "before"],
      ["warning", "unruly.calm/reaches-out", "0 variables"],
    ]);
  });

  test("what never ends, or fills its memory, is stopped and told, and the others go on", () => {
    expect(found(["unruly.endless", "jp.words"])).toEqual([
      unjudged("unruly.endless could not be judged: rule loops failed, it did not end within 1 s"),
      unjudged("unruly.endless could not be judged: rule allocates failed, it filled more than 64 MiB"),
      ["warning", "unruly.endless/after", "after"],
      ["warning", "unruly.endless/before", "before"],
      ["warning", "jp.words/draft", "the form says draft"],
    ]);
  });

  test("the same check gives the same findings again", () => {
    expect(found(["unruly.calm"])).toEqual(found(["unruly.calm"]));
  });

  test("a rule whose timers are cancelled and whose promises are kept has ended with its check", () => {
    expect(found(["unruly.ended"])).toEqual([
      ["warning", "unruly.ended/after", "after"],
      ["warning", "unruly.ended/before", "before"],
    ]);
  });

  test("a rule that goes on after its check has failed, at every check, and so has no other", async () => {
    const expected = [
      unjudged(
        /rule rejects failed, it answered a promise, and a rule answers at once: write its check without async$/,
      ),
      unjudged(/rule reports-later failed, it answered a promise/),
      unjudged(/rule forgets failed, it began a promise that goes on after its check, and a rule answers at once$/),
      unjudged(/rule waits failed, it began a timer that goes on/),
      unjudged(/rule puts-off failed, it began a task for later that goes on/),
      unjudged(/rule continues failed, it began a promise that goes on/),
      unjudged(/rule hides failed, it began a promise that goes on/),
      ["warning", "unruly.later/after", "after"],
      ["warning", "unruly.later/before", "before"],
      ["warning", "jp.words/draft", "the form says draft"],
    ];
    for (let round = 0; round < 3; round += 1) {
      expect(found(["unruly.later", "jp.words"])).toEqual(expected);
      // What was begun comes to its end meanwhile, in the thread that the next check asks.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });

  test("a rule that ends its thread costs itself", () => {
    expect(found(["unruly.ending"])).toEqual([
      unjudged("unruly.ending could not be judged: rule ends failed, it ended its thread"),
      ["warning", "unruly.ending/after", "after"],
      ["warning", "unruly.ending/before", "before"],
    ]);
  });

  test("what a rule found before it failed is told; edits that point nowhere are its failure", () => {
    expect(found(["unruly.midway"])).toEqual([
      unjudged('unruly.midway could not be judged: rule fails-midway failed, it threw "Error: midway"'),
      ["warning", "unruly.midway/fails-midway", "before it failed"],
    ]);
    expect(found(["unruly.strays"])).toEqual([unjudged(/rule strays failed, it threw "Error: the span 0–\d+ lies/)]);
  });

  test("findings that are lost, and built-in functions that are replaced, are failures of their rule alone", () => {
    const failed = (id: string, how: string) =>
      unjudged(`unruly.losing could not be judged: rule ${id} failed, ${how}`);
    const answers = "it answered a value, and findings are told by report(): answer nothing, and write no generator";
    const replaced = (name: string) => `it replaced ${name}, which all other code uses too; it was put back`;
    const told = [
      failed("answers-findings", answers),
      failed("answers-text", answers),
      failed("generates", answers),
      unjudged(/rule swallows failed, it threw "Error: /),
      failed("replaces-push", replaced("Array.prototype.push")),
      failed("replaces-an-iterator", replaced("the iterator of lists.next")),
      failed("replaces-includes", replaced("String.prototype.includes")),
      failed("adds-to-all-objects", 'it threw "TypeError: Cannot define property severity, object is not extensible"'),
      failed("replaces-a-computed-member", replaced("RegExp.prototype.flags")),
      failed("replaces-a-global-name", replaced("globalThis.Math")),
      ["warning", "unruly.losing/after", "after"],
      ["warning", "unruly.losing/before", "before"],
    ];
    const words = found(["jp.words"]);
    expect(words).not.toEqual([]);
    expect(found(["unruly.losing"])).toEqual(told);
    expect(found(["unruly.losing"])).toEqual(told);
    expect(found(["jp.words"])).toEqual(words);
  });

  test("a rule may print", () => {
    expect(found(["unruly.printing"])).toEqual([["warning", "unruly.printing/after", "after"]]);
  });

  test("a profile with many endless rules takes no other profile's findings, and no time without end", () => {
    const hurried = profilesAt([UNRULY, WORDS], { ruleMs: 150, memoryMib: 64 });
    const names = ["unruly.broken", "jp.words", "unruly.calm"];
    const { diagnostics } = createEngine({ ...PARTS, profiles: hurried }).check({ ...ASKED, profiles: names });
    const reason = /^unruly\.broken could not be judged: (.*)$/;
    expect(diagnostics.flatMap(({ message }) => reason.exec(message)?.[1] ?? [])).toEqual([
      ...["a", "b", "c", "d"].map((id) => `rule ${id} failed, it did not end within 0.15 s`),
      "4 of its rules had to be stopped, and those behind them were not tried",
    ]);
    const codes = diagnostics.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["unruly.broken/before", "jp.words/draft", "unruly.calm/after"]));
  });

  test("types refuse what goes on after its check", () => {
    const meta = saying("").meta;
    // @ts-expect-error A promise is none of the answers.
    expect(defineRule({ meta, check: async () => undefined }).meta).toBe(meta);
    // @ts-expect-error Nor where it is answered without async.
    expect(defineRule({ meta, check: () => Promise.resolve() }).meta).toBe(meta);
    const answers: readonly Rule["check"][] = [() => undefined, () => 1, () => ({ a: 1 }), () => null, () => {}];
    expect(answers.map((check) => defineRule({ meta, check }).meta)).toEqual(answers.map(() => meta));
  });
});

test("a preview that is refused says nothing of profiles, which it does not ask", async () => {
  const source = SOURCE.replace("document slip", "document slip profile=jp.words").replace(
    '"a draft"',
    '"a word" frob=1 role=words.kind',
  );
  const options = { createdAt: "2026-11-01T00:00:00Z" };
  const answer = await engine.preview({ source, data: null, renderer: "pdf", options });
  expect(answer.kind === "invalid-source" && answer.diagnostics.map(({ code }) => code)).toEqual(["RPT1003"]);
});

test("roles that a profile brings are known, and near ones are proposed", () => {
  const told = (role: string) =>
    engine
      .check({ source: SOURCE.replace('"a draft"', `"a word" role=${role}`), data: null })
      .diagnostics.map(({ code, repair }) => [code, repair?.title]);
  expect(told("words.kind")).toEqual([]);
  expect(told("words.kin")).toEqual([["RPT6090", "did you mean words.kind?"]]);
});

describe("names of profiles", () => {
  test("the jp. of a profile may be left out", () => {
    expect(found(["words"])).toEqual(found(["jp.words"]));
    expect(found(["words"])).toHaveLength(1);
  });

  test("the jp. of a profile may not be left out where another plugin's profile bears the name", () => {
    const named = (name: string) => defineProfile({ name, sdk: 1, title: name, rules: [saying(`of ${name}`)] });
    const judge = profilesInThisThread([named("jp.invoice"), named("invoice")], "both");
    const both = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles: judge });
    const told = (name: string) =>
      both.check({ source: SOURCE, data: null, profiles: [name] }).diagnostics.map(({ message }) => message);
    expect([told("invoice"), told("jp.invoice")]).toEqual([["of invoice"], ["of jp.invoice"]]);
  });

  test("a profile that a request names and nobody installed is answered by its name, and nothing is checked", () => {
    const answer = engine.check({ source: SOURCE, data: null, profiles: ["jp.words", "jp.nothing"] });
    expect(answer).toEqual({ diagnostics: [], template: null, unknownProfiles: ["jp.nothing"] });
  });

  test("those that the source names are asked without a request, and those that are not installed are told", () => {
    const source = SOURCE.replace("slip", 'slip profile=["words", "jp.nothing"]');
    expect(found([], source)).toEqual([
      ["error", "RPT7020", "profile jp.nothing is not installed"],
      ["warning", "jp.words/draft", "the form says draft"],
    ]);
  });

  test.each([
    ["jp.wrods", "jp.words"],
    ["wrods", "jp.words"],
    ["unruly.clam", "unruly.calm"],
  ])("%s in a source is refused with the near name, and the edit mends it", (slip, name) => {
    const source = SOURCE.replace("slip", `slip profile=${slip}`);
    const { diagnostics, template } = engine.check({ source, data: null });
    const [told] = diagnostics.filter(({ code }) => code === "RPT7020");
    expect([told?.severity, told?.repair?.title]).toEqual(["error", `did you mean ${name}?`]);
    // The form is laid out all the same, so that what else is wrong is told at once.
    expect(template).not.toBeNull();
    expect(applyEdits(source, told?.repair?.edits ?? [])).toBe(SOURCE.replace("slip", `slip profile=${name}`));
  });

  test("an engine lists what is installed, with what each rule says of itself", () => {
    expect(engine.profiles().map(({ name, plugin }) => [name, plugin])).toEqual([
      ...["calm", "endless", "ended", "later", "ending", "losing", "printing", "midway", "strays", "broken"].map(
        (name) => [`unruly.${name}`, "unruly"],
      ),
      ["jp.words", "words"],
    ]);
  });
});

describe("what a rule says and proposes", () => {
  test("the law is cited, and edits that keep the meaning may be applied unseen", () => {
    const { diagnostics } = engine.check({ source: SOURCE, data: null, profiles: ["words"] });
    const start = SOURCE.indexOf("draft");
    expect(diagnostics[0]).toMatchObject({
      why: "Drafts are not sent. (Office rules 4, https://example.test/rules)",
      repair: { applicability: "safe", edits: [{ span: { start, end: start + 5 }, text: "" }] },
    });
  });

  test.each([
    ["2026-03-31", 0],
    ["2026-04-01", 1],
  ])("as of %s, %i rules hold", (asOf, count) => {
    expect(engine.check({ source: SOURCE, data: null, profiles: ["words"], asOf }).diagnostics).toHaveLength(count);
  });

  test("a date of the data says which law holds", () => {
    const dated = (date: string) =>
      SOURCE.replace("page A5", `field at date role=document.issueDate example="${date}"\n\npage A5`);
    const codes = (source: string) => found(["words"], source).map(([, code]) => code);
    const shown = (date: string) => dated(date).replace("a draft", "a draft {at}");
    expect(codes(shown("2026-03-31"))).toEqual([]);
    expect(codes(shown("2026-04-01"))).toEqual(["jp.words/draft"]);
  });
});

test("the threads of a pool judge by profiles too", async () => {
  const pool = createEnginePool({ plugins: [], profiles: [WORDS], threads: 1 });
  try {
    const request = { source: SOURCE, data: null, profiles: ["jp.words"] };
    const { diagnostics } = await pool.check(request, { budgetMs: 30_000 });
    expect(diagnostics.map(({ code }) => code)).toEqual(["jp.words/draft"]);
    expect((await pool.profiles()).map(({ name }) => name)).toEqual(["jp.words"]);
  } finally {
    await pool.close();
  }
});
