// Pictures and bar codes of a tagged form: content needs alt (RPT5009), bands are artifacts and have no use for it
// (RPT1023). One of the two forms of each is clean.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

const ELEMENTS = {
  image: (more: string) => `image (logo) x=20mm y=2mm w=20mm h=9mm ${more}`,
  barcode: (more: string) => `barcode qr "https://example.jp" x=20mm y=0mm w=12mm h=12mm ${more}`,
} as const;

const sourceOf = (band: string, element: string): string => `rpt 1
document d title="証" ua=1
field logo image
page A5 margin=12mm {
  ${band === "body" ? "" : `${band} ${band === "background" ? "" : "h=14mm"} {\n    ${element}\n  }`}
  body {
    text "証明書" heading=1
    ${band === "body" ? `plate h=14mm {\n      ${element}\n    }` : ""}
  }
}
`;

const ASKED = ["RPT5009", "RPT1023"];

function found(band: string, element: string): readonly string[] {
  const codes = compileSource(sourceOf(band, element)).diagnostics.map(({ code }) => code);
  return codes.filter((code) => ASKED.includes(code));
}

describe.each(Object.entries(ELEMENTS))("%s", (_name, element) => {
  test.each(["header", "footer", "background"])("of a %s", (band) => {
    expect(found(band, element(""))).toEqual([]);
    expect(found(band, element('alt="紋"'))).toEqual(["RPT1023"]);
  });

  test("of the body", () => {
    expect(found("body", element(""))).toEqual(["RPT5009"]);
    expect(found("body", element('alt="紋"'))).toEqual([]);
  });
});
