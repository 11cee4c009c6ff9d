// The pages of functions and of format patterns, from their tables.
import { FORMAT_PATTERNS, SIGNATURES, type Signature } from "../expression/index.ts";
import { FUNCTION_EXAMPLE_DATA, FUNCTION_EXAMPLES, FUNCTION_GROUPS } from "./function-examples.ts";
import { block, code, table } from "./markdown.ts";

const HEADS = ["Function", "What it answers", "Examples"];

/** Every function: its signature, what it answers, and examples with what they print. */
export function functionsPage(): string {
  return `# Functions

Numbers are exact, quotients too: \`100000 / 12 * 3\` is 25000. A number function of an absent value is
absent; lists skip absent values. No function reads a clock: dates come from the data. A list argument is an array field
(\`items[].price\`), an array of records (\`items\`), a filter (\`items[.rate == 8]\`) or a computed list.

The examples speak of these declarations:

${block(FUNCTION_EXAMPLE_DATA)}

${groups().join("\n\n")}

## Rounding modes

${table(
  ["Mode", "1.5", "−1.5", "Japanese"],
  [
    ["`half_up`", "2", "−2", "四捨五入"],
    ["`half_even`", "2", "−2", "銀行丸め: 2.5 gives 2"],
    ["`down`", "1", "−1", "切捨て, towards 0"],
    ["`up`", "2", "−2", "切上げ, away from 0"],
    ["`floor`", "1", "−2", "towards −∞"],
    ["`ceil`", "2", "−1", "towards +∞"],
  ],
)}
`;
}

function groups(): readonly string[] {
  const titles = new Map(FUNCTION_GROUPS);
  const made: { readonly title: string; readonly rows: (readonly string[])[] }[] = [];
  for (const signature of SIGNATURES) {
    const title = titles.get(signature.name);
    if (title !== undefined || made.length === 0) made.push({ title: title ?? "Further functions", rows: [] });
    made[made.length - 1]?.rows.push(rowOf(signature));
  }
  return made.map(({ title, rows }) => `## ${title}\n\n${table(HEADS, rows)}`);
}

function rowOf({ name, form, purpose }: Signature): readonly string[] {
  const examples = FUNCTION_EXAMPLES[name] ?? [];
  return [
    code(form),
    purpose,
    examples.map(([expression, printed]) => `${code(expression)} → ${printed}`).join("<br>"),
  ];
}

const SECTIONS = { number: "Numbers", date: "Dates", time: "Times" } as const;

/** The patterns of `format` and `format=`: the usual ones with samples, and the letters they are made of. */
export function formatsPage(): string {
  const parts = (["number", "date", "time"] as const).map((of) => {
    const rows = FORMAT_PATTERNS.filter((each) => each.of === of).map((each) => {
      const [value = "", printed = ""] = each.sample.split(" → ");
      return [code(`'${each.pattern}'`), code(value), printed];
    });
    return `## ${SECTIONS[of]}\n\n${table(["Pattern", "Value", "Printed"], rows)}\n\n${LETTERS[of]}`;
  });
  return `# Format patterns

A pattern stands in \`format(x, '…')\` and in the property \`format='…'\`, always in single quotes. Numbers are rounded
half up to the digits of the pattern; where that would change the value, RPT2131 says so: round first. A quotient is
rounded by its pattern without a word: round it first where it is summed too (\`round(total / count, 0)\`), so that what
is printed adds up.

${parts.join("\n\n")}
`;
}

const LETTERS = {
  number: table(
    ["Sign", "Stands for"],
    [
      ["`0`", "a digit, 0 where there is none"],
      ["`#`", "a digit, nothing where there is none"],
      ["`,`", "groups of three digits"],
      ["`.`", "the decimal point"],
      ["`%`", "the value times 100, and the sign"],
      [
        "`;`",
        "parts up to three sections: positive; negative; zero. The negative one writes its own sign " +
          "(`#,##0;▲#,##0`): without a sign in it, -5 prints as 5; an empty section prints nothing",
      ],
      ['`"…"`', "words as they are; letters need the quotes, other characters do not"],
      [
        "`[h]:mm` `[m]`",
        "a number of minutes as a duration; hours may pass 24; words in quotes and signs may stand around it, and " +
          'sections are those of numbers: `"計"[h]:mm;▲[h]:mm;"－"`',
      ],
      [
        "`kanji` `kanji-unit` `daiji` `wide`",
        "numerals in kanji, with units, in 大字, full-width with groups (１，２３４．５); below zero with ▲ before them " +
          "(▲千二百), since a minus sign reads as 一 or as a stroke; alone only: of another pattern " +
          "`wide(format(x, '0000;▲0000'))`",
      ],
    ],
  ),
  date: table(
    ["Letters", "Stands for"],
    [
      ["`yyyy` `yy`", "the year"],
      ["`ggg` `gg` `g`", "the era: 令和, 令, R; of days before 1873 nothing, and 西暦 or 西 where no `e` follows"],
      [
        "`e` `ee`",
        "the year of the era, of days before 1873 that of the calendar (`ggge年` 1872年); " +
          "`e` prints 元 for the first where 年 follows: `ggge年` 令和元年, `gge年` 令元年, but `ge.M` R1.5",
      ],
      ["`M` `MM` `MMM` `MMMM`", "the month: 1, 01, Jan, January"],
      ["`d` `dd`", "the day"],
      ["`aaa` `aaaa` `ddd` `dddd`", "the day of the week: 月, 月曜日, Mon, Monday"],
      ['`"…"`', "words as they are; kanji and signs need no quotes"],
    ],
  ),
  time: table(
    ["Letters", "Stands for"],
    [
      ["`H` `HH`", "the hour, 0 to 23"],
      ["`m` `mm`", "the minute"],
      ["`ss`", "the second, two digits"],
    ],
  ),
} as const;
