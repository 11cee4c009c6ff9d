// Stops with one plain sentence where the running Node.js is too old to run TypeScript. npm scripts find the Node.js that
// `npm ci` brings first; this speaks up where none exists for the platform and the machine's own is used. It is plain
// JavaScript, loaded ahead of everything else, because an old Node.js cannot read anything else here.
const OLDEST = [22, 18];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Platen needs Node.js ${OLDEST.join(".")} or newer and found ${process.versions.node}: ` +
      "run npm ci, which brings its own where your platform has one, and start programs by npm scripts, " +
      "or with node_modules/.bin first in PATH; or install a newer Node.js.",
  );
  process.exit(1);
}
