import { describe, expect, test } from "vitest";
import {
  applyEdits,
  CODES,
  type Diagnostic,
  isAdvice,
  isAllowable,
  LOST_DATA_CODES,
} from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread, renderersAt } from "../../../../src/core/engine/index.ts";
import { parseSource } from "../../../../src/core/language/index.ts";
import { defineProfile, defineRule } from "../../../../src/core/sdk/index.ts";

// `allow` lines: what they hide, what they can't hide, and that they say so.

const PDF = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });

function check(source: string, data: string | null = null): readonly Diagnostic[] {
  return engine.check({ source, data: data === null ? null : new TextEncoder().encode(data) }).diagnostics;
}

const told = (found: readonly Diagnostic[]) => found.map(({ code, message }) => `${code} ${message}`);

function form({ top = "", body }: { readonly top?: string; readonly body: string }): string {
  return `rpt 1
document c title="送付状" lang=ja
${top}field to string(8) example="株式会社山本"
fonts gothic="Noto Sans JP"
sizes body=9pt tiny=5pt
colors ink=#1a1a1a
style base font=gothic size=body color=ink
page A5 margin=10mm {
  body gap=1mm {
    text (to)
${body}  }
}
`;
}

const SMALL = '    text "氏名" size=tiny\n';
const OUT = "RPT5006 text of 5pt is smaller than 6pt (page 1)";
const LINE = 'allow RPT5006 "as prescribed"\n';
const ONE = "RPT9011 1 finding is allowed (RPT5006): as prescribed";

describe("a line allows what it names, where it stands", () => {
  test.each<[string, string, readonly string[]]>([
    ["nowhere", form({ body: SMALL }), [OUT]],
    ["for the document", form({ top: LINE, body: SMALL }), [ONE]],
    ["in the block of a text", form({ body: `    text "氏名" size=tiny {\n      ${LINE}    }\n` }), [ONE]],
    ["in a container", form({ body: `    box {\n      ${LINE}  ${SMALL}    }\n` }), [ONE]],
    [
      "in a container within another",
      form({ body: `    box {\n      ${LINE}      stack {\n    ${SMALL}      }\n    }\n` }),
      [ONE],
    ],
    ["beside what it means", form({ body: `    box {\n      ${LINE}  ${SMALL}    }\n${SMALL}` }), [OUT, ONE]],
    [
      "at the body",
      form({ body: `    ${LINE}${SMALL}${SMALL}` }),
      ["RPT9011 2 findings are allowed (RPT5006): as prescribed"],
    ],
    [
      "with other codes",
      form({ top: 'allow RPT5004 RPT5006 "as prescribed"\n', body: SMALL }),
      ["RPT9011 1 finding is allowed (RPT5004, RPT5006): as prescribed"],
    ],
  ])("%s", (_, source, expected) => {
    expect(told(check(source))).toEqual(expected);
  });
});

describe("a line that can't be taken says why", () => {
  test.each([
    ["allow RPT5006", "allow does not say why"],
    ['allow RPT5006 "  "', "allow does not say why"],
    ['allow "as prescribed"', "allow names no code"],
    ['allow RPT5066 "as prescribed"', "there is no finding RPT5066"],
    ['allow RPT5006 "as prescribed" size=tiny', "allow takes codes and a reason, and nothing else"],
    ['allow RPT5006 "as prescribed" {\n}', "allow takes codes and a reason, and nothing else"],
  ])("%s", (line, message) => {
    const found = check(form({ top: `${line}\n`, body: "" }));
    expect(told(found.filter(({ severity }) => severity === "error"))).toEqual([`RPT1026 ${message}`]);
  });

  test.each([...LOST_DATA_CODES, "RPT7021", "RPT9010", "RPT1026"])("%s, which nobody may hide", (code) => {
    expect(told(check(form({ top: `allow ${code} "meant"\n`, body: "" })))[0]).toContain(`${code} can't be allowed`);
    expect(isAllowable(code)).toBe(false);
  });

  test("every other code of the catalogue may be named", () => {
    // Advice is looked for only where it is asked for.
    const codes = Object.keys(CODES).filter((code) => isAllowable(code) && !isAdvice(code));
    expect(codes.length).toBeGreaterThan(100);
    const found = check(form({ top: `allow ${codes.join(" ")} "meant"\n`, body: "" }));
    expect(told(found)).toEqual([expect.stringMatching(/^RPT1027 this allow line allows nothing: RPT/)]);
  });
});

test("errors stay, and the line that names them says that they do", () => {
  const wide = "    plate h=5mm {\n      text (to) x=0mm y=0mm w=300mm h=5mm\n    }\n";
  const [error] = check(form({ body: wide })).filter(({ severity }) => severity === "error");
  expect(error).toBeDefined();
  const source = form({ top: `allow ${error?.code} "meant"\n`, body: wide });
  const found = check(source);
  expect(told(found)).toContain(`${error?.code} ${error?.message}`);
  expect(told(found)).toContainEqual(expect.stringContaining("is an error, or may not be allowed"));
});

