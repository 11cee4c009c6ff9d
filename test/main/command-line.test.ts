import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CommandResult, runCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const INVOICE = "docs/examples/invoice.rpt";

const platen = (
  args: readonly string[],
  options: { input?: string; env?: Record<string, string | undefined> } = {},
): Promise<CommandResult> => runCommand(process.execPath, ["src/main.ts", ...args], options);

describe("platen check", () => {
  test("prints what a screen reader says, as lines or in the machine form", async () => {
    const example = "docs/examples/billing-run.rpt";
    const lines = (await platen(["check", example, "--reading"])).stdout.split("\n");
    const read = lines.slice(lines.indexOf("Read aloud:") + 1);
    expect(read.slice(0, 3)).toEqual(["record", "  有限会社さくら印刷 御中", "  お客様番号 C0001"]);
    expect(read).toContain("  heading 1: ご請求書（2026年10月ご利用分）");
    expect(read).toContain("    row: 光回線 基本料 | 1 | 5,200.00 | 5,200");
    const machine = JSON.parse((await platen(["check", example, "--reading", "--json"])).stdout);
    expect(machine.reading).toEqual(read.slice(0, -1));
    expect(JSON.parse((await platen(["check", example, "--json"])).stdout)).not.toHaveProperty("reading");
  });

  test("says with --advise what a designer would change, and exits as without it", async () => {
    const source = readFileSync(INVOICE, "utf8");
    const uneven = source.replace(/(\n {4}table items )/u, '\n    text "備考" margin-top=0.5mm$1');
    const advised = await platen(["check", "-", "--advise"], { input: uneven });
    expect(advised.stdout).toMatch(/\tinfo\tRPT5107\tgaps of .* between blocks are nearly equal\n\t→ /);
    expect(advised.exitCode).toBe(0);
    expect((await platen(["check", "-"], { input: uneven })).stdout).not.toContain("RPT51");
    expect((await platen(["check", "-", "--code", "RPT51"], { input: uneven })).stderr).toBe("");
  });

  test("finds nothing to refuse in the shipped invoice", async () => {
    const result = await platen(["check", INVOICE]);
    expect(result.stdout).not.toMatch(/\terror\t/);
    expect(result.exitCode).toBe(0);
  });

  test("names a mistake as line:col, severity, code and message, with the repair beneath", async () => {
    const source = readFileSync(INVOICE, "utf8").replace("{issuer.tel}", "{issuer.tle}");
    const line = source.split("\n").findIndex((text) => text.includes("issuer.tle")) + 1;
    const result = await platen(["check", "-"], { input: source });
    expect(result.exitCode).toBe(1);
    const found = result.stdout.split("\n").find((text) => text.includes("\terror\t"));
    expect(found).toMatch(new RegExp(`^${line}:\\d+\terror\tRPT2103\t.*tle`));
    expect(result.stdout).toMatch(/\n\t→ .*tel/);
  });

  test("--json gives one object a file, in the machine form", async () => {
    const result = await platen(["check", "-", "--json"], { input: "rpt 1\ndocument a\nqrcode x\n" });
    expect(result.exitCode).toBe(1);
    const answer = JSON.parse(result.stdout);
    expect(Object.keys(answer)).toEqual(["file", "diagnostics"]);
    const found = answer.diagnostics.find(({ code }: { code: string }) => code === "RPT1001");
    expect(Object.keys(found).sort()).toEqual(
      ["code", "column", "endColumn", "endLine", "line", "message", "repair", "severity", "why"].sort(),
    );
    expect(found.line).toBe(3);
  });

  const CROWDED = [
    ...["rpt 1", "sizes tiny=5pt body=9pt", "page A4 {", "  body {", "    plate h=200mm {"],
    ...Array.from({ length: 60 }, (_, at) => `      text "注" size=tiny x=0mm y=${at * 3}mm w=9mm h=3mm`),
    ...[
      '      text "納品の数量が異なる場合はご連絡ください" size=body x=20mm y=0mm w=9mm h=5mm',
      "    }",
      "  }",
      "}",
      "",
    ],
  ].join("\n");

  test("tells errors first and what is said of many places once", async () => {
    const result = await platen(["check", "-"], { input: CROWDED });
    expect(result.exitCode).toBe(1);
    const lines = result.stdout.split("\n").filter((line) => line !== "" && !line.startsWith("\t"));
    expect(lines).toEqual([
      expect.stringMatching(/^66:7\terror\tRPT4001\t/),
      expect.stringMatching(/^6:7\twarning\tRPT5006\ttext of 5pt .* \(×60, also at 7:7, 8:7, .* and 47 more places\)$/),
    ]);
    const json = await platen(["check", "-", "--json"], { input: CROWDED });
    const [, folded] = JSON.parse(json.stdout).diagnostics;
    expect(folded).toMatchObject({ line: 6, count: 60 });
    expect(folded.places.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: 59 }, (_, at) => 7 + at),
    );
  });

  test("shows what is asked for by severity and code, and says what it leaves out", async () => {
    const shown = async (...options: readonly string[]) => platen(["check", "-", ...options], { input: CROWDED });
    const errors = await shown("--severity", "error");
    expect(errors.stdout).toMatch(/^66:7\terror\tRPT4001\t.*\n\t→ .*\nFound, but not asked for: 60 warnings\.\n$/);
    const none = await shown("--code", "RPT5008", "--code", "RPT1");
    expect(none.stdout).toBe("Found, but not asked for: 1 error and 60 warnings.\n");
    expect(none.exitCode).toBe(1);
    const small = await shown("--code", "RPT5", "--json");
    expect(JSON.parse(small.stdout)).toMatchObject({
      diagnostics: [{ code: "RPT5006", count: 60 }],
      leftOut: "1 error",
    });
    expect((await shown("--severity", "fatal")).exitCode).toBe(2);
  });

  test("lays out with the data that is given", async () => {
    await using folder = await temporaryFolder("cli");
    const file = join(folder.path, "bad.json");
    await writeFile(file, '{"invoice": {"number": 1}}');
    const result = await platen(["check", INVOICE, "--data", file]);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(/^\d{2}:1\terror\tRPT3001\tcustomer\.name is required/m);
  });
});

