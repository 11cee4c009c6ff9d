/** One row of the boundary table: what the files of a room may import besides one another. */
export interface Room {
  /** Other rooms, through their `index.ts` only. `gen` is the generated code. */
  readonly rooms: readonly string[];
  /** npm packages; `@scope/*` stands for all of a scope. */
  readonly packages: readonly string[];
  /** Node's own modules, without `node:`; `*` stands for all. */
  readonly node: readonly string[];
  /** A pure room computes: it knows no clock, no randomness, no process, no file, no locale of the machine. */
  readonly pure: boolean;
}

function pure(rooms: readonly string[], packages: readonly string[] = []): Room {
  return { rooms, packages, node: [], pure: true };
}

/** A pure room of layout: which rooms of layout it imports, and which of core. */
function ofLayout(neighbours: readonly string[], rooms: readonly string[], packages: readonly string[] = []): Room {
  const inLayout = neighbours.map((room) => `core/layout/${room}`);
  return pure([...inLayout, ...rooms.map((room) => `core/${room}`)], packages);
}

/** Computes as a pure room does, and may ask Node for what answers alike everywhere. */
function deterministic(rooms: readonly string[], packages: readonly string[], node: readonly string[]): Room {
  return { rooms, packages, node, pure: true };
}

function impure(rooms: readonly string[], packages: readonly string[] = [], node: readonly string[] = ["*"]): Room {
  return { rooms, packages, node, pure: false };
}

/** Rooms within a room, by their names there. */
function within(room: string, names: string): readonly string[] {
  return names.split(" ").map((name) => `${room}/${name}`);
}

