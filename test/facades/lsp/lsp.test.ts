import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InitializeResult,
  Location,
  Range,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { FORM } from "../../core/assist/form.ts";
import { EditorClient } from "./client.ts";

const WHOLE: Range = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };

let client: EditorClient;
let greeting: InitializeResult;
let documents = 0;

/** A new document with a text. */
async function opened(text: string): Promise<string> {
  const uri = `file:///forms/${++documents}.rpt`;
  await client.open(uri, text);
  return uri;
}

const codes = (diagnostics: readonly Diagnostic[]): readonly unknown[] => diagnostics.map(({ code }) => code);

const textAt = (uri: string, range: Range): string => {
  const lines = client
    .text(uri)
    .split("\n")
    .slice(range.start.line, range.end.line + 1);
  const last = lines.pop() ?? "";
  return [...lines, last.slice(0, range.end.character)].join("\n").slice(range.start.character);
};

beforeAll(async () => {
  client = new EditorClient();
  greeting = (await client.initialize()) as InitializeResult;
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
});

test("introduces itself with what it can do", () => {
  expect(greeting.serverInfo?.name).toBe("platen");
  expect(greeting.capabilities).toMatchObject({ hoverProvider: true, renameProvider: { prepareProvider: true } });
});

describe("findings", () => {
  test("of a document with mistakes are told with its version, and go when the quick fixes are applied", async () => {
    const mistakes = FORM.replace("〒{customer.postal}", "〒{customer.postla}").replace("gap=10mm", "gap=10 mm");
    const uri = await opened(mistakes);
    const first = await client.diagnostics(uri);
    expect(first.version).toBe(1);
    expect(codes(first.diagnostics)).toEqual(expect.arrayContaining(["RPT1007", "RPT2103"]));
    for (const code of ["RPT1007", "RPT2103"]) {
      const { diagnostics } = await client.diagnostics(uri);
      const diagnostic = diagnostics.find((each) => each.code === code);
      if (diagnostic === undefined) throw new Error(`${code} is not told`);
      const context = { diagnostics: [diagnostic], only: ["quickfix"] };
      const actions = await client.ask<CodeAction[]>("textDocument/codeAction", uri, {
        range: diagnostic.range,
        context,
      });
      const fix = actions.find((action) => action.diagnostics?.[0]?.code === code);
      expect(fix?.kind).toBe("quickfix");
      await client.apply(fix?.edit ?? {});
      expect(codes((await client.diagnostics(uri)).diagnostics)).not.toContain(code);
    }
    expect(client.text(uri)).toBe(FORM);
  });

  test("of layout are told where the source compiles", async () => {
    const uri = await opened(FORM.replace("x=0mm y=6mm", "x=0mm y=2mm"));
    const { diagnostics } = await client.diagnostics(uri);
    expect(codes(diagnostics)).toContain("RPT5001");
  });

  test("stand each at its own place, however many they are", async () => {
    const small = Array.from({ length: 70 }, (_, at) => `text "注" size=tiny x=${at * 2}mm y=0mm w=2mm h=2mm`);
    const form = `rpt 1\nsizes tiny=5pt\npage A4 {\n  body {\n    plate h=9mm {\n${small.join("\n")}\n    }\n  }\n}\n`;
    const { diagnostics } = await client.diagnostics(await opened(form));
    const lines = diagnostics.filter(({ code }) => code === "RPT5006").map(({ range }) => range.start.line);
    expect(lines).toEqual(small.map((_, at) => 5 + at));
  });

  test("safe repairs are applied all at once, and only they are preferred", async () => {
    const uri = await opened(FORM.replace("gap=10mm", "gap=10 mm").replace("style=title place", 'style="title" place'));
    const { diagnostics } = await client.diagnostics(uri);
    expect(codes(diagnostics)).toEqual(expect.arrayContaining(["RPT1007", "RPT1015"]));
    const actions = await client.ask<CodeAction[]>("textDocument/codeAction", uri, {
      range: WHOLE,
      context: { diagnostics },
    });
    const preferred = actions.filter((action) => action.isPreferred === true);
    expect(preferred.length).toBeGreaterThan(0);
    const all = actions.find((action) => action.kind === "source.fixAll.platen");
    expect(all?.diagnostics?.length).toBe(preferred.length);
    await client.apply(all?.edit ?? {});
    expect(codes((await client.diagnostics(uri)).diagnostics)).not.toContain("RPT1015");
    expect(client.text(uri)).toBe(FORM);
  });

  test("stand at UTF-16 positions behind characters outside the basic plane", async () => {
    const uri = await opened(
      FORM.replace('text "〒{customer.postal}"', 'text "𠮷野家👨‍👩‍👧様 {custmer.name}" valing=top'),
    );
    const { diagnostics } = await client.diagnostics(uri);
    const unknown = diagnostics.filter(({ code }) => code === "RPT2101" || code === "RPT1003");
    expect(unknown.map(({ range }) => textAt(uri, range)).toSorted()).toEqual(["custmer", "valing"]);
    for (const code of ["RPT2101", "RPT1003"]) {
      const range = unknown.find((each) => each.code === code)?.range ?? WHOLE;
      const actions = await client.ask<CodeAction[]>("textDocument/codeAction", uri, {
        range,
        context: { diagnostics: [], only: ["quickfix"] },
      });
      await client.apply(actions.find((action) => action.diagnostics?.[0]?.code === code)?.edit ?? {});
    }
    expect(client.text(uri)).toContain('text "𠮷野家👨‍👩‍👧様 {customer.name}" valign=top');
  });

  test("of several quick changes are told for the last one alone", async () => {
    const uri = await opened(FORM);
    await client.diagnostics(uri);
    const end = { line: FORM.split("\n").length - 1, character: 0 };
    for (const newText of ["q", "u", "x\n"]) await client.edit(uri, [{ range: { start: end, end }, newText }]);
    const { version, diagnostics } = await client.diagnostics(uri);
    expect(version).toBe(4);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(client.publications(uri).map((each) => each.version)).toEqual([1, 4]);
  });

  test("of a closed document are taken back", async () => {
    const uri = await opened("rpt 1\nqux\n");
    expect((await client.diagnostics(uri)).diagnostics.length).toBeGreaterThan(0);
    await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    await client.ask("textDocument/documentSymbol", uri);
    expect(client.publications(uri).at(-1)?.diagnostics).toEqual([]);
  });
});

