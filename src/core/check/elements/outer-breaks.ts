// RPT1023 of a break before the first block of a body, or after its last one: a page begins or ends there anyway.
import { withArticle } from "../../diagnostics/index.ts";
import type { ElementStatement } from "../../language/index.ts";
import { advise, type CheckContext } from "../context/index.ts";
import { reportUseless } from "../values/index.ts";
import { childrenOf } from "./cells.ts";

/** Blocks whose first and last block is their own. Each entry of an `each` has a first one, so it is none of them. */
const FLOWS: ReadonlySet<string> = new Set(["stack", "box"]);

const ENDS = {
  before: { at: 0, which: "first", why: "Its page begins there anyway." },
  after: { at: -1, which: "last", why: "Its page ends there anyway." },
} as const;

/** Looks at the bodies of pages. */
export function checkOuterBreaks(context: CheckContext, pages: readonly ElementStatement[]): void {
  const bodies = pages
    .filter(({ keyword }) => keyword.text === "page")
    .flatMap(childrenOf)
    .filter(({ keyword }) => keyword.text === "body");
  for (const body of bodies) {
    reportOuter(context, body, "before");
    reportOuter(context, body, "after");
  }
}

function reportOuter(context: CheckContext, holder: ElementStatement, side: keyof typeof ENDS): void {
  const { at, which, why } = ENDS[side];
  const block = childrenOf(holder).at(at);
  if (block === undefined) return;
  const property = block.properties.find(({ name, value }) => {
    return name.text === "break" && context.textOf(value.span) === side;
  });
  if (property !== undefined) {
    const where = `at the ${which} block of ${withArticle(holder.keyword.text)}`;
    const ofEntries = `write it at the ${which} block within, where it parts the entries, or delete it`;
    const repair = block.keyword.text === "each" ? [advise(ofEntries)] : [];
    reportUseless(context, property, `break=${side}`, where, why, ...repair);
  }
  if (FLOWS.has(block.keyword.text)) reportOuter(context, block, side);
}
