import { describe, expect, test } from "vitest";
import {
  boundaryViolations,
  importCircles,
  roomOf,
  type Table,
  tableMistakes,
  unreachableFiles,
  unusedEntries,
} from "./boundaries.ts";
import type { Room } from "./rooms.ts";
import { parseSourceFile } from "./source-file.ts";
import { roomsWithoutDoor, styleViolations } from "./style.ts";
import { openSwitches } from "./switches.ts";

// A check that cannot fail guards nothing: each row plants one breach and expects it to be found at its line, or plants
// something lawful that resembles a breach.

interface Planted {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly found: readonly string[];
}

const BREACHES: readonly Planted[] = [
  {
    name: "a room that looks back along the road",
    path: "src/core/language/parser.ts",
    text: 'import { check } from "../check/index.ts";',
    found: ["src/core/language/parser.ts:1 core/language may not import core/check"],
  },
  {
    name: "a room entered by a side door",
    path: "src/core/check/checker.ts",
    text: '\nimport { Tree } from "../language/tree.ts";',
    found: [
      "src/core/check/checker.ts:2 checker.ts enters core/language by src/core/language/tree.ts; import its index.ts",
    ],
  },
  {
    name: "a type import counts like any other",
    path: "src/core/language/parser.ts",
    text: 'import type { Page } from "../layout/index.ts";',
    found: ["src/core/language/parser.ts:1 core/language may not import core/layout"],
  },
  {
    name: "an import that is written late",
    path: "src/core/layout/flow.ts",
    text: 'export const load = () => import("node:fs");',
    found: ["src/core/layout/flow.ts:1 core/layout may not import node:fs"],
  },
  {
    name: "a package that is required",
    path: "src/core/layout/flow.ts",
    text: 'export const load = () => require("bwip-js");',
    found: ["src/core/layout/flow.ts:1 core/layout may not import the package bwip-js"],
  },
  {
    name: "something passed on without a name",
    path: "src/core/sdk/rules.ts",
    text: 'export { render } from "../engine/index.ts";',
    found: ["src/core/sdk/rules.ts:1 core/sdk may not import core/engine"],
  },
  {
    name: "core naming a plugin",
    path: "src/core/engine/renderers.ts",
    text: 'import { pdf } from "../../plugins/renderers/pdf/index.ts";',
    found: ["src/core/engine/renderers.ts:1 core/engine may not import plugins/renderers/pdf"],
  },
  {
    name: "a facade importing another",
    path: "src/facades/mcp/mount.ts",
    text: 'import { mount } from "../http/index.ts";',
    found: ["src/facades/mcp/mount.ts:1 facades/mcp may not import facades/http"],
  },
  {
    name: "a plugin reaching past the sdk",
    path: "src/plugins/renderers/pdf/page.ts",
    text: 'import { Page } from "../../../core/layout/index.ts";',
    found: ["src/plugins/renderers/pdf/page.ts:1 plugins/renderers/pdf may not import core/layout"],
  },
  {
    name: "generated code inside the engine",
    path: "src/core/contract/read.ts",
    text: 'import { Canvas } from "../../../gen/platen/v1/canvas_pb.ts";',
    found: ["src/core/contract/read.ts:1 core/contract may not import gen"],
  },
  {
    name: "the object mapper outside its home",
    path: "src/core/persistence/canvas-ports.ts",
    text: 'import { EntityManager } from "@mikro-orm/core";',
    found: [
      "src/core/persistence/canvas-ports.ts:1 @mikro-orm/core may be imported under src/core/persistence/mikro/ alone",
    ],
  },
  {
    name: "a package that the room does not have",
    path: "src/core/canvas/hash.ts",
    text: 'import canonicalize from "canonicalize";',
    found: ["src/core/canvas/hash.ts:1 core/canvas may not import the package canonicalize"],
  },
  {
    name: "a room inside that looks back along the road",
    path: "src/core/layout/page/pages.ts",
    text: 'import { paintFragment } from "../paint/index.ts";',
    found: ["src/core/layout/page/pages.ts:1 core/layout/page may not import core/layout/paint"],
  },
  {
    name: "a room inside that goes out by the door of all",
    path: "src/core/layout/cut/cut-flow.ts",
    text: 'import { layOut } from "../index.ts";',
    found: ["src/core/layout/cut/cut-flow.ts:1 core/layout/cut may not import core/layout"],
  },
  {
    name: "a room inside entered by a side door",
    path: "src/core/layout/blocks/blocks.ts",
    text: 'import type { TextBox } from "../words/text-box.ts";',
    found: ["blocks.ts enters core/layout/words by src/core/layout/words/text-box.ts; import its index.ts"],
  },
  {
    name: "an outer room that enters its own rooms by a side door",
    path: "src/core/layout/lay-out.ts",
    text: 'import { impose } from "./page/impose.ts";',
    found: ["lay-out.ts enters core/layout/page by src/core/layout/page/impose.ts; import its index.ts"],
  },
  {
    name: "a room inside entered from outside",
    path: "src/core/gate/fit.ts",
    text: 'import type { Page } from "../layout/page/index.ts";',
    found: ["src/core/gate/fit.ts:1 core/gate may not import core/layout/page"],
  },
  {
    name: "a folder of a divided room without a row",
    path: "src/core/layout/sundries/thing.ts",
    text: "export const thing = 1;",
    found: ["src/core/layout/sundries/thing.ts:1 lies in a room that has no row in test/tidy/rooms.ts"],
  },
  {
    name: "a room without a row",
    path: "src/core/sundries/thing.ts",
    text: "export const thing = 1;",
    found: ["src/core/sundries/thing.ts:1 lies in a room that has no row in test/tidy/rooms.ts"],
  },
  ...[
    ["const at = Date.now();", "Date.now", "take the time as an argument"],
    ["const at = new Date();", "new Date()", "take the time as an argument"],
    ["const seed = Math.random();", "Math.random", "derive the value from the content"],
    ["const height = Math.sin(turn);", "Math.sin", "use core/geometry"],
    ["const length = Math.hypot(x, y);", "Math.hypot", "use core/geometry"],
    ["const square = x ** 2;", "**", "multiply"],
    ["const flag = process.env;", "process", "take the value as an argument"],
    ["const answer = await fetch(url);", "fetch", "take the bytes as an argument"],
    ["const order = names.sort((a, b) => a.localeCompare(b));", ".localeCompare", "compare code units"],
    ["const digits = new Intl.NumberFormat('ja');", "Intl", "use tables of our own"],
    ["const kanji = /\\p{Script=Han}/u;", "\\p{…}", "use a range of code points or the pinned Unicode tables"],
  ].map(([text = "", name = "", instead = ""]) => ({
    name: `${name} in a pure room`,
    path: "src/core/layout/flow.ts",
    text,
    found: [`src/core/layout/flow.ts:1 uses ${name} in a pure room; ${instead}`],
  })),
];

