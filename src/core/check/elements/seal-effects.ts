// RPT1023 of seals: what the box of a seal shows follows from its label and its source.
import { readCode } from "../../expression/index.ts";
import { isIdle } from "../../schema/index.ts";
import type { CheckedValue } from "../context/index.ts";
import { named, reportUseless, type Written } from "../values/index.ts";

/** What stands in the box: nothing ever, a picture or a name in any case, or what the data bring. */
type Content = "nothing" | "picture" | "name" | "a picture" | "a name";

/** Of a label, what a name drawn as a seal has no use for: its letters are as large as their cells. */
const OF_LABEL_ALONE = [
  ...(["size", "letter-spacing", "wrap", "kinsoku", "fit", "min-size", "condense", "lines", "lang"] as const),
  ...(["combine", "hang", "latin-gap", "line-height"] as const),
] as const;
/** What letters of both have. */
const OF_LETTERS = ["font", "weight", "italic", "decoration", "writing"] as const;
const PADDINGS = ["padding", "padding-top", "padding-right", "padding-bottom", "padding-left"] as const;
/** What belongs to the empty place: its frame, and the words in it. */
const OF_EMPTY_PLACE = [
  ...(["color", "border", "border-top", "border-right", "border-bottom", "border-left"] as const),
  ...(["border-color", "border-style"] as const),
] as const;

/** Properties of a `seal`, alone or in a row of `seals`, that its own content has no use for. */
export function checkSealEffects(written: Written, args: ReadonlyMap<string, CheckedValue>): void {
  const content = contentOf(args.get("source"));
  const isInRow = written.holders.at(-1) === "seals";
  const hasLabel = args.has("label") || named(written, "label") !== undefined;
  const tell = (properties: readonly string[], where: string, why: string) => {
    for (const each of properties) {
      const property = named(written, each);
      if (property !== undefined && !isIdle("seal", each)) reportUseless(written.context, property, each, where, why);
    }
  };
  const drawsName = content === "name" || content === "a name";
  if (!isInRow && (content === "picture" || content === "name")) {
    const where = `where its ${content} is always there`;
    // Where data bring a picture that cannot be read, the label stands in its place.
    if (isFixed(args.get("source"))) tell(["label"], where, "It belongs to the empty place.");
    tell(OF_EMPTY_PLACE, where, "It belongs to the empty place, and a printed seal has its own rim.");
    tell(OF_LABEL_ALONE, where, "It is said of the label, which stands in an empty place alone.");
    if (!drawsName) tell(OF_LETTERS, where, "It is said of the label, which stands in an empty place alone.");
    return;
  }
  if (!hasLabel) {
    tell(OF_LABEL_ALONE, "without a label", "It is said of the words in the empty box: write label= too.");
    if (!drawsName) tell(OF_LETTERS, "without a label", "It is said of the words in the empty box: write label= too.");
    if (content === "nothing")
      tell(PADDINGS, "without a label", "The box is empty, as high as h and as wide as w say.");
  }
  if (isInRow && content === "nothing") {
    tell(["alt"], "without an image or a name", "The label is read, and there is no picture to tell of.");
  }
}

/** Whether a source is an asset or a text, whatever the data are. */
function isFixed(source: CheckedValue | undefined): boolean {
  return source?.kind === "word" || (source?.kind === "code" && readCode(source.checked.code).op === "text");
}

function contentOf(source: CheckedValue | undefined): Content {
  if (source === undefined) return "nothing";
  if (source.kind === "word") return "picture";
  if (source.kind !== "code") return "a name";
  const { type } = source.checked;
  const code = readCode(source.checked.code);
  const fixed = code.op === "text" ? code.text : null;
  if (fixed !== null) return fixed.startsWith("asset:") || fixed.startsWith("data:") ? "picture" : "name";
  if (type.kind === "image") return type.optional ? "a picture" : "picture";
  return "a name";
}
