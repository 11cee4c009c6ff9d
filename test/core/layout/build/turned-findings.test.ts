// What is found of turned content is told where that stands on the page.
import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const COMB = 'comb "1234567" cells=7 w=49mm h=8mm';

function placesOf(body: string): readonly string[] {
  const source = `rpt 1\npage 200mm 200mm margin=10mm {\n body {\n plate h=150mm {\n ${body}\n }\n }\n}\n`;
  return layOutSource(source).diagnostics.map(({ message }) => / \(page 1, (.*)\)$/u.exec(message)?.[1] ?? message);
}

test.each([
  ["90", "x 109.0mm, y 50.0mm"],
  ["270", "x 60.0mm, y 58.0mm"],
])("of a comb that is turned by %s, at its corner", (turn, place) => {
  expect(placesOf(`${COMB} x=50mm y=40mm rotate=${turn}`)).toEqual([place]);
});

test("of one that is turned within what is turned", () => {
  expect(placesOf(`stack x=50mm y=40mm w=60mm h=60mm rotate=180 {\n ${COMB} rotate=90\n }`)).toEqual([
    "x 71.0mm, y 110.0mm",
  ]);
});