const LAWFUL: readonly Omit<Planted, "found">[] = [
  {
    name: "an imported name that a banned global has too",
    path: "src/core/layout/flow.ts",
    text: 'import { process } from "./steps.ts";\nexport const run = process(1);',
  },
  { name: "a member of that name", path: "src/core/layout/flow.ts", text: "export const run = chain.process(1);" },
  {
    name: "a word in a comment or a text",
    path: "src/core/layout/flow.ts",
    text: '// Date.now\nexport const a = "fetch";',
  },
  { name: "a power of a whole number", path: "src/core/layout/flow.ts", text: "export const million = 10n ** 6n;" },
  { name: "control characters", path: "src/core/layout/flow.ts", text: "export const control = /\\p{Cc}/u;" },
  { name: "a given instant", path: "src/core/layout/flow.ts", text: "export const at = new Date(createdAt);" },
  { name: "the clock in a room that has one", path: "src/core/jobs/queue.ts", text: "export const at = Date.now();" },
  {
    name: "a neighbour in the same room",
    path: "src/core/layout/flow.ts",
    text: 'import { Page } from "./pages.ts";\nexport const page: Page = 1;',
  },
];

describe("a planted breach of the boundaries is found", () => {
  test.for(BREACHES)("$name", ({ path, text, found }) => {
    const violations = boundaryViolations([parseSourceFile(path, text)]);
    expect(violations).toHaveLength(found.length);
    for (const [index, sentence] of found.entries()) expect(violations[index]).toContain(sentence);
  });

  test.for(LAWFUL)("but not: $name", ({ path, text }) => {
    expect(boundaryViolations([parseSourceFile(path, text)])).toEqual([]);
  });
});

