// The thread of SVG pictures: resvg, compiled to WebAssembly, one binary for every machine; it knows no file of the
// machine, no network, and no font but those that are handed in.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { workerData } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { type AskedThreadData, answerQuestions, tellEnd } from "../threads/index.ts";
import { LIBRARY_MEMORY_MIB, type SentFace, type SentTask, type SvgReply } from "./svg-thread.ts";

const asked: AskedThreadData = workerData;
tellEnd(asked);

const files = new Map<string, Uint8Array>();

function fileOf({ id, bytes }: SentFace): Uint8Array {
  if (bytes !== null) files.set(id, bytes);
  return files.get(id) ?? new Uint8Array(0);
}

function drawn({ kind, svg, faces }: SentTask): SvgReply {
  const usual = faces[0]?.family ?? "";
  const families = { defaultFontFamily: usual, serifFamily: usual, sansSerifFamily: usual, monospaceFamily: usual };
  const picture = new Resvg(svg, { font: { fontBuffers: faces.map(fileOf), ...families } });
  try {
    if (kind === "simplified") return { kind, svg: picture.toString() };
    const image = picture.render();
    try {
      return { kind, png: image.asPng() };
    } finally {
      image.free();
    }
  } finally {
    picture.free();
  }
}

const BYTES_PER_PAGE = 65_536;
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/**
 * The library declares no end of its memory, and an ill-meant picture asks for all that 32 bits can name. Says how much
 * it may have: the limits of the one memory are its section's whole content (WebAssembly 2.0, §5.5.8).
 */
function withMemoryMost(library: Uint8Array): Uint8Array {
  let at = HEADER_BYTES;
  while (at < library.length) {
    const start = at;
    const [length, content] = numberAt(library, at + 1);
    at = content + length;
    if (library[start] !== MEMORY_SECTION) continue;
    const [least] = numberAt(library, content + 2);
    const most = (LIBRARY_MEMORY_MIB * 1024 * 1024) / BYTES_PER_PAGE;
    const limits = [1, 1, ...numberBytes(least), ...numberBytes(most)];
    const section = [MEMORY_SECTION, ...numberBytes(limits.length), ...limits];
    const bounded = new Uint8Array(start + section.length + library.length - at);
    bounded.set(library.subarray(0, start));
    bounded.set(section, start);
    bounded.set(library.subarray(at), start + section.length);
    return bounded;
  }
  return library;
}

/** An unsigned LEB128 number and where what follows it begins. */
function numberAt(bytes: Uint8Array, start: number): readonly [value: number, next: number] {
  let [value, shift, at] = [0, 0, start];
  for (;;) {
    const byte = bytes[at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte < 0x80) return [value, at];
  }
}

function numberBytes(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)];
}

const library = await readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm")));
await initWasm(withMemoryMost(library));

// A panic of the library comes as a trap of WebAssembly; what is not SVG to it as an error. Both end this thread.
answerQuestions<SentTask, SvgReply>(asked, drawn, () => ({ kind: "failed" }));
