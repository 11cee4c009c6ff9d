import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { visit } from "jsonc-parser";
import { beforeAll, expect, test } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";
import { textMateGrammar } from "../../docs/textmate-grammar.ts";
import { type DatasetStatement, parseSource } from "../../src/core/language/index.ts";
import { parser } from "../../src/core/language/rpt-parser.ts";

const GRAMMAR = "docs/editors/rpt.tmLanguage.json";

/** What a character is part of; a space where neither grammar needs to say. */
type Token =
  | "comment"
  | "string"
  | "number"
  | "keyword"
  | "type"
  | "property"
  | "function"
  | "constant"
  | "value"
  | "color"
  | "logic"
  | "";

/** Everything that the examples may lack: JSON, filters, lines that go on, quotes in braces, names in Japanese. */
const SAMPLER = `rpt 1
document 見本 title="見本 {invoice.no}" lang=ja extra=forbid // とても "短い" 見本 { 1 }
field invoice.no string(20) role=document.number pattern='^\\d{3}$' example="00\\"1"
field 明細[] min=1 max=20
field 明細[].品名 string(20) example=["鉄 // 板", 'ねじ']
field 明細[].数量? decimal(7,2) example=[1, -2.5]
field kind enum(10, 8) example=10 labels=["十", "八"]
dataset {
  "invoice": {"no": "1 {x}", "ok": true},
  "明細": [{"品名": "a", "数量": -1.5e3}, null]
}
let 明細[].計 role=line.amount = .数量 ?? 0
let 合計 = (sum(明細[.計 > 0 and not(.計 == 3)].計) +
  1)
let total = round(
  合計 * 1.10,
  2, half_up
)
let flag = !has(kind) || kind != 10 && true
fonts gothic="Noto Sans JP"
colors ink=#1a1a1aff rule=#888
sizes body=9pt
style base font=gothic size=body border=[0.25pt, rule, dash]
page 100mm 70mm margin=[5mm,
  4mm, 5mm, 4mm] {
  body gap=2mm {
    text "値 {format(合計, '#,##0')} と {if(flag, "は\\"い", 'いいえ')} \\{x\\}" lang = ja
    stack w=1fr {
      padding=1mm fill=white
      keep=together
      text (合計) x=-1mm
    }
    table 明細 {
      column 品名 "品名" w=50%
      foot {
        cell "計" col=品名..品名
      }
    }
  }
}
`;

let grammar: IGrammar;

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  const loaded = await registry.loadGrammar("source.rpt");
  if (loaded === null) throw new Error("the grammar is not found");
  grammar = loaded;
});

const SCOPES: readonly (readonly [RegExp, Token])[] = [
  [/^comment/, "comment"],
  [/^constant\.character\.escape/, "string"],
  [/^(?:keyword\.declaration|entity\.name\.tag)/, "keyword"],
  [/^storage\.type/, "type"],
  [/^(?:support\.type\.property-name|entity\.other\.attribute-name)/, "property"],
  [/^(?:support|entity\.name)\.function/, "function"],
  [/^support\.constant\.property-value/, "value"],
  [/^constant\.other\.color/, "color"],
  [/^(?:constant\.numeric|keyword\.other\.unit)/, "number"],
  [/^constant\.language/, "constant"],
  [/^keyword\.operator\.logical/, "logic"],
  [/^string/, "string"],
];

/** What the TextMate grammar says of every character. */
function byTextMate(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let state = textmate.INITIAL;
  for (const line of source.split("\n")) {
    const read = grammar.tokenizeLine(line, state);
    const ofLine: Token[] = Array.from({ length: line.length + 1 }, () => "");
    for (const { startIndex, endIndex, scopes } of read.tokens) {
      ofLine.fill(tokenOf(scopes), startIndex, Math.min(endIndex, line.length));
    }
    tokens.push(...ofLine);
    state = read.ruleStack;
  }
  return tokens.slice(0, source.length);
}

/** The innermost scope that says something; an expression inside of a text is no text. */
function tokenOf(scopes: readonly string[]): Token {
  for (const scope of scopes.toReversed()) {
    if (/^(?:meta\.embedded|variable|punctuation|keyword\.operator\.(?!logical))/.test(scope)) return "";
    const known = SCOPES.find(([pattern]) => pattern.test(scope));
    if (known !== undefined) return known[1];
  }
  return "";
}

const NODES: Readonly<Record<string, Token>> = {
  Comment: "comment",
  Str: "string",
  Lit: "string",
  Number: "number",
  rpt: "keyword",
  field: "keyword",
  let: "keyword",
  dataset: "keyword",
  Keyword: "keyword",
  PropKey: "property",
  FnName: "function",
  Constant: "constant",
  JWord: "constant",
  WordValue: "value",
  Range: "value",
  Color: "color",
  And: "logic",
  Or: "logic",
  Not: "logic",
};