describe("a planted breach of the house style is found", () => {
  const core = "src/core/layout/flow.ts";
  const work = ["TO", "DO"].join("");
  const off = ["test", "skip"].join(".");
  const rows: readonly (readonly [name: string, path: string, text: string, found: string])[] = [
    ["a long line", core, `// ${"漢".repeat(118)}`, `${core}:1 has 121 characters of 120`],
    ["a long function", core, `function f() {\n${"\n".repeat(70)}}`, `${core}:1 is a function of 72 lines of 70`],
    ["a default export in core", core, "\nexport default 1;", `${core}:2 exports a default; name it`],
    ["work put off", core, `// ${work} later`, `${core}:1 leaves work behind; do it or write an issue`],
    ["a test switched off", "test/a.test.ts", `${off}("x")`, "test/a.test.ts:1 switches tests off"],
    ["a name in another case", "src/core/layout/pageFlow.ts", "", "src/core/layout/pageFlow.ts:1 is not named"],
    ["a name that says nothing", "src/core/layout/text-utils.ts", "", "src/core/layout/text-utils.ts:1 has a name"],
    ["a door without a word", "src/core/layout/index.ts", "export { a } from './a.ts';", "does not begin with"],
    [
      "a door that exports all",
      "src/core/layout/index.ts",
      "// x\nexport * from './a.ts';",
      "index.ts:2 exports everything",
    ],
  ];
  test.for(rows)("%s", ([, path, text, found]) => {
    const violations = styleViolations(parseSourceFile(path, text));
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(found);
  });

  test("a room without a door", () => {
    expect(roomsWithoutDoor(["src/core/gate/fit.ts", "src/core/sdk/index.ts"])).toEqual(["src/core/gate"]);
  });
});

describe("a planted switch that may leave a case out is found", () => {
  const path = "src/core/layout/paint.ts";
  const open: readonly (readonly [name: string, text: string])[] = [
    ["that answers nothing", "function f(kind: K): void {\n  switch (kind) { case 'a': g(); }\n}"],
    ["that answers what answers nothing", "function f(kind: K): void {\n  switch (kind) { case 'a': return g(); }\n}"],
    ["before more", "function f(kind: K): number {\n  switch (kind) { case 'a': return 1; }\n  return 2;\n}"],
    ["of which one case goes on", "function f(kind: K): number {\n  switch (kind) { case 'a': g(); break; }\n}"],
  ];
  test.for(open)("%s", ([, text]) => {
    expect(openSwitches(path, text)).toEqual([expect.stringContaining(`${path}:2 switches without a default`)]);
  });

  test("but not what the compiler sees to, what names the rest, and what draws nothing", () => {
    const seen = "function f(kind: K): number {\n  switch (kind) { case 'a': case 'b': { return 1; } }\n}";
    const named =
      "function f(kind: K): void {\n  switch (kind) { case 'a': g(); break; default: kind satisfies never; }\n}";
    expect([openSwitches(path, seen), openSwitches(path, named)]).toEqual([[], []]);
    expect(openSwitches("src/core/services/rates.ts", open[0]?.[1] ?? "")).toEqual([]);
  });
});

