// Damaged files, generated noise and texts made to keep a parser busy.

/** One answer for every seed (a linear congruence), from 0 to 1. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

function units(count: number, below: number, from = 0): string {
  const random = randomly(count + below);
  return Array.from({ length: count }, () => String.fromCharCode(from + Math.floor(random() * below))).join("");
}

/** Texts that no author writes: each is answered, promptly, with at least one finding. */
export const HOSTILE_SOURCES: readonly (readonly [name: string, source: string])[] = [
  ["nothing", ""],
  ["NUL", "rpt 1\n\u0000\n"],
  ["a lone surrogate", 'rpt 1\ntext "\ud800"\n'],
  ["a lone surrogate outside a text", "rpt 1\n\udc00\n"],
  ["a byte order mark", "\ufeffrpt 1\npage A4 {\n  body {\n  }\n}\n\ufeff"],
  ["10,000 nested parentheses", `rpt 1\nlet a = ${"(".repeat(10_000)}\n`],
  ["10,000 closed parentheses", `rpt 1\nlet a = ${"(".repeat(10_000)}1${")".repeat(10_000)}\n`],
  ["10,000 nested brackets", `rpt 1\ntext ${"[".repeat(10_000)}\n`],
  ["10,000 nested blocks", `rpt 1\n${"stack {\n".repeat(10_000)}`],
  ["10,000 closing braces", `rpt 1\n${"}\n".repeat(10_000)}`],
  ["10,000 minus signs", `rpt 1\nlet a = ${"-".repeat(10_000)}1\n`],
  ["10,000 nots", `rpt 1\nlet a = ${"not ".repeat(10_000)}true\n`],
  ["a sum of 10,000 terms", `rpt 1\nlet a = ${"1+".repeat(10_000)}1\n`],
  ["10,000 members", `rpt 1\nlet a = a${".a".repeat(10_000)}\n`],
  ["10,000 braces in a text", `rpt 1\ntext "${"{".repeat(10_000)}"\n`],
  ["10,000 parentheses in a text", `rpt 1\ntext "{${"(".repeat(10_000)}}"\n`],
  ["a line of 1 MiB", `rpt 1\n${"x".repeat(1_048_576)}\n`],
  ["a line of 1 MiB of quotes", `rpt 1\n${'"{'.repeat(524_288)}\n`],
  ["a line of 60,000 quotes and braces", `rpt 1\n${'"{'.repeat(30_000)}\n`],
  ["a line of 60,000 quoted braces", `rpt 1\ntext ${'"{" '.repeat(15_000)}\n`],
  ["a line of 60,000 hashes", `rpt 1\n${"a #".repeat(20_000)}\n`],
  ["a line of 60,000 words", `rpt 1\n${"a ".repeat(30_000)}\n`],
  ["a line of 60,000 properties", `rpt 1\ntext ${"a=1 ".repeat(15_000)}\n`],
  ["a line of 60,000 commas", `rpt 1\ntext ${",".repeat(60_000)}\n`],
  ["a line of 60,000 equal signs", `rpt 1\ntext ${"=".repeat(60_000)}\n`],
  ["a line of 60,000 questions", `rpt 1\nlet a = ${"a ? b : ".repeat(7_000)}\n`],
  ["a line of 60,000 bars", `rpt 1\nlet a = ${"a | ".repeat(15_000)}\n`],
  ["1 MiB of short lines", "rpt 1\n".repeat(174_762)],
  ["15,000 words on lines of their own", `rpt 1\n${"word\n".repeat(15_000)}`],
  ["15,000 broken lines", `rpt 1\n${"text = = (\n".repeat(15_000)}`],
  [
    "5,000 fields that no one uses",
    `rpt 1\n${Array.from({ length: 5_000 }, (_, at) => `field f${at} int example=1\n`).join("")}` +
      `page A4 {\n  body {\n  }\n}\n`,
  ],
  [
    "150 nested groups",
    `rpt 1\npage A4 {\nbody {\ntable a {\n${"group (.b) {\n".repeat(150)}${"}\n".repeat(150)}}\n}\n}\n`,
  ],
  [
    "5,000 nested groups",
    `rpt 1\npage A4 {\nbody {\ntable a {\n${"group (.b) {\n".repeat(5_000)}${"}\n".repeat(5_000)}}\n}\n}\n`,
  ],
  ["10,000 groups that are never closed", `rpt 1\npage A4 {\nbody {\ntable a {\n${"group (.b) {\n".repeat(10_000)}`],
  ["700 groups, each deeper", Array.from({ length: 700 }, (_, at) => `${" ".repeat(at)}group (.b) {\n`).join("")],
  ["1 MiB of NUL", `rpt 1\n${"\u0000".repeat(1_048_576)}`],
  ["19,000 lines with half a surrogate", `rpt 1\n${"\ud800 x\n".repeat(19_000)}`],
  ["15,000 lines that go on", `rpt 1\n${"let a = (\n".repeat(15_000)}`],
  [
    "3,000 unknown roles",
    `rpt 1\n${Array.from({ length: 3_000 }, (_, at) => `field f${at} int role=x.y${at}\n`).join("")}`,
  ],
  [
    "2,000 columns of columns",
    `rpt 1\npage A4 {\nbody {\ntable a {\n${"column each each each\n".repeat(2_000)}}\n}\n}\n`,
  ],
  [
    "half-written declarations",
    "rpt 1\nsource\nsource 1\nsource .a as=b\nencrypt\ncopies 3\ncopies []\nasset\npart\nuse\ngaiji U+\n",
  ],
  [
    "a pattern that backtracks",
    `rpt 1\nfield a string pattern='${"(a*)*".repeat(90)}$' example="${"a".repeat(190)}!"\n`,
  ],
  ["a text of 60,000 closing braces", `rpt 1\ntext "${"}".repeat(60_000)}"\n`],
  ["a dataset that is no JSON", "rpt 1\ndataset {\n  what is this\n}\n"],
  ["a dataset without an end", 'rpt 1\ndataset {\n  "a": 1\n'],
  ["a deep dataset", `rpt 1\ndataset {\n"a": ${"[".repeat(5_000)}${"]".repeat(5_000)}\n}\n`],
  ["only braces", "{{{{}}}}\n{\n}\n}{\n"],
  ["arbitrary bytes", Array.from({ length: 4_096 }, (_, at) => String.fromCharCode((at * 193) % 256)).join("")],
  ["64 KiB of any bytes", units(65_536, 256)],
  ["64 KiB of any code units", units(65_536, 65_536)],
  ["1 MiB of printable characters", units(1_048_576, 95, 32).replaceAll("~", "\n")],
];
