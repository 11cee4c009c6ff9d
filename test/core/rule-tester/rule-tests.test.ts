// The tester itself: tables that say what a rule does pass, and every way in which one may be wrong is told.
import { describe, expect, test } from "vitest";
import { checkForm, type InvalidForm, ruleTests } from "../../../src/core/rule-tester/index.ts";
import { defineRule, type Rule, type TextEdit } from "../../../src/core/sdk/index.ts";

/** Finds the word draft in the fixed words of a form; `edits` mends the place where it stands. */
function noDraft(edits: (start: number, end: number) => readonly TextEdit[]): Rule {
  return defineRule({
    meta: {
      ...{ id: "no-draft", summary: "No form says draft.", severity: "warning", basis: [], repairs: "safe" },
      messages: { found: { what: "the form says draft", why: "Drafts are not sent." } },
    },
    check({ form, report }) {
      const start = form.source.indexOf("draft");
      if (start < 0) return;
      const span = { start, end: start + 5 };
      report({ message: "found", span, repair: { title: "delete it", edits: edits(span.start, span.end) } });
    },
  });
}

const deleting = noDraft((start, end) => [{ span: { start, end }, text: "" }]);
const idle = noDraft(() => []);
const useless = noDraft((start) => [{ span: { start, end: start }, text: "a " }]);

function form(text: string): string {
  return `rpt 1\ndocument slip\n\npage A5 portrait {\n  body {\n    text "${text}"\n  }\n}\n`;
}

const FINDING = "6:11-6:16 warning no-draft the form says draft";

function invalid(more: Partial<InvalidForm> = {}): InvalidForm {
  return { source: form("draft 1"), findings: [FINDING], ...more };
}

/** What each test of a table comes to: null, or the first line of what it throws. */
function outcomes(rule: Rule, cases: Parameters<typeof ruleTests>[1]): readonly (string | null)[] {
  return ruleTests(rule, cases).map(({ run }) => {
    try {
      run();
      return null;
    } catch (error) {
      return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    }
  });
}

describe("a table of a rule", () => {
  test("passes where it says what the rule does, and names its tests", () => {
    const cases = { valid: [form("final")], invalid: [invalid({ name: "a draft", repaired: form(" 1") })] };
    expect(outcomes(deleting, cases)).toEqual([null, null]);
    expect(ruleTests(deleting, cases).map(({ name }) => name)).toEqual([
      "no-draft: nothing of form 1",
      "no-draft: something of a draft",
    ]);
    expect(outcomes(idle, { valid: [], invalid: [invalid({ repaired: null })] })).toEqual([null]);
  });

  test.each<[string, Rule, Parameters<typeof ruleTests>[1], string]>([
    ["a valid form is found", deleting, { valid: [form("draft 1")], invalid: [] }, "the findings are"],
    [
      "a finding is elsewhere or worded otherwise",
      deleting,
      { valid: [], invalid: [invalid({ findings: [FINDING.replace("6:11", "6:12")] })] },
      "the findings are",
    ],
    [
      "nothing is found of an invalid form",
      deleting,
      { valid: [], invalid: [invalid({ source: form("final") })] },
      "the findings are",
    ],
    [
      "an invalid form names no findings",
      deleting,
      { valid: [], invalid: [invalid({ findings: [] })] },
      "an invalid form names its findings; a form without any is a valid one",
    ],
    [
      "the repaired source is another",
      deleting,
      { valid: [], invalid: [invalid({ repaired: form("1") })] },
      "the repaired source is",
    ],
    [
      "a repair has edits that the table denies",
      deleting,
      { valid: [], invalid: [invalid({ repaired: null })] },
      "a repair has edits, and the table says that none has",
    ],
    [
      "a repair has no edits that the table shows",
      idle,
      { valid: [], invalid: [invalid({ repaired: form(" 1") })] },
      "no repair has edits, and the table says what they make",
    ],
    [
      "the repair does not make the finding go away",
      useless,
      { valid: [], invalid: [invalid()] },
      "after the repair is found again:",
    ],
    [
      "the form cannot be drawn",
      deleting,
      { valid: [form("{1 +}")], invalid: [] },
      "the form cannot be drawn, so that the rule does not judge it:",
    ],
    [
      "the rule throws",
      { ...deleting, check: () => JSON.parse("{") },
      { valid: [form("final")], invalid: [] },
      expect.stringContaining("test could not be judged: rule no-draft failed, it threw") as unknown as string,
    ],
  ])("fails where %s", (_, rule, cases, told) => {
    expect(outcomes(rule, cases)).toEqual([told]);
  });
});

test("a profile that is none is refused before any form is checked", () => {
  const profile = { name: "Not a name", sdk: 1, title: "t", rules: [deleting] } as const;
  expect(() => checkForm([profile], { source: form("final") })).toThrow('a profile has the name "Not a name"');
});