/** Linux has a file that is always full. */
const FULL_FILE = "/dev/full";

describe("standard output", () => {
  test.skipIf(!existsSync(FULL_FILE))("on a full disk is one sentence and a failure", async () => {
    const toFull = ["-c", `exec "$0" src/main.ts render ${INVOICE} -o - > ${FULL_FILE}`, process.execPath];
    const { exitCode, stderr } = await runCommand("sh", toFull);
    expect(stderr.split("\n").slice(-2)).toEqual(["platen: Standard output can't be written: the disk is full.", ""]);
    expect(exitCode).toBe(1);
  });

  test("whose reader has seen enough is no failure", async () => {
    const toNobody = ["-c", '{ "$0" src/main.ts reference; echo "ended with $?" >&2; } | true', process.execPath];
    expect((await runCommand("sh", toNobody)).stderr).toBe("ended with 0\n");
  });
});

describe("platen render", () => {
  test("binds the documents of a list into one file, and names the entry that is wrong", async () => {
    await using folder = await temporaryFolder("list");
    const [template, list, output] = ["t.rpt", "list.json", "o.pdf"].map((name) => join(folder.path, name));
    if (!template || !list || !output) throw new Error("there are three");
    await writeFile(
      template,
      'rpt 1\nfield name string(20)\npage A5 portrait {\n  body {\n    text "{name}"\n  }\n}\n',
    );
    await writeFile(list, '[{"name":"甲"},{"name":"乙"},{"name":"丙"}]');
    const rendered = await platen(["render", template, "--data-list", list, "-o", output]);
    expect(rendered, rendered.stderr).toMatchObject({ exitCode: 0, stderr: "" });
    const facts = await runCommand("pdfinfo", [output]);
    expect(facts.stdout).toMatch(/Pages: +3/);
    const titled = await platen(["render", template, "--data-list", list, "-o", output, "--title", "荷札の束"]);
    expect(titled).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await runCommand("pdfinfo", [output])).stdout).toMatch(/Title: +荷札の束/);
    await writeFile(list, '[{"name":"甲"},{"name":5}]');
    const refused = await platen(["render", template, "--data-list", list, "-o", output]);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("dataList[1].name\ttype") });
    const both = await platen(["render", template, "--data-list", list, "--data", list, "-o", output]);
    expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("cannot be used with") });
  });

  test("refuses a file for a slip in the data, and says that it is the data", async () => {
    await using folder = await temporaryFolder("slips");
    const [template = "", data = "", output = ""] = ["t.rpt", "d.json", "o.pdf"].map((name) => join(folder.path, name));
    const box = "box h=6mm {\n      text \"{name ?? ''}\" fit=wrap\n    }";
    await writeFile(template, `rpt 1\nfield name? text(200) example="甲"\npage A5 {\n  body {\n    ${box}\n  }\n}\n`);
    for (const [sent, sentence] of [
      ['{"nmae":"x"}', "The form would pass over some of the data"],
      [`{"name":"${"長".repeat(200)}"}`, "The content does not fit the form"],
    ] as const) {
      await writeFile(data, sent);
      const refused = await platen(["render", template, "--data", data, "-o", output, "--on-misfit", "refuse"]);
      expect(refused).toMatchObject({ exitCode: 1 });
      expect(refused.stderr).toMatch(new RegExp(`\nplaten: ${sentence}; nothing was rendered\\.\n$`));
      expect(existsSync(output)).toBe(false);
    }
  });

  test("writes a file that lacks glyphs, says so and fails; refuse writes none; check fails too", async () => {
    await using folder = await temporaryFolder("glyphs");
    const [template, data, output, receipt] = ["t.rpt", "d.json", "o.pdf", "o.receipt"].map((name) =>
      join(folder.path, name),
    );
    if (!template || !data || !output || !receipt) throw new Error("there are four");
    const source = (text: string, example: string) =>
      `rpt 1\nfield name string(20) example="${example}"\npage A5 {\n  body {\n    text "${text}{name}"\n  }\n}\n`;
    await writeFile(template, source("", "甲"));
    await writeFile(data, '{"name":"笑😀"}');
    const lacking = expect.stringMatching(/\terror\tRPT4005\tno font has a glyph for "😀"/);
    const render = ["render", template, "--data", data, "-o", output];
    const refused = await platen([...render, "--on-misfit", "refuse"]);
    expect(refused).toMatchObject({ exitCode: 1, stderr: lacking });
    expect(existsSync(output)).toBe(false);
    const written = await platen([...render, "--receipt", receipt]);
    expect(written).toMatchObject({ exitCode: 1, stderr: lacking });
    expect(written.stderr).toMatch(/\nplaten: The file is written, but has the errors above\.\n$/);
    expect(readFileSync(output).subarray(0, 5).toString()).toBe("%PDF-");
    expect(JSON.parse(readFileSync(receipt, "utf8"))).toHaveProperty("canvas");
    await writeFile(data, '{"name":"笑"}');
    expect(await platen(render)).toMatchObject({ exitCode: 0, stderr: "" });

    await writeFile(data, '{"name":"笑😀"}');
    expect(await platen(["check", template, "--data", data])).toMatchObject({ exitCode: 1, stdout: lacking });
    for (const [text, example] of [
      ["😀", "甲"],
      ["", "😀"],
    ] as const) {
      const checked = await platen(["check", "-"], { input: source(text, example) });
      expect(checked).toMatchObject({ exitCode: 1, stdout: lacking });
    }
  });

  test("names fonts of the folder that it leaves out; a folder that is not there is wrong use", async () => {
    await using folder = await temporaryFolder("fonts");
    await writeFile(join(folder.path, "words.ttf"), "these are no glyphs");
    const env = { PLATEN_FONTS_DIR: folder.path };
    const told = await platen(["render", INVOICE, "-o", join(folder.path, "o.pdf")], { env });
    expect(told.stderr).toMatch(/^platen: The font \S+\/words\.ttf is left out\. The file is not a TrueType/);
    expect(told.exitCode).toBe(0);
    const ofService = { ...env, PLATEN_DATA_DIR: join(folder.path, "data") };
    await prepareDataFolder(ofService.PLATEN_DATA_DIR);
    const logged = await platen(["organizations", "create", "山本食品"], { env: ofService });
    const [first = "{}"] = logged.stderr.split("\n");
    expect(JSON.parse(first)).toMatchObject({ level: 40, msg: expect.stringMatching(/words\.ttf is left out\./) });
    const none = await platen(["check", INVOICE], { env: { PLATEN_FONTS_DIR: join(folder.path, "none") } });
    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("PLATEN_FONTS_DIR is wrong: The font") });
  });

  test("without data draws the example values and says so", async () => {
    await using folder = await temporaryFolder("cli");
    const output = join(folder.path, "preview.pdf");
    const result = await platen(["render", INVOICE, "-o", output]);
    expect(result.exitCode).toBe(0);
    expect(result.stderr).toMatch(/example values/);
    expect(readFileSync(output).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("gives the same bytes in every process, whatever time zone, locale and folder it runs in", async () => {
    const args = ["render", INVOICE, "-o", "-"];
    const here = await platen(args, { env: { TZ: "Asia/Tokyo", LANG: "ja_JP.UTF-8" } });
    const there = await platen(args, { env: { TZ: "America/New_York", LANG: "C", PLATEN_DATA_DIR: "elsewhere" } });
    expect(here.stdoutBytes.length).toBeGreaterThan(10_000);
    expect(Buffer.compare(Buffer.from(here.stdoutBytes), Buffer.from(there.stdoutBytes))).toBe(0);
  });
});

describe("platen verify", () => {
  test("makes the same file again from a receipt, and tells what is another", async () => {
    await using folder = await temporaryFolder("cli");
    const [source, file, receipt] = ["form.rpt", "form.pdf", "form.receipt"].map((name) => join(folder.path, name));
    if (source === undefined || file === undefined || receipt === undefined) throw new Error("there is no folder");
    const policy = "encrypt aes-256 open=required\npage ";
    writeFileSync(source, readFileSync(INVOICE, "utf8").replace(/^page /m, policy));
    const env = { FORM_PASSWORD: "ひみつ" };
    const password = ["--password-env", "FORM_PASSWORD"];
    const rendered = await platen(["render", source, "-o", file, "--receipt", receipt, ...password], { env });
    expect(rendered.exitCode, rendered.stderr).toBe(0);
    expect(readFileSync(receipt, "utf8")).not.toContain("ひみつ");
    const verify = ["verify", receipt, "--template", source, ...password];
    const same = await platen(verify, { env });
    expect([same.exitCode, same.stdout]).toEqual([
      0,
      expect.stringMatching(/^The file is the same: SHA-256 [0-9a-f]{64}\.$/m),
    ]);
    const other = await platen(verify, { env: { FORM_PASSWORD: "ヒミツ" } });
    expect([other.exitCode, other.stderr]).toEqual([1, expect.stringContaining("or the password is another one")]);
    const missing = await platen(verify, { env: { FORM_PASSWORD: undefined } });
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining("has no FORM_PASSWORD")]);
  });

  test("makes a file of several documents again", async () => {
    await using folder = await temporaryFolder("cli");
    const [list, other, receipt] = ["all.json", "other.json", "all.receipt"].map((name) => join(folder.path, name));
    if (list === undefined || other === undefined || receipt === undefined) throw new Error("there is no folder");
    const source = "rpt 1\nfield name string(20)\npage A5 portrait margin=10mm {\n  body {\n    text (name)\n  }\n}\n";
    writeFileSync(list, '[{"name":"甲"},{"name":"乙"}]');
    writeFileSync(other, '[{"name":"甲"},{"name":"丙"}]');
    writeFileSync(join(folder.path, "form.rpt"), source);
    const template = join(folder.path, "form.rpt");
    const rendered = await platen(["render", template, "--data-list", list, "-o", "-", "--receipt", receipt]);
    expect(rendered.exitCode, rendered.stderr).toBe(0);
    const verify = (data: string) => platen(["verify", receipt, "--template", template, "--data", data]);
    expect(await verify(list)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^The file is the same: /) });
    const changed = "platen: The data is not the receipt's; the file differs.\n";
    expect(await verify(other)).toMatchObject({ exitCode: 1, stdout: "", stderr: changed });
  });
});

