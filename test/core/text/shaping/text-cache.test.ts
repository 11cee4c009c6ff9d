import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextCache } from "../../../../src/core/text/index.ts";

describe("what is remembered for texts", () => {
  it("is nothing before it is set, and what was set last", () => {
    const cache = new TextCache<number>();
    expect(cache.get("円")).toBeNull();
    cache.set("円", 1);
    cache.set("円", 2);
    expect(cache.get("円")).toBe(2);
  });

  it("never belongs to another text, however many fall together or are forgotten", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 400 }), (texts) => {
        const cache = new TextCache<string>("first sight", 64);
        for (const text of texts) {
          const known = cache.get(text);
          if (known !== null) expect(known).toBe(`of ${text}`);
          cache.set(text, `of ${text}`);
          expect(cache.get(text)).toBe(`of ${text}`);
        }
      }),
    );
  });

  it("begins with the second time that a text comes, where most come once", () => {
    const cache = new TextCache<number>("second sight");
    cache.set("円", 1);
    expect(cache.get("円")).toBeNull();
    cache.set("円", 2);
    expect(cache.get("円")).toBe(2);
    const texts = Array.from({ length: 5_000 }, (_, index) => `六角ボルト M8×${index}`);
    for (const text of texts) cache.set(text, text.length);
    expect(texts.filter((text) => cache.get(text) !== null)).toEqual([]);
    expect(cache.get("円")).toBe(2);
  });

  it("keeps a few hundred texts of a document together", () => {
    const cache = new TextCache<number>();
    const texts = Array.from({ length: 400 }, (_, index) => `品名 ${index}`);
    for (const text of texts) cache.set(text, text.length);
    expect(texts.filter((text) => cache.get(text) !== null).length).toBeGreaterThan(360);
  });

  it("forgets what is old when texts are long", () => {
    const cache = new TextCache<number>();
    cache.set("first", 1);
    for (let index = 0; index < 400; index += 1) cache.set(`${"長".repeat(1_000)}${index}`, index);
    expect(cache.get("first")).toBeNull();
    expect(cache.get(`${"長".repeat(1_000)}399`)).toBe(399);
  });
});
