import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../../src/core/engine/index.ts";
import { defineProfile } from "../../../../src/core/sdk/index.ts";
import { JAPANESE_PROFILES } from "../../../../src/plugins/profiles/jp/index.ts";

const waybill = defineProfile({
  ...{ name: "acme.waybill", sdk: 1, title: "Waybill", papers: ["Waybill", "送り状"], rules: [] },
});
const judge = profilesInThisThread([...JAPANESE_PROFILES, waybill], "test");
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles: judge });

/** What is told of a form with this title, or these words at its top. */
function hints(words: string, { title = "", line = "", profiles = [] as readonly string[] } = {}): readonly string[] {
  const source = `rpt 1
document paper${title} lang=ja${line}

page A4 portrait margin=20mm {
  body {
    text "株式会社あさひ 御中"
    text "${words}" size=18pt
    text "本文です。"
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null, profiles });
  return diagnostics
    .filter(({ code }) => code === "RPT7025")
    .map(({ severity, message, repair }) => {
      return `${severity}: ${message}; ${repair?.title ?? ""}`;
    });
}

const told = (paper: string, profile: string): readonly string[] => [
  `info: the form is called ${paper}, and no profile judges it; write profile=${profile} to have it judged, ` +
    "or allow RPT7025 with the reason why it is not",
];

describe("a form that no profile judges, and that bears the name of a paper", () => {
  const papers = judge.installed().flatMap(({ name, papers }) => papers.map((paper) => ({ name, paper })));

  test.each(papers)("is told of $name: $paper", ({ name, paper }) => {
    expect(hints(paper)).toEqual(told(paper, name));
    expect(hints("題", { title: ` title="${paper} 12"` })).toEqual(told(paper, name));
  });

  test("each kind of paper that a shipped profile judges has a name, and no name two profiles", () => {
    const nameless = judge
      .installed()
      .filter(({ documentKinds, papers }) => documentKinds.length > 0 && papers.length === 0);
    expect(nameless.map(({ name }) => name)).toEqual(["jp.nonregistered-invoice"]);
    expect(new Set(papers.map(({ paper }) => paper)).size).toBe(papers.length);
  });

  test.each(["御 請 求 書", "御請求書", "請求書（控）", "請求書(控)", "請求書 控え", "請求書 No.12", "請　求　書"])(
    "however it is written: %s",
    (words) => expect(hints(words)).toEqual(told("請求書", "jp.invoice")),
  );

  test.each([
    ...[
      "請求書送付のご案内",
      "御見積書送付のご案内",
      "請求の件",
      "発注書の変更",
      "月次報告書",
      "請求書 | 金額",
      "Invoice",
    ],
  ])("is not told where it is another paper: %s", (words) => expect(hints(words)).toEqual([]));

  test("is not told where a profile judges it, or is asked for and missing", () => {
    expect(hints("請求書", { line: " profile=jp.invoice" })).toEqual([]);
    expect(hints("請求書", { line: " profile=jp.print" })).toEqual([]);
    expect(hints("請求書", { line: " profile=jp.nothing" })).toEqual([]);
    expect(hints("請求書", { profiles: ["jp.invoice"] })).toEqual([]);
  });

  test("is not told where the form allows it", () => {
    expect(hints("請求書", { line: '\nallow RPT7025 "a sample for the shop"' })).toEqual([]);
  });
});
