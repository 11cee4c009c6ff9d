import { describe, expect, test } from "vitest";
import { parseReceipt, receiptDifferences, receiptText } from "../../../../src/core/engine/index.ts";
import { admitAll, INVOICE, pdfEngine, requestFor, templateOf } from "../sources.ts";

const engine = pdfEngine();

function withPolicy(statement: string): string {
  return INVOICE.replace(/^page /m, `${statement}\npage `);
}

async function render(source: string, password?: string, createdAt = "2026-11-20T00:00:00Z") {
  const template = templateOf(engine, source);
  const options = { createdAt, ...(password === undefined ? {} : { password }) };
  return engine.render({ ...requestFor(template, template.example), options }, admitAll);
}

describe("the password of a request", () => {
  const none = "The template declares no encryption, so no password can be given. Leave it off.";
  const required =
    "The template requires a password, and none was given. Give one as options.password or by --password-env.";

  test.each([
    ["no policy, none given", "", undefined, null],
    ["no policy, one given", "", "x", none],
    ["open=none, none given", "encrypt aes-256", undefined, null],
    ["open=none, one given", "encrypt aes-256", "x", /encrypts without a password of the request/],
    ["open=optional, none given", "encrypt aes-256 open=optional", undefined, null],
    ["open=optional, one given", "encrypt aes-256 open=optional", "x", null],
    ["open=required, none given", "encrypt aes-256 open=required", undefined, required],
    ["open=required, one given", "encrypt aes-256 open=required", "x", null],
    ["an empty one", "encrypt aes-256 open=required", "", /is empty/],
    ["one of 127 bytes", "encrypt aes-256 open=required", `${"あ".repeat(42)}x`, null],
    ["full-width letters", "encrypt aes-256 open=required", "ＡＢＣ１", /some programs replace and others do not/],
    ["a mark apart from its letter", "encrypt aes-256 open=required", "ハ\u309aス", /some programs replace/],
    ["half-width katakana", "encrypt aes-256 open=required", "ﾊﾟｽ", /some programs replace/],
    ["an ideographic space", "encrypt aes-256 open=required", "ひ　み", /some programs replace/],
    ["an unseen character", "encrypt aes-256 open=required", "ひ\u200bみ", /some programs replace/],
    ["composed letters and plain blanks", "encrypt aes-256 open=required", "パス ワード 2026 é", null],
    ["one of 128 bytes", "encrypt aes-256 open=required", `${"あ".repeat(42)}xy`, /longer than 127 bytes/],
  ])("%s", async (_, policy, password, refusal) => {
    const answer = await render(withPolicy(policy), password);
    if (refusal === null) expect(answer.kind).toBe("rendered");
    else expect(answer).toEqual({ kind: "malformed", message: expect.stringMatching(refusal) });
  });

  test.each([
    ["", "none"],
    ["encrypt aes-256", "none"],
    ["encrypt aes-256 open=optional", "optional"],
    ["encrypt aes-256 open=required allow=[print]", "required"],
  ])("the catalogue tells of '%s' that a password is %s", (policy, told) => {
    expect(templateOf(engine, withPolicy(policy)).encryption).toBe(told);
  });
});

describe("what a source promises of its file", () => {
  const canvasOf = (source: string) => JSON.parse(templateOf(engine, source).canvasJson) as Record<string, unknown>;

  test("nothing is frozen where nothing is said", () => {
    expect(canvasOf(INVOICE)).not.toHaveProperty("encryption");
    expect(canvasOf(INVOICE)).not.toHaveProperty("attachments");
  });

  test("permissions stand in one order, and have a default", () => {
    expect(canvasOf(withPolicy("encrypt aes-256 allow=[copy, print]"))["encryption"]).toEqual({
      open: "none",
      allow: ["print", "copy"],
    });
    expect(canvasOf(withPolicy("encrypt aes-256"))["encryption"]).toMatchObject({ allow: ["print", "accessibility"] });
  });

  test("the data travels inside under the name that the source gives it", () => {
    const attachments = canvasOf(withPolicy('attach payload "請求.json" relationship=source description="明細"'))[
      "attachments"
    ];
    expect(attachments).toEqual([
      { content: "payload", name: "請求.json", relationship: "source", description: "明細" },
    ]);
  });
});

