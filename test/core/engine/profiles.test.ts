import { describe, expect, test } from "vitest";
import {
  bundledFonts,
  createEngine,
  createEnginePool,
  profilesAt,
  profilesInThisThread,
} from "../../../src/core/engine/index.ts";
import { defineProfile, defineRule, type Rule } from "../../../src/core/sdk/index.ts";

const UNRULY = new URL("./plugins/unruly.ts", import.meta.url).href;
const WORDS = new URL("./plugins/words.ts", import.meta.url).href;

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

const profiles = profilesAt([UNRULY, WORDS], { ruleMs: 1_000, memoryMib: 64 });
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles });

function found(names: readonly string[], source = SOURCE): readonly (readonly string[])[] {
  const { diagnostics } = engine.check({ source, data: null, profiles: names });
  return diagnostics.map(({ severity, code, message }) => [severity, code, message]);
}

describe("rules run in a thread of their own", () => {
  test("what throws, changes the form or points nowhere is told, and the others go on", () => {
    expect(found(["unruly.calm"])).toEqual([
      ["warning", "RPT7021", 'rule unruly.calm/throws failed: it threw "TypeError: no such thing at all"'],
      ["warning", "RPT7021", expect.stringContaining('rule unruly.calm/changes failed: it threw "TypeError: Cannot')],
      [
        "warning",
        "RPT7021",
        'rule unruly.calm/misplaces failed: it threw "Error: the span -1–0 lies outside of the source"',
      ],
      ["warning", "unruly.calm/after", "after"],
      ["warning", "unruly.calm/before", "before"],
      ["warning", "unruly.calm/reaches-out", "0 variables"],
    ]);
  });

  test("what never ends, or fills its memory, is stopped and told, and the others go on", () => {
    expect(found(["unruly.endless", "jp.words"])).toEqual([
      ["warning", "RPT7021", "rule unruly.endless/loops failed: it did not end within 1 s"],
      ["warning", "RPT7021", "rule unruly.endless/allocates failed: it filled more than 64 MiB"],
      ["warning", "unruly.endless/after", "after"],
      ["warning", "unruly.endless/before", "before"],
      ["warning", "jp.words/draft", "the form says draft"],
    ]);
  });

  test("the same check gives the same findings again", () => {
    expect(found(["unruly.calm"])).toEqual(found(["unruly.calm"]));
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
      ["warning", "jp.words/draft", "the form says draft"],
      ["info", "RPT7020", "profile jp.nothing is not installed"],
    ]);
  });

  test("an engine lists what is installed, with what each rule says of itself", () => {
    expect(engine.profiles().map(({ name, plugin }) => [name, plugin])).toEqual([
      ["unruly.calm", "unruly"],
      ["unruly.endless", "unruly"],
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