/**
 * Who may import whom. A new road between rooms is a change of one line here, to be argued for in its commit. A name
 * that ends in `/*` is the row of every folder there that has none of its own. A folder within a room that has a row is
 * a nested room: its neighbours alone import it, through its `index.ts`.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  // The engine: source text and payload bytes become pages. Whoever reads code points asks `core/unicode`.
  "core/diagnostics": pure([]),
  "core/unicode": pure([]),
  "core/language": pure(["core/diagnostics", "core/unicode"], ["@lezer/lr", "@lezer/common", "jsonc-parser"]),
  "core/expression": pure(within("core/expression", "values formats code names checking running")),
  "core/expression/values": pure(["core/unicode"], ["big.js", "re2js"]),
  "core/expression/formats": pure(["core/expression/values"]),
  "core/expression/code": pure(["core/diagnostics"]),
  "core/expression/names": pure(["core/diagnostics", "core/language", ...within("core/expression", "values code")]),
  "core/expression/checking": pure([
    ...["core/diagnostics", "core/language"],
    ...within("core/expression", "values formats code names"),
  ]),
  "core/expression/running": pure(["core/diagnostics", ...within("core/expression", "values formats code names")]),
  "core/schema": pure([]),
  "core/check": pure([
    ...["core/diagnostics", "core/expression", "core/language", "core/schema"],
    ...within("core/check", "context values declarations elements"),
  ]),
  "core/check/context": pure(["core/diagnostics", "core/expression", "core/language", "core/schema"]),
  "core/check/values": pure([
    ...["core/diagnostics", "core/expression", "core/language", "core/schema"],
    ...within("core/check", "context"),
  ]),
  "core/check/declarations": pure([
    ...["core/diagnostics", "core/expression", "core/language", "core/schema"],
    ...within("core/check", "context values"),
  ]),
  "core/check/elements": pure([
    ...["core/diagnostics", "core/expression", "core/language", "core/schema"],
    ...within("core/check", "context values"),
  ]),
  "core/geometry": pure([], ["svgpath"]),
  "core/canvas": pure(
    ["diagnostics", "language", "expression", "schema", "check", "geometry"].map((room) => `core/${room}`),
    ["@noble/hashes", "@rgrove/parse-xml"],
  ),
  "core/assist": pure(
    ["diagnostics", "language", "expression", "schema", "check", "canvas"].map((room) => `core/${room}`),
  ),
  "core/codegen": pure(["core/canvas", "core/diagnostics", "core/expression", "core/unicode"]),
  "core/reference": pure(["core/diagnostics", "core/expression", "core/schema"]),
  "core/contract": pure(["core/diagnostics", "core/expression"], ["jsonc-parser"]),
  "core/markdown": pure([], ["markdown-it"]),
  "core/text": pure(within("core/text", "files unicode shaping breaking setting")),
  "core/text/files": pure([]),
  "core/text/unicode": pure(["core/unicode"]),
  "core/text/shaping": pure(["core/unicode", ...within("core/text", "files unicode")]),
  "core/text/breaking": pure(["core/unicode", ...within("core/text", "unicode shaping")]),
  "core/text/setting": pure(["core/unicode", ...within("core/text", "files unicode shaping breaking")]),
  // Pictures are read beside texts: layout asks for their sizes and shapes, the gate for what they hide.
  "core/pictures": pure(
    ["core/diagnostics", "core/unicode", "core/geometry", "core/canvas", "core/text"],
    ["@rgrove/parse-xml", "color-name", "css-select", "css-tree", "css-what", "fflate"],
  ),
  // The rooms of layout, in order: each imports those above it alone. `core/layout` itself is their door.
  "core/layout/page": ofLayout([], ["diagnostics", "unicode", "geometry", "canvas", "text", "pictures"]),
  "core/layout/words": ofLayout(
    ["page"],
    ["diagnostics", "unicode", "expression", "canvas", "markdown", "text", "pictures"],
  ),
  "core/layout/blocks": ofLayout(["page", "words"], ["diagnostics", "expression", "canvas", "text", "pictures"]),
  "core/layout/cut": ofLayout(["page", "words", "blocks"], ["diagnostics", "canvas", "text"]),
  "core/layout/chart": ofLayout(
    ["page", "words", "blocks"],
    ["diagnostics", "expression", "geometry", "canvas", "text"],
  ),
  "core/layout/elements": ofLayout(
    ["page", "words", "blocks"],
    ["diagnostics", "expression", "canvas", "text", "pictures"],
  ),
  "core/layout/table": ofLayout(
    ["page", "words", "blocks", "cut", "elements"],
    ["diagnostics", "expression", "canvas", "text"],
  ),
  "core/layout/gantt": ofLayout(
    ["page", "words", "blocks", "table"],
    ["diagnostics", "expression", "geometry", "canvas", "text"],
  ),
  "core/layout/build": ofLayout(
    ["page", "words", "blocks", "cut", "chart", "elements", "table", "gantt"],
    ["diagnostics", "expression", "canvas", "markdown", "text"],
  ),
  "core/layout/paint": ofLayout(
    ["page", "words", "blocks", "cut", "elements", "table", "gantt"],
    ["diagnostics", "canvas", "text", "pictures"],
  ),
  "core/layout": ofLayout(
    ["page", "words", "blocks", "cut", "elements", "build", "paint"],
    ["diagnostics", "expression", "canvas", "pictures"],
  ),
  "core/gate": pure(["core/diagnostics", "core/unicode", "core/canvas", "core/pictures", "core/layout"]),
  "core/advice": pure(["core/diagnostics", "core/expression", "core/canvas", "core/layout"]),
  "core/sdk": pure(["core/diagnostics", "core/expression", "core/canvas", "core/pictures", "core/layout", "core/text"]),
  "core/profiles": pure(
    ["diagnostics", "expression", "check", "canvas", "layout", "gate", "sdk"].map((room) => `core/${room}`),
  ),
  "core/engine": impure(
    ["core/canvas", "core/profiles", ...within("core/engine", "messages fonts plugins drawing verbs pool")],
    [],
    [],
  ),
  "core/engine/messages": impure(within("core", "canvas contract diagnostics expression layout"), [], ["crypto"]),
  "core/engine/threads": impure([], [], ["module", "path", "worker_threads"]),
  "core/engine/fonts": impure(
    ["core/layout", "core/pictures", "core/text", "core/engine/threads"],
    ["@resvg/resvg-wasm", "lru-cache"],
    ["crypto", "fs", "path", "url", "worker_threads"],
  ),
  "core/engine/barcodes": impure(
    within("core", "canvas diagnostics geometry layout sdk"),
    ["bwip-js", "lru-cache"],
    ["module"], // the library of bar codes, loaded for the first one
  ),
  "core/engine/plugins": impure(
    [...within("core", "canvas diagnostics profiles sdk"), "core/engine/threads"],
    [],
    ["async_hooks", "fs", "module", "path", "url", "util", "v8", "worker_threads"],
  ),
  "core/engine/worst": impure(["core/canvas", "core/diagnostics"], [], []),
  "core/engine/judging": impure(
    [
      ...within("core", "canvas check diagnostics expression gate layout profiles sdk"),
      ...within("core/engine", "messages fonts plugins"),
    ],
    [],
    [],
  ),
  "core/engine/checking": impure(
    [
      ...within("core", "canvas check contract diagnostics expression gate language layout pictures text unicode"),
      ...within("core/engine", "messages fonts worst judging"),
    ],
    [],
    [],
  ),
  "core/engine/drawing": impure(
    [
      ...within("core", "canvas contract diagnostics expression gate layout pictures profiles sdk unicode"),
      ...within("core/engine", "messages fonts barcodes plugins judging checking"),
    ],
    ["lru-cache"],
    ["crypto", "worker_threads"],
  ),
  "core/engine/verbs": impure(
    [
      ...within("core", "advice canvas contract diagnostics layout profiles sdk"),
      ...within("core/engine", "messages fonts barcodes plugins judging checking drawing"),
    ],
    [],
    [],
  ),
  "core/engine/pool": impure(
    ["core/event-loop", "core/profiles", ...within("core/engine", "messages fonts plugins drawing threads verbs")],
    ["piscina"],
    ["events", "module", "os", "v8", "worker_threads"],
  ),
  "core/rule-tester": impure(["core/diagnostics", "core/engine", "core/sdk"], [], []),

  // The service: requests meet people, keys, limits and stored things.
  "core/configuration": impure(["core/tenancy"], ["zod"], ["fs", "path", "net", "tls"]),
  "core/methods": impure(
    ["core/diagnostics", "gen"],
    [
      ...["@bufbuild/protobuf", "@bufbuild/protovalidate", "@connectrpc/connect", "jsonc-parser"],
      ...["etag", "fresh", "range-parser"], // Conditions and parts of RFC 9110
    ],
    ["buffer", "http", "http2"], // UTF-8 is judged at once; types: the shape of a handler that every door shares
  ),
  "core/base64": impure([], [], []),
  "core/event-loop": impure([], [], ["timers/promises"]),
  "core/network": impure([], ["ipaddr.js"], ["net"]),
  "core/tenancy": impure(
    ["core/network"],
    ["uuid", "rate-limiter-flexible", "piscina", "@zxcvbn-ts/*"],
    ["crypto", "os", "worker_threads"], // threads that hash passwords give way to all others
  ),
  "core/persistence": impure(
    ["core/event-loop", "core/tenancy"],
    ["@mikro-orm/*", "@electric-sql/pglite", "@electric-sql/pglite-prepopulatedfs", "kysely"],
  ),
  "core/links": impure([], [], ["crypto"]),
  "core/store": impure(["core/event-loop"], ["s3mini"]),
  "core/fetching": impure(["core/network"], [], ["dns", "dns/promises", "http", "https", "net"]),
  "core/mail": impure([], ["nodemailer"], []),
  "core/observability": impure([], ["prom-client", "@opentelemetry/*"], []),
  "core/jobs": impure(["core/persistence", "core/store", "core/tenancy"], ["pg-boss"]),
  "core/services": impure(
    ["diagnostics", "engine", "canvas", "contract", "methods", "tenancy", "persistence", "store", "jobs", "sdk"]
      .concat("event-loop", "fetching", "links", "mail", "network", "observability")
      .map((room) => `core/${room}`)
      .concat("gen"),
    ["@bufbuild/protobuf", "@bufbuild/protovalidate", "@connectrpc/connect", "@connectrpc/validate", "lru-cache"],
  ),

  // The doors: each decodes, calls a service through the in-process transport, and encodes.
  "facades/rpc": impure(
    ["core/event-loop", "core/methods", "core/network", "core/services", "gen"],
    ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-node"],
  ),
  "facades/http": impure(["core/methods"], ["@bufbuild/protobuf", "@connectrpc/connect"]),
  "facades/openapi": impure(
    ["core/methods", "gen"],
    ["@bufbuild/protobuf", "@bufbuild/protovalidate", "openapi3-ts"],
    [],
  ),
  "facades/mcp": impure(
    ["core/event-loop", "core/methods", "core/diagnostics", "core/reference"],
    ["@bufbuild/protobuf", "@connectrpc/connect", "@modelcontextprotocol/*", "lru-cache"],
    [],
  ),
  "facades/oauth": impure(["core/methods", "core/services"], ["oidc-provider", "openid-client", "jose"]),
  "facades/links": impure(["core/methods", "gen"], ["@connectrpc/connect"], []),
  "facades/admin": impure(["core/methods"]),
  "facades/lsp": impure(
    ["core/assist", "core/diagnostics"],
    ["vscode-languageserver", "vscode-languageserver-textdocument"],
    [],
  ),
  "facades/cli": impure(
    ["canvas", "diagnostics", "language", "engine", "codegen", "methods", "reference"]
      .map((room) => `core/${room}`)
      .concat("gen"),
    ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-node", "commander"],
  ),

  // Plugins see the sdk and nothing else of ours.
  "plugins/renderers/pdf": deterministic(["core/sdk"], ["pdfkit", "fflate"], ["crypto"]),
  "plugins/renderers/svg": deterministic(
    ["core/sdk"],
    ["@resvg/resvg-wasm", "fflate", "jpeg-js"],
    ["fs", "url", "zlib"], // the rasteriser's WebAssembly, the sums of PNG's chunks
  ),
  "plugins/profiles/*": pure(["core/sdk"]),
  "plugins/sources/*": impure(["core/sdk"], [], []),
};

/** Packages that may be imported under one folder alone, so that a change of library stays a change of one room. */
export const PACKAGE_HOMES: Readonly<Record<string, string>> = {
  "@mikro-orm/*": "src/core/persistence/mikro/",
  "@electric-sql/pglite": "src/core/persistence/mikro/",
  "@electric-sql/pglite-prepopulatedfs": "src/core/persistence/mikro/",
  kysely: "src/core/persistence/mikro/",
  "ipaddr.js": "src/core/network/",
  "pg-boss": "src/core/jobs/",
  "prom-client": "src/core/observability/",
  "@opentelemetry/*": "src/core/observability/",
  "rate-limiter-flexible": "src/core/tenancy/",
  s3mini: "src/core/store/",
  svgpath: "src/core/geometry/",
  pdfkit: "src/plugins/renderers/pdf/",
  "markdown-it": "src/core/markdown/",
  "jpeg-js": "src/plugins/renderers/svg/",
  "@modelcontextprotocol/*": "src/facades/mcp/",
  nodemailer: "src/core/mail/",
  "oidc-provider": "src/facades/oauth/",
  "openid-client": "src/facades/oauth/",
  jose: "src/facades/oauth/",
  "openapi3-ts": "src/facades/openapi/",
  "vscode-languageserver": "src/facades/lsp/",
  "vscode-languageserver-textdocument": "src/facades/lsp/",
};

