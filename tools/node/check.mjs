// Stops with one plain sentence where the running Node.js is too old to run TypeScript. npm scripts find the Node.js that
// `npm ci` brings first; this speaks up where none exists for the platform and the machine's own is used. It is plain
// JavaScript, loaded with `--import` ahead of the program, because an old Node.js cannot read anything else here.
const OLDEST = [22, 18];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Platen needs Node.js ${OLDEST.join(".")} or newer and found ${process.versions.node}: ` +
      "run npm ci, which brings its own where your platform has one, or install a newer Node.js.",
  );
  process.exit(1);
}

// Taking types away and compiling are half of a command's start (1.8 s, then 0.8 s, for `platen check`). Node.js
// keeps the results by content, so nothing stale is run; where the folder can't be written it goes on without.
const { default: modules } = await import("node:module");
const { fileURLToPath } = await import("node:url");
const compiled = fileURLToPath(new URL("../../node_modules/.cache/platen-compiled", import.meta.url));
modules.enableCompileCache(compiled);
// Threads read it from the environment.
process.env.NODE_COMPILE_CACHE ??= compiled;
