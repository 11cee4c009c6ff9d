// Samples of the schema that a repair offers: they name what the form declares, or nothing at all.
import type { Repair, Span } from "../../diagnostics/index.ts";
import type { NameScope, RecordShape, Type } from "../../expression/index.ts";
import { advise, rewrite } from "../context/index.ts";

/** A path within `(…)`: of the form, `plan.from`, or of the record that is open, `.ratio`. */
const PATH = /\((\.?[A-Za-z_][\w.]*)(?:\[\])?\)/gu;
/** A declared colour, which any element may do without. */
const COLOUR = / (?:color|fill)=(?!\()[^ ]+/gu;

/** What is written in place of a name that nothing declares. */
const BLANK = "(…)";

/** Where a sample goes. */
export interface SamplePlace {
  readonly span: Span;
  /** What stands before the sample, such as the new line and its indent. */
  readonly before: string;
  readonly scope: NameScope;
}

/** The edit that writes a sample; words with blanks in place of its names where the form declares none of them. */
export function offerSample(sample: string, { span, before, scope }: SamplePlace): Repair {
  const plain = sample.replaceAll(COLOUR, "");
  const isKnown = [...plain.matchAll(PATH)].every(([, path = ""]) => path === "true" || isDeclared(path, scope));
  if (isKnown) return rewrite(span, `${before}${plain}`, `add ${plain}`);
  return advise(`add ${plain.replaceAll(PATH, BLANK)}, with names that the form declares in ${BLANK}`);
}

function isDeclared(path: string, { root, records, source }: NameScope): boolean {
  const isOfRecord = path.startsWith(".");
  const names = path.split(".").slice(isOfRecord ? 1 : 0);
  if (!isOfRecord && names[0] === source?.alias) return true;
  let shape: RecordShape | null = isOfRecord ? (records[0]?.shape ?? null) : root;
  for (const [at, name] of names.entries()) {
    const type: Type | null | undefined = shape?.members.get(name)?.typeSoFar();
    if (type == null) return false;
    if (at < names.length - 1 && type.kind !== "record") return false;
    shape = type.kind === "record" ? type.shape : null;
  }
  return true;
}