/** The composition root: it knows core, facades and plugins by name, and no room imports it. */
export const COMPOSITION_ROOT = "src/main.ts";

/** Functions of `Math` that each engine rounds in its own way. */
export const UNPINNED: readonly string[] = (
  "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh hypot cbrt " + "exp expm1 log log1p log2 log10 pow"
).split(" ");

/** Packages that are loaded on the way to a file's bytes and have such functions, and why no byte hangs on them. */
export const UNPINNED_PACKAGES: Readonly<Record<string, string>> = {
  "@lezer/common": "powers stand in comments; trees of sources have whole numbers alone",
  "@noble/ciphers": "pdfkit's encryption, which is never asked for: files are encrypted by file/encryption.ts",
  "@noble/hashes": "powers of two as BigInt, and memory limits of hashes that are not used",
  "bwip-js": "it is loaded with core/geometry's logarithm and powers; turns are those of its own drawings",
  fflate: "a rounded logarithm sizes a table of its compressor, which previews alone ask for",
  fontkit: "comes with pdfkit, which never loads a font: fonts are embedded by fonts/",
  "lru-cache": "powers of two choose the width of an index",
  pdfkit: "arcs and logarithms of its own drawing; content streams are written by us",
  piscina: "times of threads",
  svgpath: "arcs and transforms are made by core/geometry before it turns or moves anything",
  "unicode-properties": "comes with fontkit",
};

