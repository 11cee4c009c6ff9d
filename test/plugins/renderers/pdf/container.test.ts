import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import { PdfContainer } from "../../../../src/plugins/renderers/pdf/container.ts";
import { RawSyntax } from "../../../../src/plugins/renderers/pdf/file/syntax.ts";

const settings = {
  lang: "ja",
  contentHash: "abc",
  createdAt: new Date("2026-04-01T09:30:00Z"),
};

const INFO = { Producer: "Platen test", Title: "請求書 (写)" };

function finished(container: PdfContainer): string {
  return latin1(container.finish(INFO, new TextEncoder().encode("<x/>")));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

describe("what we rely on in pdfkit beyond its documentation", () => {
  test("its version is the pinned one", () => {
    const require = createRequire(import.meta.url);
    const own: { dependencies: Record<string, string> } = require("../../../../package.json");
    expect(own.dependencies["pdfkit"]).toBe("0.20.2");
  });

  test("it ends its metadata and finishes its file through methods of these names", () => {
    for (const name of ["endMetadata", "_write", "_finalize", "ref", "end"]) {
      expect(Reflect.get(PDFDocument.prototype, name), name).toBeTypeOf("function");
    }
  });

  test("a reference has data that may change until it ends, and takes bytes as they are", () => {
    const container = new PdfContainer(settings);
    const reference = container.reference({ Type: "Test" });
    reference.data["Later"] = 1;
    reference.end(Uint8Array.of(0xff, 0x00, 0x0a));
    container.catalogue("Test", reference);
    container.fillPage(container.startPage(100, 200), new Uint8Array(0), {}, {});
    expect(finished(container)).toContain(
      `${reference.id} 0 obj\n<</Type/Test/Later 1/Length 3>>\nstream\n\xff\x00\n\nendstream\nendobj\n`,
    );
  });

  test("a page holds our bytes and no operator of its own", () => {
    const container = new PdfContainer(settings);
    container.fillPage(
      container.startPage(100.5, 200),
      Uint8Array.of(1, 2, 3),
      { ExtGState: { A1: new RawSyntax("<</ca .5>>") } },
      { Rotate: 90 },
    );
    const file = finished(container);
    expect(file).toContain("<</Filter/FlateDecode/Length 3>>\nstream\n\x01\x02\x03\nendstream");
    expect(file).toContain("/MediaBox[0 0 100.5 200]");
    expect(file).toContain("/A1<</ca .5>>");
    expect(file).toContain("/Rotate 90");
  });

  test("pages that name the same things share their resources", () => {
    const container = new PdfContainer(settings);
    const state = { ExtGState: { A1: new RawSyntax("<</ca .5>>") } };
    for (const resources of [state, {}, state]) {
      container.fillPage(container.startPage(10, 10), new Uint8Array(0), resources, {});
    }
    const named = [...finished(container).matchAll(/\/Resources (\d+) 0 R/g)].map(([, id]) => id);
    expect(named).toHaveLength(3);
    expect(named[2]).toBe(named[0]);
    expect(named[1]).not.toBe(named[0]);
  });

  test("strings, names, bytes and raw syntax are told apart", () => {
    const container = new PdfContainer(settings);
    const text = new String("a(b)\\");
    const values = ["Name", text, Uint8Array.of(0xfe, 0xff), new RawSyntax("1.50"), null, true];
    container.object({ Values: values });
    container.fillPage(container.startPage(10, 10), new Uint8Array(0), {}, {});
    expect(finished(container)).toContain("/Values[/Name(a\\(b\\)\\\\)<FEFF> 1.50 null true]");
  });
});

describe("a file", () => {
  function file(contentHash: string, page: number): string {
    const container = new PdfContainer({ ...settings, contentHash });
    container.fillPage(container.startPage(page, 10), new Uint8Array(0), {}, {});
    return finished(container);
  }

  test("names its producer, its title and its dates, and neither pdfkit nor a clock", () => {
    const bytes = file("abc", 10);
    expect(bytes).toContain("(D:20260401093000Z00'00')");
    expect(bytes).toContain("(Platen test)");
    expect(bytes).not.toMatch(/pdfkit/i);
    expect(bytes).not.toContain("Creator");
    expect(bytes.match(/\(D:\d{4}/g)).toEqual(["(D:2026", "(D:2026"]);
  });

  test("has an identity that hangs on the content's hash and on the bytes", () => {
    const identity = (text: string): string => /\/ID\[<([0-9A-F]{32})><\1>\]/.exec(text)?.[1] ?? "none";
    expect(identity(file("abc", 10))).toBe(identity(file("abc", 10)));
    expect(identity(file("abc", 10))).not.toBe(identity(file("abd", 10)));
    expect(identity(file("abc", 10))).not.toBe(identity(file("abc", 11)));
    expect(identity(file("abc", 10))).not.toBe("none");
  });
});