describe("platen reference", () => {
  test.for([
    [[], /^rpt 1$/m],
    [["language"], /table items/],
    [["roles"], /issuer\.registrationNumber/],
  ] as const)("prints the page that %j asks for", async ([args, content]) => {
    const result = await platen(["reference", ...args]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect(result.stdout).toMatch(content);
  });

  test("names its pages where another is asked for", async () => {
    const result = await platen(["reference", "colours"]);
    expect([result.exitCode, result.stderr]).toEqual([2, expect.stringContaining("language, roles")]);
  });
});

describe("platen new", () => {
  test("lists the kinds of forms, and prints one", async () => {
    const list = await platen(["new"]);
    expect(list).toMatchObject({ exitCode: 0, stderr: "" });
    expect(list.stdout).toMatch(/^receipt\t領収書\tReceipt: /m);
    const form = await platen(["new", "receipt"]);
    expect(form).toMatchObject({ exitCode: 0, stderr: "" });
    expect(form.stdout).toBe(readFileSync(join(import.meta.dirname, "../../docs/starters/receipt.rpt"), "utf8"));
  });

  test("writes a file, and none over one that is there", async () => {
    await using folder = await temporaryFolder("cli");
    const file = join(folder.path, "order.rpt");
    const write = ["new", "order", "-o", file];
    expect(await platen(write)).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    writeFileSync(file, "mine");
    const again = await platen(write);
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("is there already")]);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(await platen([...write, "--force"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "utf8")).toMatch(/^rpt 1\n/);
  });

  test("names the kinds where another is asked for", async () => {
    const result = await platen(["new", "recipt"]);
    expect([result.exitCode, result.stderr]).toEqual([2, expect.stringContaining("receipt")]);
  });
});

