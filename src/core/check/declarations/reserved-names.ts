// Fields and lets under a name that the language keeps: one finding for each name, and a repair of all its places.
import type { Span, TextEdit } from "../../diagnostics/index.ts";
import { RESERVED_NAMES } from "../../expression/index.ts";
import type { DatasetStatement, FieldStatement, LetStatement, Name, Statement } from "../../language/index.ts";
import type { CheckContext } from "../context/index.ts";

/** The reserved names that a form declares all the same; they are read as declared, so that uses are silent. */
export class ReservedNames {
  readonly #declared = new Map<string, Name[]>();
  readonly #uses = new Map<string, Span[]>();
  readonly #statements: readonly Statement[];

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
    const paths = statements.filter((each): each is FieldStatement | LetStatement => declares(each));
    const fields = new Set(paths.filter(({ kind }) => kind === "field").map(({ path }) => path.segments[0]?.text));
    for (const { kind, path } of paths) {
      const [first, ...others] = path.segments;
      if (first === undefined || !RESERVED_NAMES.includes(first.text)) continue;
      // `let page.x` beside no field of that name adds to nothing that there is: it is told as that.
      if (kind === "let" && others.length > 0 && !fields.has(first.text)) continue;
      this.#declared.set(first.text, [...(this.#declared.get(first.text) ?? []), first]);
    }
  }

  /** Remembers a use, which the repair renames as well. */
  use(name: string, span: Span): void {
    this.#uses.set(name, [...(this.#uses.get(name) ?? []), span]);
  }

  /** RPT2008, once all uses are known. */
  report(context: CheckContext): void {
    for (const [name, declared] of this.#declared) {
      const [first] = declared;
      if (first === undefined) continue;
      const free = this.#freeName(name);
      const spans = [...declared.map(({ span }) => span), ...(this.#uses.get(name) ?? []), ...this.#inDatasets(name)];
      const starts = new Map(spans.map((span) => [span.start, span]));
      const edits = [...starts.values()]
        .sort((a, b) => a.start - b.start)
        .map((span): TextEdit => ({ span, text: free }));
      context.report({
        code: "RPT2008",
        span: first.span,
        message: `"${name}" is a reserved name`,
        why: `The language keeps ${RESERVED_NAMES.join(", ")} for itself.`,
        repair: { title: renameTitle(free, edits.length), applicability: "suggestion", edits },
      });
    }
  }

  #freeName(name: string): string {
    const taken = new Set(this.#statements.flatMap((each) => (declares(each) ? [each.path.segments[0]?.text] : [])));
    let free = `${name}Info`;
    for (let number = 2; taken.has(free); number += 1) free = `${name}Info${number}`;
    return free;
  }

  /** Members of the form's own data, within their quotes. */
  #inDatasets(name: string): readonly Span[] {
    const datasets = this.#statements.filter((each): each is DatasetStatement => each.kind === "dataset");
    return datasets
      .flatMap(({ members }) => members.filter((each) => each.parent === "" && each.name === name))
      .map(({ span }) => ({ start: span.start + 1, end: span.end - 1 }));
  }
}

function declares(statement: Statement): statement is FieldStatement | LetStatement {
  return statement.kind === "field" || statement.kind === "let";
}

function renameTitle(free: string, places: number): string {
  const where = places > 1 ? ` in its ${places} places` : "";
  return `rename it${where}, for example ${free}, and in the data too`;
}
