import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bundledFonts,
  type CompiledTemplate,
  createEngine,
  createEnginePool,
  type EnginePool,
  type RenderAnswer,
  renderersAt,
} from "../../../src/core/engine/index.ts";
import { LARGE_BYTES } from "./keeping-plugin.ts";
import { admitAll, pdfEngine, RATIO, requestFor, templateOf } from "./sources.ts";

const KEEPING = new URL("./keeping-plugin.ts", import.meta.url).href;
const PATIENCE = { budgetMs: 60_000 };

describe("a renderer that looks at its file again", () => {
  let pool: EnginePool;
  let template: CompiledTemplate;
  beforeAll(() => {
    pool = createEnginePool({ plugins: [KEEPING], threads: 1 });
    template = templateOf(pdfEngine(), RATIO);
  });
  afterAll(() => pool.close());

  const render = (renderer: string): Promise<RenderAnswer> => {
    const request = requestFor(template, { items: [{ part: 1, whole: 2 }] }, renderer);
    return pool.render(request, admitAll, PATIENCE);
  };

  test.each([
    ["keeps-file", LARGE_BYTES],
    ["keeps-part", LARGE_BYTES - 1],
    ["keeps-buffer", 42],
    ["keeps-shared", 4],
  ])("answers it as often as it likes: %s", async (renderer, length) => {
    const first = await render(renderer);
    expect(first).toMatchObject({ kind: "rendered", bytes: { length } });
    for (const _round of [1, 2]) expect(await render(renderer)).toEqual(first);
  });

  test("may fill its memory anew, and leaves the files before as they are", async () => {
    const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([KEEPING]) });
    const request = requestFor(template, { items: [{ part: 1, whole: 2 }] }, "fills-again");
    const first = await engine.render(request, admitAll);
    const before = structuredClone(first);
    expect(before).toMatchObject({ kind: "rendered", bytes: { length: LARGE_BYTES } });
    await engine.render(request, admitAll);
    expect(first).toEqual(before);
  });

  test("fails where it said that it would not, and never answers an empty file", async () => {
    expect(await render("gives-twice")).toMatchObject({ kind: "rendered", bytes: { length: LARGE_BYTES } });
    await expect(render("gives-twice")).rejects.toThrow(
      "the renderer gives-twice answered memory that it gave away before; leave out its givesMemory",
    );
  });
});