describe("platen preview", () => {
  test("draws the page as an image of the kind that the output's name says", async () => {
    await using folder = await temporaryFolder("cli");
    const starts = { png: "\x89PNG", svg: "<svg" };
    for (const [format, start] of Object.entries(starts)) {
      const output = join(folder.path, `page.${format}`);
      const result = await platen(["preview", INVOICE, "-o", output]);
      expect(result.exitCode).toBe(0);
      expect(result.stderr).toMatch(/example values/);
      expect(readFileSync(output).subarray(0, 4).toString("latin1")).toBe(start);
    }
  });

  test("writes each page to a file of its own where the name has a place for its number", async () => {
    await using folder = await temporaryFolder("cli");
    const source = join(folder.path, "pages.rpt");
    const pages = 'page A5 portrait margin=10mm {\n  body {\n    text "一"\n    break page\n    text "二"\n  }\n}\n';
    await writeFile(source, `rpt 1\ndocument pages\n${pages}`);
    const all = await platen(["preview", source, "-o", join(folder.path, "{page}.svg")]);
    expect(all).toMatchObject({ exitCode: 0, stderr: "" });
    for (const [number, text] of [
      [1, "一"],
      [2, "二"],
    ] as const) {
      expect(readFileSync(join(folder.path, `${number}.svg`), "utf8")).toContain(`>${text}</text>`);
    }
    const second = await platen(["preview", source, "--page", "2", "--format", "svg", "-o", "-"]);
    expect(second.stdout).toBe(readFileSync(join(folder.path, "2.svg"), "utf8"));
    const unnamed = await platen(["preview", source, "--format", "svg", "-o", "-"]);
    expect(unnamed).toMatchObject({ exitCode: 2, stdout: "" });
    expect(unnamed.stderr).toMatch(/has 2 pages with this data\. Choose one by --page N, or name a file for each/);
    const third = await platen(["preview", source, "--format", "svg", "--page", "3", "-o", "-"]);
    expect(third.stderr).toMatch(/has 2 pages with this data, so there is no page 3/);
  });
});

