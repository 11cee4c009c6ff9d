// The form's program and looks → one HTML document that loads nothing.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const FORM = fileURLToPath(new URL("../../src/facades/mcp/form/", import.meta.url));

/** The document. Its own policy lets only its own script and looks run, whatever the host would let. */
export async function formPage(): Promise<string> {
  const script = await bundled("view.ts");
  const style = await bundled("form.css");
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>Form</title><style>${style}</style></head><body><script>${script}</script></body></html>`,
  ].join("\n");
}

async function bundled(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [FORM + entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    charset: "utf8",
    target: ["chrome123", "firefox121", "safari17.5"],
    legalComments: "none",
    logLevel: "error",
    tsconfigRaw: {},
  });
  const text = (result.outputFiles[0]?.text ?? "").trim();
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${entry} would end its own element`);
  return text;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
