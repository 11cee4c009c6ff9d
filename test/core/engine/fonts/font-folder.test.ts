import { copyFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, readFontFolder } from "../../../../src/core/engine/index.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const resolve = createRequire(import.meta.url).resolve;
const MINCHO = resolve("@expo-google-fonts/biz-udmincho/400Regular/BIZUDMincho_400Regular.ttf");
const GOTHIC_BOLD = resolve("@expo-google-fonts/biz-udgothic/700Bold/BIZUDGothic_700Bold.ttf");

/** The place of a table in a font file. */
function tableAt(bytes: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + 16 * bytes.readUInt16BE(4); entry += 16) {
    if (bytes.toString("latin1", entry, entry + 4) === tag) return bytes.readUInt32BE(entry + 8);
  }
  throw new Error(`no table ${tag}`);
}

/** A font of another family: the same file with other letters in its names. */
function renamed(from: string, to: string): Buffer {
  const wide = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
  const bytes = readFileSync(MINCHO);
  for (let at = bytes.indexOf(wide(from)); at >= 0; at = bytes.indexOf(wide(from), at + 1)) wide(to).copy(bytes, at);
  return bytes;
}

/** Two faces in one file. */
function collection(...files: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(12 + 4 * files.length);
  header.write("ttcf", "latin1");
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(files.length, 8);
  let start = header.length;
  const parts = files.map((file, index) => {
    header.writeUInt32BE(start, 12 + 4 * index);
    const moved = Buffer.from(file);
    for (let entry = 12; entry < 12 + 16 * moved.readUInt16BE(4); entry += 16) {
      moved.writeUInt32BE(moved.readUInt32BE(entry + 8) + start, entry + 8);
    }
    start += moved.length;
    return moved;
  });
  return Buffer.concat([header, ...parts]);
}

function form(family: string): string {
  return `rpt 1\nfonts own="${family}"\npage A5 {\n  body {\n    text "帳票"\n  }\n}\n`;
}

/** The Mincho with a number of 16 bits changed in one of its tables. */
function changed(tag: string, at: number, value: number): Buffer {
  const bytes = readFileSync(MINCHO);
  bytes.writeUInt16BE(value, tableAt(bytes, tag) + at);
  return bytes;
}

/** The Mincho with a table under another name. */
function without(tag: string, other = "none"): Buffer {
  const bytes = readFileSync(MINCHO);
  bytes.write(other, bytes.indexOf(tag, 0, "latin1"), "latin1");
  return bytes;
}

function holding(bytes: () => Buffer | string): (path: string) => void {
  return (path) => writeFileSync(path, bytes());
}

/** Each reason: what a folder holds, and what is told of it. */
const LEFT_OUT: readonly (readonly [
  name: string,
  make: (path: string, folder: string) => void,
  ...told: readonly unknown[],
])[] = [
  [
    "forbidden.ttf",
    holding(() => changed("OS/2", 8, 2)),
    "The font …/forbidden.ttf is left out. The font's licence forbids to embed it in documents (fsType 2).",
  ],
  [
    "words.otf",
    holding(() => "these are no glyphs"),
    "The font …/words.otf is left out. The file is not a TrueType or OpenType font.",
  ],
  [
    "short.ttf",
    holding(() => readFileSync(MINCHO).subarray(0, 4_000)),
    expect.stringMatching(/^The font …\/short\.ttf is left out\. The font's table .+ reaches beyond the end/),
  ],
  [
    "svg.otf",
    holding(() => without("glyf", "SVG ")),
    "The font …/svg.otf is left out. The font has no outlines that documents can hold.",
  ],
  [
    "no-characters.ttf",
    holding(() => without("cmap")),
    "The font …/no-characters.ttf is left out. The font has no table cmap.",
  ],
  [
    "slanted.ttf",
    holding(() => changed("head", 44, 2)),
    "The font …/slanted.ttf is left out. The font is slanted, and Japanese text has no slanted face.",
  ],
  [
    "half.ttc",
    holding(() => collection(readFileSync(MINCHO), changed("head", 44, 2))),
    "Face 2 of the font …/half.ttc is left out. The font is slanted, and Japanese text has no slanted face.",
  ],
  [
    "torn.ttc",
    holding(() => {
      const bytes = collection(readFileSync(MINCHO), readFileSync(GOTHIC_BOLD));
      bytes.writeUInt32BE(bytes.length, 12);
      return bytes;
    }),
    "Face 1 of the font …/torn.ttc is left out. The collection is damaged: it has no such face.",
  ],
  [
    "large.ttf",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 2 ** 28 + 1);
    },
    "The font …/large.ttf is left out. It is too large: 268435457 bytes, where 268435456 are the most that is read.",
  ],
  [
    "copy.ttf",
    (path, folder) => {
      copyFileSync(MINCHO, path);
      copyFileSync(MINCHO, join(folder, "a.ttf"));
    },
    "The font …/copy.ttf is left out. It is the same file as …/a.ttf.",
  ],
  [
    "newer.ttf",
    (path, folder) => {
      writeFileSync(path, changed("head", 6, 1));
      copyFileSync(MINCHO, join(folder, "a.ttf"));
    },
    "The font …/a.ttf only lends glyphs to the font …/newer.ttf, which is BIZ UDMincho normal as well.",
  ],
  [
    "lost.ttf",
    (path) => symlinkSync("nowhere.ttf", path),
    "The link …/lost.ttf is left out. It can't be followed to nowhere.ttf (ENOENT).",
  ],
  [
    "circle.ttf",
    (path) => symlinkSync("circle.ttf", path),
    "The link …/circle.ttf is left out. It can't be followed to circle.ttf (ELOOP).",
  ],
  ["device.ttf", (path) => symlinkSync("/dev/null", path), "The font …/device.ttf is left out. It is no regular file."],
  [
    "web.woff2",
    holding(() => "wOF2"),
    "The font …/web.woff2 is left out. It is a font of another kind; hand in the TTF or OTF.",
  ],
  [
    "mincho",
    (path) => copyFileSync(MINCHO, path),
    "The font …/mincho is left out. Its name ends in none of .ttf, .otf, .ttc, .otc and .tte; rename it.",
  ],
  ["notes.txt", holding(() => "no font, and none meant")],
  ["empty", holding(() => "")],
  ["pipes", (path) => symlinkSync("/dev/null", path)],
];

