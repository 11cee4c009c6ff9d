// What `open_form` and `render_document` answered, as the form reads it.
import { type Exact, exactOf, readExact } from "./exact.ts";
import { type Contract, contractOf, type FieldNote } from "./fields.ts";
import type { ToolResult } from "./tool-result.ts";

/** What a form is drawn from. */
export interface Opened {
  readonly documentId: string;
  readonly title: string;
  readonly contract: Contract;
  readonly known: Exact;
  readonly problems: readonly Violation[];
  /** The file needs a password, which no tool takes. */
  readonly needsPassword: boolean;
}

/** A broken rule at a concrete path, `items[0].price`. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly expected: string;
  /** The finding that says why, where the form can't be computed from the value there. */
  readonly code?: string;
}

/** A finished file. */
export interface Rendered {
  readonly renderId: string;
  /** An address for a browser, or a command line for whoever has a key. */
  readonly link: string;
  readonly fileName: string;
  readonly pages: number;
  readonly records: number;
  readonly bytes: number;
  readonly expiresAt: string | null;
}

/** Why there is no file. */
export interface Refusal {
  readonly code: string;
  readonly sentence: string;
  readonly violations: readonly Violation[];
}

type Json = Readonly<Record<string, unknown>>;

/** Null where a result holds no form: an error, or a host that keeps back what was answered. */
export function openedOf({ structuredContent, isError }: ToolResult): Opened | null {
  if (structuredContent === undefined || isError === true) return null;
  const document = jsonOf(structuredContent["document"]);
  if (typeof document["id"] !== "string") return null;
  const { dataText } = structuredContent;
  return {
    documentId: document["id"],
    title: textOf(document["title"]),
    contract: contractOf(structuredContent["schema"], notesOf(structuredContent["fields"])),
    known: typeof dataText === "string" ? readExact(dataText) : exactOf(structuredContent["data"] ?? {}),
    problems: violationsOf(structuredContent["problems"]),
    needsPassword: structuredContent["encryption"] === "required",
  };
}

/** Null where a result is no file. A host that keeps back the structured answer still hands on its link as text. */
export function renderedOf({ structuredContent, content, isError }: ToolResult): Rendered | null {
  const answer = jsonOf(structuredContent);
  const text = (content ?? []).map((block) => block.text ?? "").join("\n");
  const link = textOf(answer["link"]) || (/curl .*|https?:\/\/\S+/.exec(text)?.[0] ?? "");
  if (isError === true || link === "") return null;
  return {
    renderId: textOf(answer["renderId"]),
    link,
    fileName: textOf(answer["fileName"]),
    pages: Number(answer["pages"] ?? 0),
    records: Number(answer["records"] ?? 1),
    bytes: Number(answer["bytes"] ?? 0),
    expiresAt: typeof answer["expiresAt"] === "string" ? answer["expiresAt"] : null,
  };
}

/** Reads a tool's error by its machine form, or by its text where a host does not hand that on. */
export function refusalOf(result: ToolResult): Refusal {
  const machine = jsonOf(result._meta?.["platen/error"]);
  if (typeof machine["code"] === "string") {
    const found = listOf(machine["diagnostics"]).map(findingOf);
    const violations = violationsOf(machine["details"]).map((each) => explained(each, found));
    return { code: machine["code"], sentence: textOf(machine["error"]), violations };
  }
  const text = (result.content ?? []).map((block) => block.text ?? "").join("\n");
  const [head = "", paths = "", findings = ""] = text.split("\n\n");
  const [, code = "internal", sentence = head] = /^\d{3} (\w+): (.*)$/s.exec(head) ?? [];
  if (code !== "data_contract_violation") return { code, sentence, violations: [] };
  const found = [...findings.matchAll(/^\d+:\d+\t\w+\t(\w+)\t/gm)].map(([, each = ""]) => ({
    code: each,
    paths: null,
  }));
  return { code, sentence, violations: paths.split("\n").map((line) => explained(violationIn(line), found)) };
}

/** A finding of a refusal; text alone does not tell the paths that it is about. */
interface Finding {
  readonly code: string;
  readonly paths: readonly string[] | null;
}

function findingOf(diagnostic: Json): Finding {
  const places = listOf(diagnostic["places"]).map(({ path }) => textOf(path));
  return { code: textOf(diagnostic["code"]), paths: [textOf(diagnostic["path"]), ...places] };
}

/** A value that the form can't be computed from, with the finding that says why; of several kinds, only a sure one. */
function explained(violation: Violation, found: readonly Finding[]): Violation {
  if (violation.rule !== "computable") return violation;
  const codes = new Set(
    found.filter(({ paths }) => paths === null || paths.includes(violation.path)).map(({ code }) => code),
  );
  const [code] = codes;
  return code === undefined || codes.size > 1 ? violation : { ...violation, code };
}

function violationIn(line: string): Violation {
  const [path = "", rule = "", expected = ""] = line.split("\t");
  return { path, rule, expected };
}

function violationsOf(value: unknown): readonly Violation[] {
  return listOf(value).map((each) => {
    return { path: textOf(each["path"]), rule: textOf(each["rule"]), expected: textOf(each["expected"]) };
  });
}

function notesOf(value: unknown): readonly FieldNote[] {
  return listOf(value).map((each) => {
    return { path: textOf(each["path"]), example: textOf(each["example"]), label: textOf(each["label"]) };
  });
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(jsonOf) : [];
}

function jsonOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