describe("completion", () => {
  test("replaces the word around the caret and brings the table's words", async () => {
    const uri = await opened(FORM.replace("style=title place=center", "al"));
    const items = await client.askAt<CompletionItem[]>("textDocument/completion", uri, '"請求書" al');
    const align = items.find(({ label }) => label === "align");
    expect(align).toMatchObject({ detail: "left | center | right | justify | distribute" });
    const edit = align?.textEdit;
    if (edit === undefined || !("range" in edit)) throw new Error("no edit");
    expect(textAt(uri, edit.range)).toBe("al");
    expect(edit.newText).toBe("align=");
  });

  test("knows the fields behind a dot, after characters outside the basic plane", async () => {
    const uri = await opened(FORM.replace('"{customer.name} 御中"', '"𠮷👍{customer.} 御中"'));
    const items = await client.askAt<CompletionItem[]>("textDocument/completion", uri, "𠮷👍{customer.");
    expect(items.map(({ label }) => label)).toEqual(["name", "dept", "postal"]);
    const edit = items[0]?.textEdit;
    if (edit === undefined || !("range" in edit)) throw new Error("no edit");
    await client.edit(uri, [edit]);
    expect(client.text(uri)).toContain('"𠮷👍{customer.name} 御中"');
  });
});

test("hover shows the field's row, the function's signature and the element's description", async () => {
  const uri = await opened(FORM);
  const value = async (before: string): Promise<string> => {
    const hover = await client.askAt<Hover>("textDocument/hover", uri, before);
    return (hover.contents as { value: string }).value;
  };
  const row = await value("round(.qty * .pri");
  expect(row).toContain("items[].price  decimal(11,2)");
  expect(row).toContain("required · example 30000 · role line.unitPrice");
  expect(await value("= rou")).toContain("round(x, digits=0, mode=half_up)");
  expect(await value("    tabl")).toContain("one row for each record");
});