describe("a planted mistake of the table is found", () => {
  const row = (rooms: readonly string[], packages: readonly string[] = [], node: readonly string[] = []): Room => {
    return { rooms, packages, node, pure: true };
  };
  const file = (path: string, text: string) => parseSourceFile(path, text);

  test("a folder of a divided room is a room, and one of another is not", () => {
    const rooms = { "core/a": row([]), "core/a/b": row([]), "core/c": row([]) };
    expect(roomOf("src/core/a/x.ts", rooms)).toBe("core/a");
    expect(roomOf("src/core/a/b/x.ts", rooms)).toBe("core/a/b");
    expect(roomOf("src/core/a/d/x.ts", rooms)).toBe("core/a/d");
    expect(roomOf("src/core/c/d/x.ts", rooms)).toBe("core/c");
  });

  test("a road into the inside of another room", () => {
    const rooms = { "core/a": row(["core/a/b"]), "core/a/b": row([]), "core/c": row(["core/a", "core/a/b"]) };
    expect(tableMistakes(rooms)).toEqual(["core/c may not enter core/a/b, which lies inside core/a"]);
  });

  test("rooms that import one another, inside a room and from inside out", () => {
    const beside = { "core/a/b": row(["core/a/c"]), "core/a/c": row(["core/a/b"]) };
    expect(tableMistakes(beside)).toEqual(["core/a/b → core/a/c → core/a/b"]);
    const outwards = { "core/a": row(["core/a/b"]), "core/a/b": row(["core/a"]) };
    expect(tableMistakes(outwards)).toEqual(["core/a → core/a/b → core/a"]);
  });

  test("entries that no file needs", () => {
    const table: Table = {
      rooms: {
        "core/a": row(["core/b", "core/c"], ["fflate", "big.js", "@scope/*"], ["fs", "crypto"]),
        "core/b": row([]),
        "core/c": row([]),
        "core/gone": row([]),
        "plugins/renderers/*": row([]),
      },
      homes: { fflate: "src/core/a/", "big.js": "src/core/c/" },
      allowed: { "src/core/b/index.ts": ["process", "fetch"] },
    };
    const lines = ['"../b/index.ts"', '"fflate"', '"@scope/one"', '"node:fs"'].map((from) => `import {} from ${from};`);
    const files = [
      file("src/core/a/index.ts", lines.join("\n")),
      file("src/core/b/index.ts", "export const b = process.pid;"),
      file("src/core/c/index.ts", ""),
    ];
    expect(unusedEntries(files, table)).toEqual([
      "core/a may import core/c, and does not",
      "core/a may import big.js, and does not",
      "core/a may import node:crypto, and does not",
      "core/gone has a row and no file",
      "plugins/renderers/* has a row and no file",
      "big.js has a home under src/core/c/, where nothing imports it",
      "src/core/b/index.ts may use fetch, and does not",
    ]);
  });
});

describe("the graph of imports", () => {
  const files = [
    parseSourceFile(
      "src/main.ts",
      `import "./core/a/index.ts";\nnew URL(\`./core/a/worker.\${extension}\`, import.meta.url);`,
    ),
    parseSourceFile("src/core/a/index.ts", 'export { b } from "./b.ts";'),
    parseSourceFile("src/core/a/b.ts", 'import type { A } from "./index.ts";'),
    parseSourceFile("src/core/a/worker.ts", 'import "../../main.ts";'),
    parseSourceFile("src/core/a/forgotten.ts", 'import "./b.ts";'),
  ];

  test("shows a circle by its files", () => {
    const circle = "src/core/a/index.ts → src/core/a/b.ts → src/core/a/index.ts";
    expect(importCircles(files)).toEqual([circle]);
  });

  test("shows a file that nothing imports, and counts a worker's file as used", () => {
    expect(unreachableFiles(files, ["src/main.ts"])).toEqual(["src/core/a/forgotten.ts"]);
  });
});
