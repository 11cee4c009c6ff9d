// Links to places of the document: those that are printed, and whether the place is printed too.
import { type SourceSpan, shortened } from "../../diagnostics/index.ts";
import type { LinkItem } from "../page/index.ts";
import { type Finding, type LinkedPlace, linkTarget, type PagePoint } from "../words/index.ts";
import type { Painting } from "./painting.ts";

/** The end of destination names in a record and copy: empty in the first copy of the first record. */
export function placeNamesOf({ number = 1, copy = 1 }: { readonly number?: number; readonly copy?: number }): string {
  return number === 1 && copy === 1 ? "" : ` (${number}-${copy})`;
}

/** What a link that is printed here leads to; a place of the document is noted, and looked for at the record's end. */
export function noteLink(
  painting: Painting,
  { link, linkPath = null }: { readonly link: string; readonly linkPath?: string | null },
  span: SourceSpan,
  at: PagePoint,
): LinkItem["target"] {
  const target = linkTarget(link);
  if (target.kind === "destination") {
    const { name } = target;
    painting.linkedPlaces.push({ name, span, path: linkPath, pageNumber: painting.sheet.number, at });
    // Each record and each copy has its own destinations.
    return { ...target, name: `${name}${painting.placeNames}` };
  }
  return target;
}

/** RPT4029 for each link of a record whose place is not printed by its end. Begins the next record. */
export function tellLinksToNowhere(painting: Painting): void {
  const { linkedPlaces, printedIds, findings } = painting;
  if (linkedPlaces.length === 0) return;
  const told = new Set<string>();
  for (const link of linkedPlaces) {
    // A link that goes on over pages or in each copy of a band is one link.
    const key = `${link.span[0]} ${link.path} ${link.name}`;
    if (printedIds.has(link.name) || told.has(key)) continue;
    told.add(key);
    findings.add(leadsNowhere(link), link.pageNumber, link.at);
  }
  linkedPlaces.length = 0;
}

function leadsNowhere({ name, span, path }: LinkedPlace): Finding {
  return {
    code: "RPT4029",
    severity: "warning",
    span,
    path,
    message: `the link leads nowhere: no element with id=${shortened(name, NAME_SHOWN_MAX)} is printed`,
    why: "readers do nothing at a click on it",
    repair: "give the link the when= of the element that it leads to, or name an element that is printed",
  };
}

const NAME_SHOWN_MAX = 60;