describe("a folder of fonts", () => {
  test("gives the faces of its files and folders by all their names", async () => {
    await using folder = await temporaryFolder("fonts");
    mkdirSync(join(folder.path, "office"));
    writeFileSync(join(folder.path, "office", "own.TTF"), renamed("BIZ UDMincho", "OUR UDMincho"));
    writeFileSync(join(folder.path, "two.ttc"), collection(readFileSync(MINCHO), readFileSync(GOTHIC_BOLD)));
    const { faces, problems } = readFontFolder(folder.path);
    expect(problems).toEqual([]);
    expect(faces.map(({ family, index, weight }) => [family, weight, index])).toEqual([
      ["OUR UDMincho", "normal", undefined],
      ["BIZ UDMincho", "normal", 0],
      ["BIZ UDGothic", "bold", 1],
    ]);
    const engine = createEngine({ fonts: bundledFonts(faces), renderers: async () => [] });
    const found = (family: string) =>
      engine.check({ source: form(family), data: null }).diagnostics.map(({ code }) => code);
    expect(found("OUR UDMincho")).toEqual([]);
    expect(found("BIZ UD明朝")).toEqual([]);
    expect(found("No Mincho")).toEqual(["RPT7010", "RPT9010"]);
  });

  test("stands before bundled faces of its name, and lends a weight that a family lacks", async () => {
    await using folder = await temporaryFolder("fonts");
    copyFileSync(GOTHIC_BOLD, join(folder.path, "gothic.ttf"));
    const { faces } = readFontFolder(folder.path);
    const { set } = bundledFonts([...faces, { ...(faces[0] ?? never()), family: "Lone", otherNames: [] }]);
    const [own, bundled] = set.faces(["BIZ UDGothic"], "bold");
    expect([own?.family, bundled?.family, own === bundled]).toEqual(["BIZ UDGothic", "BIZ UDGothic", false]);
    expect(set.faces(["Lone"], "normal")[0]?.weight).toBe("bold");
    expect(set.faces(["Lone"], "normal")[1]).toMatchObject({ family: "Noto Sans JP", weight: "normal" });
  });

  test.for(LEFT_OUT)("names what it leaves out, and why: %s", async ([name, make, ...told]) => {
    await using folder = await temporaryFolder("fonts");
    make(join(folder.path, name), folder.path);
    const { isReadable, faces, problems } = readFontFolder(folder.path);
    expect(isReadable).toBe(true);
    expect(problems.map((problem) => problem.replaceAll(folder.path, "…"))).toEqual(told);
    // What stands beside it is there all the same.
    copyFileSync(GOTHIC_BOLD, join(folder.path, "beside.ttf"));
    const beside = readFontFolder(folder.path);
    expect(beside.faces.length).toBe(faces.length + 1);
    const { set } = bundledFonts(beside.faces);
    for (const { family, weight } of beside.faces) expect(set.faces([family], weight)[0]?.glyphOf(0x41)).not.toBe(0);
  });

  test("follows links as volumes of Kubernetes have them, and takes each font once", async () => {
    await using folder = await temporaryFolder("fonts");
    const names = (timestamp: string) => {
      const root = join(folder.path, timestamp);
      mkdirSync(join(root, timestamp, "office"), { recursive: true });
      copyFileSync(MINCHO, join(root, timestamp, "mincho.ttf"));
      copyFileSync(GOTHIC_BOLD, join(root, timestamp, "office", "gothic.ttf"));
      symlinkSync(timestamp, join(root, "..data"));
      symlinkSync("..data/mincho.ttf", join(root, "mincho.ttf"));
      symlinkSync("..data/office", join(root, "office"));
      // Roads in a circle, and one to the folder from beside it.
      symlinkSync("..", join(root, timestamp, "up"));
      symlinkSync(".", join(root, "self"));
      symlinkSync(root, join(folder.path, `link-${timestamp.slice(2)}`));
      const byLink = readFontFolder(join(folder.path, `link-${timestamp.slice(2)}`));
      const { faces, problems } = readFontFolder(root);
      expect([problems, byLink.problems, byLink.faces.length]).toEqual([[], [], 2]);
      return faces.map(({ family, url }) => [family, url.replace(pathToFileURL(root).href, "")]);
    };
    const found = names("..2026_11_20_09_00_00.1");
    expect(found).toEqual([
      ["BIZ UDMincho", "/mincho.ttf"],
      ["BIZ UDGothic", "/office/gothic.ttf"],
    ]);
    expect(names("..2027_01_01_00_00_00.2")).toEqual(found);
  });

  test("that is not there is told as that", () => {
    expect(readFontFolder("/no/such/folder")).toEqual({
      isReadable: false,
      faces: [],
      problems: ["The font folder /no/such/folder can't be read (ENOENT)."],
    });
  });
});

function never(): never {
  throw new Error("The folder has a face");
}
