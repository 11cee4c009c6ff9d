// Which declared paths go together: each once, and none an object and a value at once.
import type { Span } from "../diagnostics/index.ts";
import type { DeclaredPath } from "../language/index.ts";
import type { CheckContext } from "./context.ts";

type Kind = "value" | "object" | "list";

/** Paths that cannot stand beside an earlier one, by what they disagree about. */
interface Clash {
  readonly isSame: boolean;
  /** The last name of what they disagree about. */
  readonly name: string;
  readonly paths: DeclaredPath[];
}

/** The paths of a document in source order. */
export class FieldPaths {
  readonly #kinds = new Map<string, Kind>();
  readonly #clashes = new Map<string, Clash>();

  /** Whether a path can be declared beside those before it. */
  take(path: DeclaredPath, typed: boolean): boolean {
    const kinds = this.#kinds;
    let prefix = "";
    for (const [position, segment] of path.segments.entries()) {
      const own = prefix === "" ? segment.text : `${prefix}.${segment.text}`;
      const last = position === path.segments.length - 1;
      const kind = segment.many ? "list" : last ? "value" : "object";
      const known = kinds.get(own);
      const clashes =
        known !== undefined && (known !== kind || (last && kinds.has(`${own}!`)) || (last && kind === "value"));
      if (clashes) {
        this.#refuse(path, segment.text, known === kind ? path.text : own, known === kind);
        return false;
      }
      kinds.set(own, kind);
      if (last) kinds.set(`${own}!`, kind);
      prefix = segment.many ? `${own}[]` : own;
      if (last && segment.many && typed) kinds.set(prefix, "value");
    }
    return true;
  }

  #refuse(path: DeclaredPath, name: string, about: string, isSame: boolean): void {
    const key = `${isSame} ${about}`;
    const clash = this.#clashes.get(key) ?? { isSame, name, paths: [] };
    this.#clashes.set(key, clash);
    clash.paths.push(path);
  }

  /** RPT2004: one finding for what paths disagree about, however many they are, and none for its uses. */
  report(context: CheckContext): void {
    for (const { isSame, name, paths } of this.#clashes.values()) {
      const [first] = paths;
      if (first === undefined) continue;
      if (!isSame) context.doubt(name);
      const edits = paths.map(({ span }) => ({ span: lineOf(context.source, span), text: "" }));
      context.report({
        code: "RPT2004",
        span: first.span,
        message: isSame
          ? `field ${first.text} is declared twice`
          : `field ${first.text} is both an object or array and a value`,
        why: "One path has one declaration.",
        repair: {
          title: edits.length === 1 ? "delete this line" : `delete these ${edits.length} lines`,
          applicability: "suggestion",
          edits,
        },
      });
    }
  }
}

function lineOf(source: string, span: Span): Span {
  const start = source.lastIndexOf("\n", span.start) + 1;
  const end = source.indexOf("\n", span.end);
  return { start, end: end < 0 ? source.length : end + 1 };
}
