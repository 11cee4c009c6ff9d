// What holds where a property is not written. The tests compile elements with and without each and compare.

/** By property, or by `element.property` where an element differs. Absent: nothing, or what is inherited. */
export const DEFAULTS: Readonly<Record<string, string>> = {
  "document.lang": "ja",
  "document.extra": "ignore",
  "page.margin": "15mm",
  "page.first-number": "1",
  on: "all",
  "foot.on": "last",
  gap: "0mm",
  padding: "0mm",
  margin: "0mm",
  weight: "normal",
  italic: "false",
  "line-height": "1.4",
  "letter-spacing": "0mm",
  wrap: "kinsoku",
  fit: "wrap",
  "image.fit": "contain",
  "image.valign": "middle",
  "min-size": "6pt",
  decoration: "none",
  valign: "top",
  "table.valign": "middle",
  "gantt.valign": "middle",
  "bar.valign": "middle",
  "scale.valign": "middle",
  "scale.align": "center",
  "column.valign": "middle",
  "cell.valign": "middle",
  "foot.valign": "middle",
  "row in table.valign": "middle",
  "row in foot.valign": "middle",
  "head.valign": "middle",
  "group.valign": "middle",
  "carry.valign": "middle",
  "pagefoot.valign": "middle",
  "seal.valign": "middle",
  align: "left",
  "seal.align": "center",
  "carry.align": "right",
  "head in table.align": "center",
  "head in grid.align": "center",
  "head in grid.padding": "[0.5mm, 1.5mm]",
  "cell in grid.padding": "[0.5mm, 1.5mm]",
  header: "repeat",
  split: "row",
  level: "1",
};

/**
 * Without it a picture stands in the middle of its box, and the box at the left: no value says the same of both. The
 * paragraphs of Markdown stand half a type size apart. What a grid says of its cells, they tell; another has none.
 * What stands in a row that says nothing is as high as the row.
 */
const WITHOUT: ReadonlySet<string> = new Set([
  ...["image.align", "markdown.gap", "grid.padding", "grid.valign", "row.valign", "each.valign"],
]);

/** The default of an element's property, where it has one; `place` is the element that it stands in. */
export function defaultOf(element: string, property: string, place = ""): string | undefined {
  const there = DEFAULTS[`${element} in ${place}.${property}`];
  if (there !== undefined || WITHOUT.has(`${element}.${property}`)) return there;
  return DEFAULTS[`${element}.${property}`] ?? DEFAULTS[property];
}
