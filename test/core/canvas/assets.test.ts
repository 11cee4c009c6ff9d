import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { assetFiles, canonicalJson, compileSource, parseCanvas } from "../../../src/core/canvas/index.ts";
import { layOutData } from "../../support/lay-out.ts";

const SVG = new TextEncoder().encode('<svg viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>');
const HASH = createHash("sha256").update(SVG).digest("hex");

function form(asset: string, body = "image logo w=20mm"): string {
  const field = body.includes("pic") ? "field pic? image\n" : "";
  return `rpt 1\n${field}${asset}\npage A4 {\n  body {\n    ${body}\n  }\n}\n`;
}

function told(source: string, assets: Record<string, Uint8Array>): readonly string[] {
  return compileSource(source, { assets }).diagnostics.map((each) => `${each.code} ${each.message}`);
}

describe("pictures that are published with a template", () => {
  test("are part of the canvas, survive its JSON, and are drawn by name", () => {
    const { value, diagnostics } = compileSource(form("asset logo src='asset:logo.svg'"), {
      assets: { "logo.svg": SVG },
    });
    expect(diagnostics).toEqual([]);
    if (value === null) throw new Error("the form does not compile");
    const canvas = parseCanvas(canonicalJson(value));
    const laid = layOutData(canvas, {});
    expect(laid.diagnostics).toEqual([]);
    expect(laid.value.pages[0]?.items.map((item) => item.kind)).toEqual(["fill"]);
  });

  test("are drawn where data names them, by the name of their line or of their file", () => {
    const source = form("asset logo src='asset:img/logo.svg'", "image (pic) w=20mm");
    const { value } = compileSource(source, { assets: { "img/logo.svg": SVG } });
    if (value === null) throw new Error("the form does not compile");
    for (const pic of ["asset:logo", "asset:img/logo.svg"]) {
      expect(layOutData(value, { pic }).value.pages[0]?.items).toHaveLength(1);
    }
    const { diagnostics } = layOutData(value, { pic: "asset:other" });
    expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([
      'RPT4009 the image names an asset "other" that the template does not declare (page 1, x 15.0mm, y 15.0mm, pic)',
    ]);
  });

  test("change the canvas's identity", () => {
    const [one, other] = [SVG, new Uint8Array([...SVG, 10])].map((bytes) =>
      canonicalJson(compileSource(form("asset logo src='asset:logo.svg'"), { assets: { "logo.svg": bytes } }).value),
    );
    expect(one).not.toBe(other);
  });

  test.each([
    ["is missing", "asset logo src='asset:logo.svg'", {}, 'RPT7011 the file "logo.svg" was not handed in'],
    [
      "has another hash",
      `asset logo src='asset:logo.svg' sha256='${"0".repeat(64)}'`,
      { "logo.svg": SVG },
      'RPT7011 the file "logo.svg" is not the one that was declared: its hash differs',
    ],
    [
      "is too large",
      "asset logo src='asset:logo.svg'",
      { "logo.svg": new Uint8Array(4 * 1024 * 1024 + 1) },
      'RPT7011 the file "logo.svg" has 4194305 bytes, more than 4194304',
    ],
  ])("a file that %s is told", (_, asset, assets, message) => {
    expect(told(form(asset), assets)).toEqual([message]);
  });

  test("a file with the declared hash is taken", () => {
    expect(told(form(`asset logo src='asset:logo.svg' sha256='${HASH}'`), { "logo.svg": SVG })).toEqual([]);
  });

  test("the files that a source names are known without compiling it", () => {
    const source = form("asset logo src='asset:logo.svg'\nasset seal src='asset:img/seal.png'");
    expect(assetFiles(source)).toEqual(["logo.svg", "img/seal.png"]);
    expect(assetFiles(form(""))).toEqual([]);
  });
});
