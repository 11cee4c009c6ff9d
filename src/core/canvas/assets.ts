// `asset` lines → the pictures of a canvas. The files are handed in: nothing is read or fetched here.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type CheckedElement, checkDocument } from "../check/index.ts";
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { parseSource } from "../language/index.ts";
import { wordOf } from "./boxes.ts";
import type { Canvas, CanvasAsset } from "./canvas.ts";
import { drawingFile } from "./compile-gaiji.ts";

/** The pictures by name, null where none is declared, and files that are missing or changed (RPT7011). */
export interface CompiledAssets {
  readonly assets: NonNullable<Canvas["assets"]> | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** 4 MiB, as for pictures in data. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** @param files null: nobody knows them here, and any name is taken. */
export function compileAssets(
  declared: readonly CheckedElement<"asset">[],
  files: Readonly<Record<string, Uint8Array>> | null,
): CompiledAssets {
  const assets: Record<string, CanvasAsset> = {};
  const diagnostics: Diagnostic[] = [];
  for (const element of declared) {
    const name = wordOf(element.args, "name") ?? "";
    const file = fileOf(element);
    const bytes = files !== null && Object.hasOwn(files, file) ? files[file] : undefined;
    const problem = files === null ? null : problemOf(element, file, bytes);
    if (problem !== null) diagnostics.push(problem);
    assets[name] = { file, data: bytes === undefined ? null : base64(bytes) };
  }
  return { assets: Object.keys(assets).length === 0 ? null : assets, diagnostics };
}

/** The files that a source's `asset` and `gaiji` lines name, for whoever hands them in. */
export function assetFiles(source: string): readonly string[] {
  if (!/^\s*(?:asset|gaiji)\s/mu.test(source)) return [];
  const { declarations } = checkDocument(parseSource(source).value).value;
  const files = declarations.flatMap((one) => {
    if (one.name === "asset") return [fileOf(one)];
    return one.name === "gaiji" ? [drawingFile(one) ?? ""] : [];
  });
  // A name with a slip has no file, and neither has a drawing that stands in the line.
  return [...new Set(files.filter((file) => file !== ""))];
}

function fileOf(element: CheckedElement<"asset">): string {
  return (wordOf(element.properties, "src") ?? "").replace(/^asset:/u, "");
}

function problemOf(element: CheckedElement<"asset">, file: string, bytes: Uint8Array | undefined): Diagnostic | null {
  const why = "A published template always draws the same: its pictures are published with it.";
  const tell = (message: string, title: string) =>
    diagnose({
      code: "RPT7011",
      span: element.span,
      message,
      why,
      repair: { title, applicability: "suggestion", edits: [] },
    });
  if (bytes === undefined) {
    return tell(`the file "${file}" was not handed in`, "hand it in with the template: beside it, under this name");
  }
  if (bytes.length > FILE_BYTES_MAX) {
    return tell(
      `the file "${file}" has ${bytes.length} bytes, more than ${FILE_BYTES_MAX}`,
      "make the picture smaller",
    );
  }
  const wanted = (wordOf(element.properties, "sha256") ?? "").toLowerCase();
  if (wanted === "") return null;
  const found = bytesToHex(sha256(bytes));
  if (found === wanted) return null;
  return tell(
    `the file "${file}" is not the one that was declared: its hash differs`,
    `write sha256='${found}' if it is meant`,
  );
}

/** Of RFC 4648, section 4. */
function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/** Arguments of one call: well below what engines take. */
const CHUNK = 8_192;
