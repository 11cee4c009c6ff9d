import { createDecipheriv, createHash, createHmac, hkdfSync, scryptSync } from "node:crypto";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import type { Encryption, PageDocument } from "../../../../src/core/sdk/index.ts";
import { FileCipher } from "../../../../src/plugins/renderers/pdf/file/encryption.ts";
import { RawSyntax } from "../../../../src/plugins/renderers/pdf/file/syntax.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { judge } from "./opened-pdf.ts";
import { documentOf, invoicePage, options } from "./page-document.ts";

const invoice = documentOf([invoicePage(1), invoicePage(2)]);

function encrypted(encryption: Partial<Encryption> = {}, document: PageDocument = invoice): Uint8Array {
  return pdfRenderer.render(document, {
    ...options,
    encryption: { password: "ひみつ-1", allow: ["print"], ...encryption },
  });
}

/** The text of the first page as pdf.js gives it with a password, or the name of its refusal. */
async function readWith(bytes: Uint8Array, password?: string): Promise<string> {
  try {
    const task = getDocument({ data: bytes.slice(), verbosity: 0, ...(password === undefined ? {} : { password }) });
    const file = await task.promise;
    const { items } = await (await file.getPage(1)).getTextContent();
    await file.destroy();
    return items.map((item) => ("str" in item ? item.str : "")).join("");
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

describe("a file with a password", () => {
  const file = encrypted();

  test("opens in qpdf with it, and is a sound file of AES with 256 bits", async () => {
    const { exitCode, stdout } = await judge(file, "qpdf", ["--check", "--password=ひみつ-1", "FILE"]);
    expect(stdout).toContain("R = 6");
    expect(stdout).toContain("file encryption method: AESv3");
    expect(exitCode).toBe(0);
  });

  test("opens in pdf.js with it, and gives its text and title back", async () => {
    expect(await readWith(file, "ひみつ-1")).toContain("御請求書");
    const { stdout } = await judge(file, "pdfinfo", ["-upw", "ひみつ-1", "FILE"]);
    expect(stdout).toMatch(/^Encrypted: +yes \(print:yes copy:no change:no addNotes:no algorithm:AES-256\)$/m);
    expect(stdout).toMatch(/^Title: +\S/m);
  });

  test.each(["", "ひみつ-2", "himitsu"])("is refused by qpdf and pdf.js with the password '%s'", async (password) => {
    const { exitCode, stderr } = await judge(file, "qpdf", ["--check", `--password=${password}`, "FILE"]);
    expect(stderr).toContain("invalid password");
    expect(exitCode).not.toBe(0);
    expect(await readWith(file, password)).toBe("PasswordException");
  });

  test("has the same bytes again, and shares no key with another password, content or permission", () => {
    expect(encrypted()).toEqual(file);
    const others = [
      encrypted({ password: "ひみつ-2" }),
      encrypted({ allow: ["print", "copy"] }),
      encrypted({}, documentOf([invoicePage(1), invoicePage(3)])),
    ];
    const secrets = [file, ...others].map((bytes) => {
      const text = Buffer.from(bytes).toString("latin1");
      return [/\/UE<(\w+)>/, /\/OE<(\w+)>/, /\/ID\[<?(.{16})/s].map((pattern) => pattern.exec(text)?.[1]);
    });
    const values = secrets.flat();
    expect(values).not.toContain(undefined);
    expect(new Set(values).size).toBe(values.length);
  });

  test("names the extension of PDF 1.7 that it needs", async () => {
    const { stdoutBytes } = await judge(file, "qpdf", ["--password=ひみつ-1", "--decrypt", "--qdf", "FILE", "-"]);
    const plain = Buffer.from(stdoutBytes).toString("latin1");
    expect(plain).toMatch(/\/ADBE\s*<<\s*\/BaseVersion \/1\.7\s*\/ExtensionLevel 8/);
  });

  test("says nothing of its content in clear", () => {
    const text = Buffer.from(file).toString("latin1");
    for (const clear of ["Platen test", "NotoSansJP", "D:2026"]) expect(text, clear).not.toContain(clear);
  });
});

test("salts, key, vectors and identity come from one slow hash of the password, each by a label of its own", () => {
  const hash = createHash("sha256").update("all that the file holds").digest();
  const cipher = new FileCipher({ password: "ひみつ-1", allow: ["print"] }, hash);
  const salt = createHash("sha256").update(hash).update(`permissions ${cipher.dictionary["P"]}`).digest();
  const seed = scryptSync("ひみつ-1", salt, 32, { N: 16_384, r: 8, p: 1 });
  const derived = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", seed, "", `platen pdf ${label}`, length)).toString("hex");
  const hex = (name: string) => {
    const value = cipher.dictionary[name];
    return value instanceof RawSyntax ? value.syntax.slice(1, -1) : "";
  };

  expect(Buffer.from(cipher.fileId).toString("hex")).toBe(derived("file id", 16));
  // `U` and `O` are a hash of 32 bytes and two salts of eight (ISO 32000-2, 7.6.4.4.7).
  expect([hex("U").slice(64), hex("O").slice(64)]).toEqual([derived("user salts", 16), derived("owner salts", 16)]);
  const text = Buffer.from("今月の請求");
  const opened = [cipher.seal(text), cipher.seal(text)].map((sealed, index) => {
    const vector = createHmac("sha256", Buffer.from(derived("vectors", 32), "hex"))
      .update(`${index + 1}`)
      .digest();
    expect(Buffer.from(sealed.subarray(0, 16))).toEqual(vector.subarray(0, 16));
    const decipher = createDecipheriv(
      "aes-256-cbc",
      Buffer.from(derived("file key", 32), "hex"),
      sealed.subarray(0, 16),
    );
    return Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);
  });
  expect(opened).toEqual([text, text]);
});

test("a password in another compatible spelling opens the file all the same", async () => {
  expect(await readWith(encrypted({ password: "ＡＢＣ　１" }), "ABC 1")).toContain("御請求書");
});

test("letters that only some versions of Node know another form of stay as they were typed", async () => {
  // U+1CCD6 is of Unicode 16, U+A7F1 of Unicode 17.
  const password = "\u{1ccd6}\ua7f1が";
  expect(password.normalize("NFKC")).not.toBe(password);
  expect(await readWith(encrypted({ password }), password)).toContain("御請求書");
});

test("without a password the file opens, and its permissions hold", async () => {
  const file = encrypted({ password: "", allow: ["print-low", "accessibility", "fill"] });
  expect(await readWith(file)).toContain("御請求書");
  const { stdout } = await judge(file, "qpdf", ["--show-encryption", "FILE"]);
  expect(stdout.split("\n").filter((line) => / (not )?allowed$/.test(line))).toEqual([
    "extract for accessibility: allowed",
    "extract for any purpose: not allowed",
    "print low resolution: allowed",
    "print high resolution: not allowed",
    "modify document assembly: not allowed",
    "modify forms: allowed",
    "modify annotations: not allowed",
    "modify other: not allowed",
    "modify anything: not allowed",
  ]);
});

test("assistive technology may read whatever else is allowed", async () => {
  const { stdout } = await judge(encrypted({ password: "", allow: [] }), "qpdf", ["--show-encryption", "FILE"]);
  expect(stdout).toContain("extract for accessibility: allowed");
});

test("PDF/A refuses encryption", () => {
  const encryption: Encryption = { password: "x", allow: [] };
  const conformance = { pdf: "a-2b", ua: false } as const;
  expect(() => pdfRenderer.render(invoice, { ...options, encryption, conformance })).toThrow(/never encrypted/);
});
