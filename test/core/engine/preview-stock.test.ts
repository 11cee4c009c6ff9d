import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_CREATED_AT, type RenderAnswer } from "../../../src/core/engine/index.ts";
import { runCommand } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { admitAll, bytesOf, pdfEngine, requestFor, templateOf } from "./sources.ts";

const engine = pdfEngine();
const options = { createdAt: DEFAULT_CREATED_AT };

/** A form on paper that is printed already. */
const STOCK = `rpt 1
document stock
field name string(20) example="山本"
page A5 portrait margin=10mm {
  background print=false {
    text "複写用紙" x=10mm y=10mm w=40mm h=6mm
  }
  body {
    text (name)
  }
}
`;

async function textOf(answer: RenderAnswer): Promise<string> {
  if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
  await using folder = await temporaryFolder("stock");
  const file = join(folder.path, "stock.pdf");
  await writeFile(file, answer.bytes);
  return (await runCommand("pdftotext", [file, "-"])).stdout;
}

describe("pre-printed stock", () => {
  const data = { name: "山本" };

  test("is shown by a preview, as by an image of the page", async () => {
    const answer = await engine.preview({ source: STOCK, data: bytesOf(data), renderer: "pdf", options });
    if (answer.kind !== "preview") throw new Error("The source does not compile.");
    expect(await textOf(answer.rendering)).toContain("複写用紙");
  });

  test("is shown on every record of a preview of a list", async () => {
    const list = bytesOf(Array.from({ length: 30 }, (_, at) => ({ name: `山本${at}` })));
    const answer = await engine.preview({ source: STOCK, data: list, isList: true, renderer: "pdf", options });
    if (answer.kind !== "preview") throw new Error("The source does not compile.");
    expect((await textOf(answer.rendering)).match(/複写用紙/gu)).toHaveLength(30);
  });

  test("is not printed", async () => {
    const request = requestFor(templateOf(engine, STOCK), data);
    expect(await textOf(await engine.render(request, admitAll))).not.toContain("複写用紙");
  });
});
