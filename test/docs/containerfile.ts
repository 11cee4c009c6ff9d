// The container and compose files of the operations guide, read into what they say.
import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";

const CONTAINERFILE = "docs/operations/Containerfile";
const COMPOSE_FILE = "docs/operations/compose.yaml";

/** One step of an image: its word in capitals, and what follows. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** A service of the compose file, with what is merged into it. */
export interface ComposeService {
  readonly image?: string;
  readonly pull_policy?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

/** The image's steps in their order. */
export function instructions(): readonly Instruction[] {
  const text = readFileSync(CONTAINERFILE, "utf8").replaceAll(/\\\n\s*/g, " ");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, word = "", rest = ""] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? [];
      // The health check's command stands on a line of its own.
      return { word: word.toUpperCase(), rest };
    });
}

/** What the image sets for every process. */
export function imageEnvironment(): Readonly<Record<string, string>> {
  const pairs = instructions().flatMap(({ word, rest }) => (word === "ENV" ? rest.trim().split(/\s+/) : []));
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2) as [string, string]));
}

/** The words of an instruction in its JSON form. */
export function wordsOf(rest: string): readonly string[] {
  const words: unknown = JSON.parse(rest.slice(rest.indexOf("[")));
  if (!Array.isArray(words)) throw new Error(`'${rest}' is no list of words`);
  return words.map(String);
}

/** Names at the root of the context that stay outside of the image. */
export function ignoredNames(): ReadonlySet<string> {
  return new Set(
    readFileSync(`${CONTAINERFILE}.dockerignore`, "utf8")
      .split("\n")
      .filter((line) => line !== ""),
  );
}

export function composeFile(): Compose {
  const document = parseDocument(readFileSync(COMPOSE_FILE, "utf8"), { merge: true, strict: true });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return document.toJS() as Compose;
}

/** The services in an order in which each comes after those that it needs; throws where there is none. */
export function startOrder({ services }: Compose): readonly string[] {
  const order: string[] = [];
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (order.includes(name)) return;
    const service = services[name];
    if (service === undefined) throw new Error(`there is no service ${name}`);
    if (open.has(name)) throw new Error(`${name} needs itself`);
    open.add(name);
    const needs = service.depends_on ?? [];
    for (const need of Array.isArray(needs) ? needs : Object.keys(needs)) visit(String(need));
    order.push(name);
  };
  for (const name of Object.keys(services)) visit(name);
  return order;
}