test("a line that allows nothing is told with the form alone, and deleted by its repair", () => {
  const source = form({ top: LINE, body: "" });
  const [unused, ...rest] = check(source);
  expect([unused?.code, rest]).toEqual(["RPT1027", []]);
  expect(check(applyEdits(source, unused?.repair?.edits ?? []))).toEqual([]);
  // What data bring to light is another thing: the line may be there for other data.
  expect(check(source, '{"to":"山本"}')).toEqual([]);
});

test("a form with errors elsewhere has its allowed findings counted too", () => {
  const found = check(form({ top: LINE, body: `${SMALL}    text "{nobody}"\n` }));
  expect(told(found)).toContain(ONE);
  expect(told(found).filter((each) => each.startsWith("RPT5006"))).toEqual([]);
});

test("the line stands in any block", () => {
  const foot = `      foot {\n        ${LINE}        cell "計" col=n\n      }\n`;
  const table = `    table rows {\n      ${LINE}      column n "N" (.n) w=20mm\n${foot}    }\n`;
  const source = form({ top: 'field rows[].n string(3) example=["一"]\n', body: table });
  expect(check(source).filter(({ severity }) => severity === "error")).toEqual([]);
  expect(parseSource(source).diagnostics).toEqual([]);
});

test("a render leaves out what its form allows", async () => {
  const options = { createdAt: "2026-11-01T00:00:00Z" };
  const codesOf = async (top: string): Promise<readonly string[]> => {
    const data = new TextEncoder().encode('{"to":"山本"}');
    const { rendering } = await previewOf({ source: form({ top, body: SMALL }), data, renderer: "pdf", options });
    if (rendering.kind !== "rendered") throw new Error(rendering.kind);
    return rendering.diagnostics.map(({ code }) => code);
  };
  expect(await codesOf("")).toEqual(["RPT5006"]);
  expect(await codesOf(LINE)).toEqual([]);
});

async function previewOf(request: Parameters<typeof engine.preview>[0]) {
  const answer = await engine.preview(request);
  if (answer.kind !== "preview") throw new Error(answer.kind);
  return answer;
}

describe("the rule of a profile", () => {
  const rule = (id: string, severity: "error" | "warning", waivable?: false) =>
    defineRule({
      meta: {
        ...{ id, summary: "Says it.", severity, basis: [], repairs: "none" },
        messages: { said: { what: id, why: "It is a test." } },
        ...(waivable === undefined ? {} : { waivable }),
      },
      check: ({ form: { document }, report }) => report({ message: "said", span: document.span }),
    });
  const profile = defineProfile({
    ...{ name: "acme.slip", sdk: 1, title: "Slips" },
    rules: [
      rule("soft", "warning"),
      rule("hard", "error"),
      rule("firm", "warning", false),
      rule("law", "error", false),
    ],
  });
  const judging = createEngine({
    fonts: bundledFonts(),
    renderers: async () => [],
    profiles: profilesInThisThread([profile], "acme"),
  });

  const ALL = ["acme.slip/firm firm", "acme.slip/hard hard", "acme.slip/law law", "acme.slip/soft soft"];
  const RPT1027 = "RPT1027 this allow line allows nothing: what is found of";
  test.each([
    ["acme.slip/soft", "RPT9011 1 finding is allowed (acme.slip/soft): meant"],
    ["acme.slip/hard", "RPT9011 1 error is allowed (acme.slip/hard): meant"],
    ["acme.slip/firm", `${RPT1027} acme.slip/firm is an error, or may not be allowed`],
    ["acme.slip/law", `${RPT1027} acme.slip/law is an error, or may not be allowed`],
  ])("%s is allowed unless the rule says that it may not be", (code, said) => {
    const source = form({ top: `allow "${code}" "meant"\n`, body: "" });
    const { diagnostics } = judging.check({ source, data: null, profiles: ["acme.slip"] });
    const isAllowed = said.startsWith("RPT9011");
    const left = ALL.filter((one) => !(isAllowed && one.startsWith(`${code} `)));
    expect(told(diagnostics).toSorted()).toEqual([...left, said].toSorted());
  });

  test("is counted with its errors where a line names several", () => {
    const source = form({ top: 'allow "acme.slip/soft" "acme.slip/hard" "meant"\n', body: "" });
    const { diagnostics } = judging.check({ source, data: null, profiles: ["acme.slip"] });
    expect(told(diagnostics)).toContain(
      "RPT9011 2 findings are allowed, 1 error among them (acme.slip/soft, acme.slip/hard): meant",
    );
  });

  test("is not told as unused where its profile did not judge", () => {
    expect(check(form({ top: 'allow "acme.slip/soft" "meant"\n', body: "" }))).toEqual([]);
  });
});
