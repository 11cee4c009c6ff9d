// Links and bookmarks of a file of several records and copies: each record, and each copy, has places of its own.
import { expect, test } from "vitest";
import { opened } from "../../plugins/renderers/pdf/opened-pdf.ts";
import { admitAll, pdfEngine, requestFor, templateOf } from "./sources.ts";

const COPIES = ["正", "控"];

const sourceOf = (isSource: boolean, hasCopies: boolean): string => `rpt 1
document d title="手紙" lang=ja
${isSource ? "source people as=c" : ""}
${isSource ? 'field people[].name string(8) example=["山田"]' : 'field name string(8) example="山田"'}
${isSource ? "field people[].memo? string(8)" : "field memo? string(8)"}
${hasCopies ? `copies ${JSON.stringify(COPIES)}` : ""}
page w=105mm h=74mm margin=10mm {
  body {
    bookmark "{${isSource ? "c." : ""}name} {copy.label}"
    text "宛名へ" link="#who"
    text "備考へ" link="#memo"
    break page
    text (${isSource ? "c." : ""}name) id=who
    text (${isSource ? "c." : ""}memo) id=memo when=(has(${isSource ? "c." : ""}memo))
  }
}
`;

const PEOPLE = [{ name: "甲", memo: "い" }, { name: "乙" }, { name: "丙", memo: "ろ" }];

/** By page, from 0: the pages that its links lead to, in their order; null for one that leads nowhere. */
async function linkedPages(bytes: Uint8Array): Promise<readonly (readonly (number | null)[])[]> {
  const document = await opened(bytes);
  const destinations = await document.getDestinations();
  const pages: (readonly (number | null)[])[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const annotations = await (await document.getPage(number)).getAnnotations();
    const targets = await Promise.all(
      annotations.map(async ({ dest }: { readonly dest?: string }) => {
        const place = dest === undefined ? undefined : destinations[dest];
        return place?.[0] == null ? null : document.getPageIndex(place[0]);
      }),
    );
    pages.push(targets);
  }
  return pages;
}

interface OutlineEntry {
  readonly title: string;
  readonly items: readonly OutlineEntry[];
}

function titlesIn(entries: readonly OutlineEntry[] | null): readonly string[] {
  return (entries ?? []).flatMap(({ title, items }) => [title.trimEnd(), ...titlesIn(items)]);
}

test.each([
  [true, false],
  [true, true],
  [false, true],
])("records of a source: %s, copies: %s", async (isSource, hasCopies) => {
  const engine = pdfEngine();
  const template = templateOf(engine, sourceOf(isSource, hasCopies));
  const data = isSource ? { people: PEOPLE } : PEOPLE[0];
  const answer = await engine.render(requestFor(template, data), admitAll);
  if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
  const records = isSource ? PEOPLE : PEOPLE.slice(0, 1);
  const copies = hasCopies ? COPIES : [""];
  const drawn = records.flatMap((record) => copies.map((copy) => ({ ...record, copy })));
  expect(await linkedPages(answer.bytes)).toEqual(
    drawn.flatMap(({ memo }, at) => [[2 * at + 1, memo === undefined ? null : 2 * at + 1], []]),
  );
  const titles = titlesIn(await (await opened(answer.bytes)).getOutline());
  for (const { name, copy } of drawn) expect(titles).toContain(`${name} ${copy}`.trimEnd());
});
