// What `markdown` understands of Markdown, and how it prints that.

/** Signs in the data, and what is printed of them. */
export const MARKDOWN: readonly (readonly string[])[] = [
  [
    "`# …` to `###### …`",
    "bold headings of 1.3, 1.15 and from the third on 1 type sizes, never larger than a heading of the form, which " +
      "stay with what follows. They are tagged one level below a form with a title of its own (`heading=1`), else " +
      "from the first; `heading=3` says the level of `#`",
  ],
  ["`**…**`, `*…*`, `~~…~~`", "bold, slanted, struck; beside Japanese letters no blank is needed"],
  [
    "letters between backticks, lines between rows of three",
    "letter by letter, in `style code` where the form declares one",
  ],
  [
    "`1. …`, `- …`",
    "items with a hanging indent, tagged as a list, up to six within one another. Numbers print as they are " +
      "typed, whether they rise, jump, repeat or go back. Only a list whose items all have one number (`1.`, `1.`, " +
      "`1.`) is counted from it",
  ],
  ["a line end", "a line end; a blank line parts paragraphs, `gap=` apart: half a type size where it is not said"],
  ["`> …`", "a quote, with a line at its left"],
  ["`---`", "a line; right below a text it makes that a heading"],
  [
    "`[words](https://…)`",
    "the words, underlined, as a link of the file, whose address paper does not show: `<https://…>` prints it. Other " +
      "addresses print behind their words",
  ],
  [
    "`| a | b |` over `|---|--:|`",
    "a table over all of the width. Each page repeats its heading; only a row higher than a page is cut, between " +
      "lines. Cells beyond the heading's stand in the last one; `\\|` is a | within a cell, in code too",
  ],
  ["pictures, HTML, footnotes, definitions of links, deeper lists", "as they are typed: nothing is left out"],
];
