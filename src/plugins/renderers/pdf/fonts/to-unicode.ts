// Used codes → the CMap that gives a copied glyph its text back (ISO 32000-1 §9.10.3). The text of a code is the font's
// own static answer, so the map never depends on what was rendered before.

/** A CMap section may hold this many entries (Adobe Technical Note 5014). */
const ENTRIES_PER_SECTION = 100;

interface Mapping {
  readonly from: number;
  /** Equal to `from` except in a range. */
  to: number;
  readonly text: string;
}

const HEADER = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
`;

const FOOTER = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/**
 * Codes ascend, and code 0 is that of missing letters. Those that stand for no text are left out, or, where every
 * code must have one (ISO 19005-2, 6.2.11.7.2), mapped to U+FFFD: their run says its own text.
 */
export function toUnicodeMap(codes: readonly number[], texts: readonly string[], complete = false): string {
  const mappings = collect(codes, texts, complete ? "\ufffd" : "");
  const singles = mappings.filter((mapping) => mapping.from === mapping.to);
  const ranges = mappings.filter((mapping) => mapping.from !== mapping.to);
  let map = HEADER;
  for (const section of sections(singles)) {
    map += `${section.length} beginbfchar\n`;
    for (const { from, text } of section) map += `<${hex(from)}> <${utf16Hex(text)}>\n`;
    map += "endbfchar\n";
  }
  for (const section of sections(ranges)) {
    map += `${section.length} beginbfrange\n`;
    for (const { from, to, text } of section) map += `<${hex(from)}> <${hex(to)}> <${utf16Hex(text)}>\n`;
    map += "endbfrange\n";
  }
  return map + FOOTER;
}

function collect(codes: readonly number[], texts: readonly string[], unknown: string): Mapping[] {
  const mappings: Mapping[] = [];
  codes.forEach((code, index) => {
    const text = (code === 0 ? "" : (texts[index] ?? "")) || unknown;
    if (text === "") return;
    const last = mappings.at(-1);
    if (last !== undefined && continues(last, code, text)) last.to = code;
    else mappings.push({ from: code, to: code, text });
  });
  return mappings;
}

/** Only the last byte of a code and of its text may count up within a range. */
function continues(last: Mapping, glyph: number, text: string): boolean {
  if (glyph !== last.to + 1 || glyph >> 8 !== last.from >> 8) return false;
  if (text.length !== 1 || last.text.length !== 1) return false;
  const first = last.text.charCodeAt(0);
  const code = text.charCodeAt(0);
  return code === first + (glyph - last.from) && code >> 8 === first >> 8;
}

function* sections(mappings: readonly Mapping[]): Generator<readonly Mapping[]> {
  for (let start = 0; start < mappings.length; start += ENTRIES_PER_SECTION) {
    yield mappings.slice(start, start + ENTRIES_PER_SECTION);
  }
}

/** The UTF-16BE code units of a text as hex digits. */
export function utf16Hex(text: string): string {
  let digits = "";
  for (let index = 0; index < text.length; index++) digits += hex(text.charCodeAt(index));
  return digits;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}