describe("promises that contradict one another", () => {
  const promising = (promise: string, statement: string) =>
    withPolicy(statement).replace(/^(document .*)$/m, `$1 ${promise}`);

  test.each([
    ["pdf=a-2u", 'attach payload "a.json"', "RPT7006 pdf=a-2u holds no file of data"],
    ["pdf=a-3u", 'attach payload "a.json"', null],
    ["pdf=a-3u", "encrypt aes-256", "RPT7002 pdf=a-3u cannot be encrypted"],
    ["pdf-compat=1.4", "encrypt aes-256", "RPT7007 pdf-compat=1.4 has no encrypt"],
    ["pdf-compat=1.4", 'attach payload "a.json"', "RPT7007 pdf-compat=1.4 has no attach"],
    ["pdf-compat=1.4 pdf=a-2b", "", "RPT7007 pdf-compat=1.4 has no pdf=a-2b"],
    ["pdf-compat=1.4 duplex=simplex", "", "RPT7007 pdf-compat=1.4 has no duplex=simplex"],
    ["pdf-compat=1.4 print-scale=none", "", "RPT7007 pdf-compat=1.4 has no print-scale=none"],
    ["pdf-compat=1.4 print-scale=default pdf=1.7 ua=1", "", null],
    ["pdf-compat=1.7 pdf=a-3u", 'attach payload "a.json"', null],
    ["ua=1", "encrypt aes-256 allow=[print]", "RPT7005 ua=1 needs allow=[… accessibility]"],
    ["ua=1", "encrypt aes-256", null],
    ["ua=1", 'attach payload "a.json"\nattach payload "a.json"', 'RPT1017 attach "a.json" may stand only once'],
  ])("%s with %s", (promise, statement, told) => {
    const { diagnostics } = engine.check({ source: promising(promise, statement), data: null });
    const errors = diagnostics.filter((each) => each.severity === "error");
    expect(errors.map((each) => `${each.code} ${each.message}`)).toEqual(told === null ? [] : [told]);
  });
});

test("a file for old programs is drawn as one", async () => {
  const answer = await render(INVOICE.replace(/^(document .*)$/m, "$1 ua=1 pdf-compat=1.4"));
  if (answer.kind !== "rendered") throw new Error(answer.kind);
  const file = Buffer.from(answer.bytes).toString("latin1");
  expect(file.slice(0, 8)).toBe("%PDF-1.4");
  expect(file).toMatch(/\nxref\n0 \d+\n/);
  expect(file).not.toMatch(/\/ObjStm|\/XRef/);
});

describe("receipts", () => {
  const receiptOf = async (source: string, password?: string, createdAt?: string) => {
    const answer = await render(source, password, createdAt);
    if (answer.kind !== "rendered") throw new Error(answer.kind);
    return { receipt: answer.receipt, sha256: answer.sha256 };
  };
  const encrypted = withPolicy("encrypt aes-256 open=required");

  test("say what a file was made from, and never the password", async () => {
    const { receipt, sha256 } = await receiptOf(encrypted, "ひみつ-7");
    expect(receipt).toMatchObject({ file: sha256, renderer: "pdf", options: { password: true, list: false } });
    expect(receiptText(receipt)).not.toContain("ひみつ");
    expect(parseReceipt(receiptText(receipt))).toEqual(receipt);
  });

  test("of the same request agree", async () => {
    const [one, other] = [await receiptOf(encrypted, "x"), await receiptOf(encrypted, "x")];
    expect(receiptDifferences(one.receipt, other.receipt)).toEqual([]);
  });

  test("tell causes before their effect", async () => {
    const kept = (await receiptOf(encrypted, "x")).receipt;
    const differences = async (source: string, password?: string) =>
      receiptDifferences(kept, (await receiptOf(source, password)).receipt);
    expect(await differences(encrypted, "y")).toEqual([
      "the file differs, though all else agrees, or the password is another one",
    ]);
    expect(await differences(INVOICE)).toEqual([
      "the template is another one than the receipt's",
      "only one of the two was made with a password",
      "the file differs",
    ]);
    expect(receiptDifferences(kept, { ...kept, engine: "9.9.9" })).toEqual([
      "the receipt is of engine 0.1.0, this is 9.9.9",
    ]);
  });

  test.each(["", "{}", "[]", "null", '{"format":1}', '{"format":2}', "SHA-256"])("'%s' is none", (text) => {
    expect(parseReceipt(text)).toBeNull();
  });
});
