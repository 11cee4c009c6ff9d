import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("logos/", import.meta.url);

/** Drawings as companies have them: texts, seals, shadows, fades; by their names. */
export const LOGOS = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".svg"))
  .sort();

export function logo(name: string): string {
  return readFileSync(new URL(name, FOLDER), "utf8");
}

const COLUMNS = 4;

/** A page with every logo; `promises` are those of its document, such as `pdf=a-2u`. */
export function logoForm(promises = ""): string {
  const fields = LOGOS.map((name, at) => {
    const data = Buffer.from(logo(name)).toString("base64");
    return `field logos.n${at} image example="data:image/svg+xml;base64,${data}"`;
  });
  const images = LOGOS.map((name, at) => {
    const place = `x=${(at % COLUMNS) * 42}mm y=${Math.floor(at / COLUMNS) * 28}mm w=40mm h=24mm`;
    return `      image (logos.n${at}) ${place} fit=contain alt="${name}"`;
  });
  return `rpt 1

document logos title="ロゴ" lang=ja ${promises}
${fields.join("\n")}

page 186mm 132mm margin=10mm {
  body {
    plate h=112mm {
${images.join("\n")}
    }
  }
}
`;
}