/** What a pure room must not reach for, with what to do instead. `new Date(…)` of a given instant is allowed. */
export const BANNED_IN_PURE_ROOMS: Readonly<Record<string, string>> = {
  "Date.now": "take the time as an argument",
  "new Date()": "take the time as an argument",
  "performance.now": "measure in test/bench",
  "Math.random": "derive the value from the content",
  "**": "multiply: powers of doubles are rounded by each engine's own way",
  ...Object.fromEntries(
    UNPINNED.map((name) => [`Math.${name}`, "use core/geometry: engines round it in ways of their own"]),
  ),
  crypto: "take the hash or the random bytes as an argument",
  process: "take the value as an argument",
  console: "answer a diagnostic",
  fetch: "take the bytes as an argument",
  setTimeout: "leave waiting to the engine",
  setInterval: "leave waiting to the engine",
  Buffer: "use Uint8Array, TextEncoder and TextDecoder",
  Intl: "use tables of our own: the machine's locale data vary",
  ".localeCompare": "compare code units: the machine's locale data vary",
  ".toLocaleString": "format by code of our own: the machine's locale data vary",
  ".toLocaleUpperCase": "use toUpperCase: the machine's locale data vary",
  ".toLocaleLowerCase": "use toLowerCase: the machine's locale data vary",
  "\\p{…}": "use a range of code points or the pinned Unicode tables: the runtime's version varies",
  ".normalize": "use core/unicode: the runtime's version of Unicode varies",
  ".codePointAt": "use codePointIn of core/unicode: compiled code of V8 may answer another one",
  eval: "compile to closures",
  "new Function(…)": "compile to closures",
};

/** What single files use of it all the same. */
export const ALLOWED_IN_PURE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  // Only of characters that have had their compatibility forms since Unicode 3.2.
  "src/plugins/renderers/pdf/file/encryption.ts": [".normalize"],
};