describe("wrong use", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["an unknown command", ["rendr"], /Did you mean render/],
    ["an unknown option", ["check", INVOICE, "--jsn"], /--json/],
    ["a missing file", ["check", "nothing.rpt"], /nothing\.rpt can't be read: there is no such file/],
    ["a missing output", ["render", INVOICE], /--output/],
    [
      "a time of another shape",
      ["render", INVOICE, "-o", "-", "--created-at", "today"],
      /--created-at today is no real time/,
    ],
    [
      "a code that no finding has",
      ["check", INVOICE, "--code", "RPT99x"],
      /No finding has the code "RPT99x"\. Write one/,
    ],
    ["an image of no known kind", ["preview", INVOICE, "-o", "page.gif"], /End it in \.svg or \.png, or add --format/],
    ["an unknown format", ["preview", INVOICE, "-o", "-", "--format", "pdf"], /platen render makes a PDF/],
    ["a page of no number", ["preview", INVOICE, "-o", "a.png", "--page", "x"], /--page takes a whole number from 1/],
    ["a resolution beyond reason", ["preview", INVOICE, "-o", "a.png", "--dpi", "9999"], /from 10 to 2400, not 9999/],
    ["a resolution of an SVG", ["preview", INVOICE, "-o", "a.svg", "--dpi", "300"], /An SVG has no pixels/],
    [
      "more pixels than an image may have",
      ["preview", INVOICE, "-o", "-", "--format", "png", "--dpi", "2000"],
      /--dpi 1017 or less/,
    ],
    ["a dataset without content", ["datasets", "create", "--name", "a"], /Give --data FILE, or --link URL/],
    ["a dataset without a name", ["datasets", "create", "--data", "a.json"], /--name/],
  ])("%s exits with 2 and says what to do", async (_title, args, sentence) => {
    const result = await platen(args);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toMatch(sentence);
    expect(result.stdout).toBe("");
  });

  test.each([
    ["of a group", ["organizations", "set-plan"], "organizations set-plan"],
    ["of its own", ["render"], "render"],
    ["that is none", ["--nope"], ""],
  ])("after a mistake in a command %s, the hint names a command that helps", async (_title, args, name) => {
    const { stderr } = await platen(args);
    const hint = /^Run platen (.*) for its use\.$/m.exec(stderr)?.[1] ?? "";
    const help = await platen(hint.split(" "));
    expect([help.exitCode, help.stderr]).toEqual([0, ""]);
    expect(help.stdout).toContain(`Usage: platen ${name}`.trimEnd());
  });

  test("--help teaches the commands", async () => {
    const result = await platen(["--help"]);
    expect(result.exitCode).toBe(0);
    for (const command of ["serve", "check", "preview", "render", "publish", "unpublish", "keys", "migrate"])
      expect(result.stdout).toContain(command);
  });
});