test("a field is renamed at every place, and a taken name is refused in a sentence", async () => {
  const uri = await opened(FORM.replace("〒{customer.postal}", "𠮷{customer.postal}"));
  const prepared = await client.askAt<{ range: Range; placeholder: string }>(
    "textDocument/prepareRename",
    uri,
    "𠮷{customer.po",
  );
  expect([prepared.placeholder, textAt(uri, prepared.range)]).toEqual(["postal", "postal"]);
  const taken = client.askAt("textDocument/rename", uri, "𠮷{customer.po", { newName: "name" });
  await expect(taken).rejects.toThrow(/"name" can't be the new name/);
  const edit = await client.askAt<WorkspaceEdit>("textDocument/rename", uri, "𠮷{customer.po", { newName: "zip" });
  await client.apply(edit);
  expect(client.text(uri)).toContain("𠮷{customer.zip}");
  expect(client.text(uri)).toContain("field customer.zip string");
  expect((await client.diagnostics(uri)).diagnostics.filter(({ severity }) => severity === 1)).toEqual([]);
});

test("definitions and uses of names are found", async () => {
  const uri = await opened(FORM);
  const [style] = await client.askAt<Location[]>("textDocument/definition", uri, "place=center");
  expect(style).toBeUndefined();
  const [title] = await client.askAt<Location[]>("textDocument/definition", uri, '"請求書" style=ti');
  expect(title?.range.start.line).toBe(FORM.split("\n").findIndex((line) => line.startsWith("style title")));
  const context = { includeDeclaration: false };
  const uses = await client.askAt<Location[]>("textDocument/references", uri, "let net", { context });
  expect(uses.map(({ range }) => textAt(uri, range))).toEqual(["net", "net"]);
});

test("the outline holds declarations and the tree of each page; blocks fold to their closing brace", async () => {
  const uri = await opened(FORM);
  const symbols = await client.ask<DocumentSymbol[]>("textDocument/documentSymbol", uri);
  expect(symbols.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["document", "customer.dept?", "net", "page"]),
  );
  const page = symbols.find(({ name }) => name === "page");
  expect(page?.children?.map(({ name }) => name)).toEqual(["header", "body"]);
  const ranges = await client.ask<FoldingRange[]>("textDocument/foldingRange", uri);
  const lines = FORM.split("\n");
  const header = ranges.find(({ startLine }) => lines[startLine]?.includes("header h=8mm"));
  expect(lines[(header?.endLine ?? 0) + 1]?.trim()).toBe("}");
});

test("a document is formatted line by line, and left alone where it cannot be read", async () => {
  const formatted = await opened(
    FORM.replace("header h=8mm {", "header   h = 8mm {").replace("    row gap", "  row gap"),
  );
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await client.ask<TextEdit[]>("textDocument/formatting", formatted, { options });
  expect(edits.every(({ range }) => range.start.line === range.end.line)).toBe(true);
  await client.edit(formatted, edits);
  expect(client.text(formatted)).toContain("\n  header h=8mm {\n");
  expect(client.text(formatted)).toContain("\n    row gap=10mm {\n");
  expect(await client.ask<TextEdit[]>("textDocument/formatting", formatted, { options })).toEqual([]);
  const broken = await opened('rpt 1\n\n\ntext "open\n');
  expect(await client.ask<TextEdit[]>("textDocument/formatting", broken, { options })).toEqual([]);
});

test("an unknown document has no answers", async () => {
  expect(await client.ask("textDocument/documentSymbol", "file:///nowhere.rpt")).toBeNull();
});

describe("the process", () => {
  test("ends with 0 after shutdown and exit", async () => {
    await using other = new EditorClient();
    await other.initialize();
    await other.connection.sendRequest("shutdown");
    await other.connection.sendNotification("exit");
    expect(await other.exitCode()).toBe(0);
    expect(other.stderr).toBe("");
  });

  test("ends with 1 where the editor goes away without a word", async () => {
    await using other = new EditorClient();
    await other.initialize();
    other.process.stdin.end();
    expect(await other.exitCode()).toBe(1);
  });
});
