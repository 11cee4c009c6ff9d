// Types of a form's data: a canvas → the text of a file in a language that programs which send them are written in.
import { type Canvas, compileSource, parseCanvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { csharp } from "./csharp.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { payloadOf } from "./payload.ts";
import { python } from "./python.ts";
import { typeScript } from "./typescript.ts";
import type { Writer } from "./writing.ts";

/** The languages that types are written in. */
export const CODE_LANGUAGES = ["ts", "python", "go", "java", "csharp"] as const;

export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

interface Language {
  readonly write: Writer;
  /** The package or namespace where nobody names one; null where the language has none in its files. */
  readonly packageName: string | null;
  /** What a package may be called. */
  readonly packages: RegExp;
}

const SEGMENTS = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

const LANGUAGES = {
  ts: { write: typeScript, packageName: null, packages: SEGMENTS },
  python: { write: python, packageName: null, packages: SEGMENTS },
  go: { write: go, packageName: "forms", packages: /^[a-z_]\w*$/ },
  java: { write: java, packageName: "forms", packages: SEGMENTS },
  csharp: { write: csharp, packageName: "Forms", packages: SEGMENTS },
} as const satisfies Record<CodeLanguage, Language>;

/** Where types come from: a published version, or a form's source. */
export type CodeOrigin = { readonly canvasId: string; readonly version: number } | "source";

/** What is written, and how. */
export interface CodeRequest {
  readonly language: CodeLanguage;
  readonly origin: CodeOrigin;
  /** The package or namespace; left out, the usual one. */
  readonly packageName?: string;
}

/** Whether files of a language may name such a package or namespace; those of some name none. */
export function takesPackage(language: CodeLanguage, name: string): boolean {
  const { packageName, packages }: Language = LANGUAGES[language];
  return packageName !== null && packages.test(name);
}

/** The types of a canvas's data. The same canvas and request give the same text. */
export function typesOf(canvas: Canvas, { language, origin, packageName }: CodeRequest): string {
  const payload = payloadOf(canvas);
  const { write, packageName: usual }: Language = LANGUAGES[language];
  const name = payload.title === payload.id ? payload.id : `${payload.title} (${payload.id})`;
  const version = origin === "source" ? "as its source declares it" : `version ${origin.version} of ${origin.canvasId}`;
  const sentences = [
    `Types of the data that the form ${name} takes, ${version}.`,
    "Made by platen codegen: change the form and make them again, not this file.",
  ];
  return write({ payload, origin: sentences, packageName: packageName ?? usual ?? "" });
}

/** The types of a form's data by its source; null where errors hinder drawing it. */
export function typesOfSource(
  source: string,
  request: Omit<CodeRequest, "origin">,
): { readonly text: string | null; readonly diagnostics: readonly Diagnostic[] } {
  const { value, diagnostics } = compileSource(source);
  return { text: value === null ? null : typesOf(value, { ...request, origin: "source" }), diagnostics };
}

/** The types of the data of a canvas as publishing froze it. */
export function typesOfCompiled(compiled: string, request: CodeRequest): string {
  return typesOf(parseCanvas(compiled), request);
}