/** What the language's parser says of every character; computed parts of texts are read as expressions. */
function byParser(source: string): readonly Token[] {
  const tokens: Token[] = Array.from({ length: source.length }, () => "");
  const read = (text: string, base: number, top: "Source" | "ExprTop"): void => {
    parser
      .configure({ top })
      .parse(text)
      .iterate({
        enter(node) {
          expect(node.type.isError, source.slice(base + node.from)).toBe(false);
          const token = node.name === "Word" && node.node.parent?.name === "Type" ? "type" : NODES[node.name];
          if (token !== undefined) tokens.fill(token, base + node.from, base + node.to);
        },
      });
  };
  const { statements } = parseSource(source).value;
  const datasets = statements.filter((statement) => statement.kind === "dataset");
  read(withoutJson(source, datasets), 0, "Source");
  for (const { jsonSpan } of datasets) readJson(source.slice(jsonSpan.start, jsonSpan.end), jsonSpan.start, tokens);
  for (const { start, end } of computedParts(statements)) {
    tokens.fill("", start, end);
    read(source.slice(start + 1, end - 1), start + 1, "ExprTop");
  }
  return tokens;
}

/** JSON is read by the reader of JSON; the grammar sees the braces alone. */
function withoutJson(source: string, datasets: readonly DatasetStatement[]): string {
  return datasets.reduce((text, { jsonSpan: { start, end } }) => {
    return `${text.slice(0, start + 1)}${" ".repeat(end - start - 2)}${text.slice(end - 1)}`;
  }, source);
}

function readJson(json: string, base: number, tokens: Token[]): void {
  const fill = (token: Token, offset: number, length: number): void => {
    tokens.fill(token, base + offset, base + offset + length);
  };
  visit(json, {
    onObjectProperty: (_name, offset, length) => fill("string", offset, length),
    onLiteralValue: (value, offset, length) => {
      fill(typeof value === "string" ? "string" : typeof value === "number" ? "number" : "constant", offset, length);
    },
  });
}

/** The `{…}` of all texts in a tree. */
function computedParts(node: unknown): readonly { readonly start: number; readonly end: number }[] {
  if (Array.isArray(node)) return node.flatMap(computedParts);
  if (typeof node !== "object" || node === null) return [];
  if ("kind" in node && node.kind === "template" && "parts" in node && Array.isArray(node.parts)) {
    return node.parts.flatMap((part) => (part.kind === "expression" ? [part.span] : []));
  }
  return Object.values(node).flatMap(computedParts);
}

/** Every place where the two disagree, as `line:column text, parser/textmate`. */
function disagreements(source: string): readonly string[] {
  const [ours, theirs] = [byParser(source), byTextMate(source)];
  const found: string[] = [];
  let at = 0;
  while (at < source.length) {
    const same = (next: number): boolean => ours[next] === ours[at] && theirs[next] === theirs[at];
    let end = at + 1;
    while (end < source.length && source[end] !== "\n" && same(end)) end++;
    const text = source.slice(at, end);
    if (text.trim() !== "" && ours[at] !== theirs[at]) {
      const line = source.slice(0, at).split("\n").length;
      found.push(`${line} ${text}: ${ours[at]}/${theirs[at]}`);
    }
    at = end;
  }
  return found;
}

test("the grammar's file is what the schema table makes", () => {
  expect(JSON.parse(readFileSync(GRAMMAR, "utf8"))).toEqual(JSON.parse(JSON.stringify(textMateGrammar())));
});

test.each(globSync("docs/examples/*.rpt"))("every token of %s is to the editor what it is to the compiler", (file) => {
  expect(disagreements(readFileSync(file, "utf8"))).toEqual([]);
});

test("so is every token of a source with all kinds of them", () => {
  const tokens = new Set(byTextMate(SAMPLER));
  expect([...tokens].toSorted()).toEqual([...new Set([...Object.values(NODES), "type", ""])].toSorted());
  expect(disagreements(SAMPLER)).toEqual([]);
});

test("a bracket or quote that is left open ends with its line", () => {
  for (const line of ["text (sum(items[].a", 'text "open {total', "text 'open", "style a border=[0.5pt, ink"]) {
    const lines = `${line}\ntext "next"\n`;
    expect(byTextMate(lines).slice(line.length + 1, line.length + 5)).toEqual(Array.from("text", () => "keyword"));
  }
});
