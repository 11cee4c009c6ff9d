// Which declared paths go together: each once, and none an object and a value at once.
import type { Span } from "../../diagnostics/index.ts";
import type { DeclaredPath, FieldStatement, Property } from "../../language/index.ts";
import type { CheckContext } from "../context/index.ts";

type Kind = "value" | "object" | "list";

/** Paths that cannot stand beside an earlier one, by what they disagree about. */
interface Clash {
  readonly isSame: boolean;
  /** The last name of what they disagree about. */
  readonly name: string;
  readonly paths: DeclaredPath[];
  /** The line that stands, where all are of one path. */
  readonly standing: FieldStatement | null;
  /** Properties of the refused lines that the standing one has not. */
  readonly lost: Property[];
  /** The first bound of a list that the standing line has as well, and the one of that line. */
  contrary: { readonly property: Property; readonly standing: Property } | null;
}

/** The paths of a document in source order. */
export class FieldPaths {
  readonly #kinds = new Map<string, Kind>();
  readonly #clashes = new Map<string, Clash>();
  readonly #standing = new Map<string, FieldStatement>();

  /** Whether a path can be declared beside those before it. */
  take(statement: FieldStatement): boolean {
    const { path } = statement;
    const typed = statement.type !== null;
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
        this.#refuse(statement, segment.text, known === kind ? path.text : own, known === kind);
        return false;
      }
      kinds.set(own, kind);
      if (last) kinds.set(`${own}!`, kind);
      prefix = segment.many ? `${own}[]` : own;
      if (last && segment.many && typed) kinds.set(prefix, "value");
    }
    this.#standing.set(path.text, statement);
    return true;
  }

  #refuse({ path, properties, type }: FieldStatement, name: string, about: string, isSame: boolean): void {
    const key = `${isSame} ${about}`;
    const standing = isSame ? (this.#standing.get(path.text) ?? null) : null;
    const clash = this.#clashes.get(key) ?? { isSame, name, paths: [], standing, lost: [], contrary: null };
    this.#clashes.set(key, clash);
    clash.paths.push(path);
    for (const property of properties) {
      const said = standing?.properties.find(({ name: { text } }) => text === property.name.text);
      const isBound = type === null && (property.name.text === "min" || property.name.text === "max");
      if (said !== undefined && isBound) clash.contrary ??= { property, standing: said };
    }
    const known = new Set([...(standing?.properties ?? []), ...clash.lost].map((each) => each.name.text));
    clash.lost.push(...properties.filter((each) => !known.has(each.name.text)));
  }

  /** RPT2004: one finding for what paths disagree about, however many they are, and none for its uses. */
  report(context: CheckContext): void {
    for (const { isSame, name, paths, standing, lost, contrary } of this.#clashes.values()) {
      const [first] = paths;
      if (first === undefined) continue;
      if (!isSame) context.doubt(name);
      const lines = paths.map(({ span }) => ({ span: lineOf(context.source, span), text: "" }));
      const deletes = lines.length === 1 ? "delete this line" : `delete these ${lines.length} lines`;
      // What is said of values has no place at a list of records.
      const isList = standing?.type === null;
      const moved = lost.filter(({ name: { text } }) => !isList || !OF_VALUES.has(text));
      const kept = standing === null ? "" : moved.map(({ span }) => context.textOf(span)).join(" ");
      const end = standing?.span.end ?? 0;
      const edits = kept === "" ? lines : [{ span: { start: end, end }, text: ` ${kept}` }, ...lines];
      context.report({
        code: "RPT2004",
        span: contrary?.property.span ?? first.span,
        message: isSame
          ? `field ${first.text} is declared twice${contrary === null ? "" : saidBefore(context, contrary)}`
          : `field ${first.text} is both an object or array and a value`,
        why: "One path has one declaration.",
        repair: {
          title: kept === "" ? deletes : `write ${kept} where the field is declared first, and ${deletes}`,
          applicability: "suggestion",
          edits,
        },
      });
    }
  }
}

/** Properties that a field of values takes, and a list of records doesn't. */
const OF_VALUES: ReadonlySet<string> = new Set(["example", "role", "pattern", "default", "labels", "lines"]);

/** Of two bounds of one list, both as they are written. */
function saidBefore(context: CheckContext, { property, standing }: NonNullable<Clash["contrary"]>): string {
  return `: ${context.textOf(property.span)} here, and ${context.textOf(standing.span)} before`;
}

function lineOf(source: string, span: Span): Span {
  const start = source.lastIndexOf("\n", span.start) + 1;
  const end = source.indexOf("\n", span.end);
  return { start, end: end < 0 ? source.length : end + 1 };
}
