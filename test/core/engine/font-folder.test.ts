import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, readFontFolder } from "../../../src/core/engine/index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

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
    expect(found("No Mincho")).toEqual(["RPT7010"]);
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

  test("tells of what it leaves out, and why", async () => {
    await using folder = await temporaryFolder("fonts");
    const forbidden = readFileSync(MINCHO);
    forbidden.writeUInt16BE(2, tableAt(forbidden, "OS/2") + 8);
    writeFileSync(join(folder.path, "a-forbidden.ttf"), forbidden);
    writeFileSync(join(folder.path, "b-words.otf"), "these are no glyphs");
    writeFileSync(join(folder.path, "c-short.ttf"), readFileSync(MINCHO).subarray(0, 4_000));
    const drawnOtherwise = readFileSync(MINCHO);
    drawnOtherwise.write("SVG ", drawnOtherwise.indexOf("glyf", 0, "latin1"), "latin1");
    writeFileSync(join(folder.path, "d-svg.otf"), drawnOtherwise);
    writeFileSync(join(folder.path, "notes.txt"), "no font, and none meant");
    const { faces, problems } = readFontFolder(folder.path);
    expect(faces).toEqual([]);
    expect(problems.map((problem) => problem.replace(folder.path, "…"))).toEqual([
      "The font …/a-forbidden.ttf is left out. The font's licence forbids to embed it in documents (fsType 2).",
      "The font …/b-words.otf is left out. The file is not a TrueType or OpenType font.",
      expect.stringMatching(/^The font …\/c-short\.ttf is left out\. The font's table .+ reaches beyond the end/),
      "The font …/d-svg.otf is left out. The font has no outlines that documents can hold.",
    ]);
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
