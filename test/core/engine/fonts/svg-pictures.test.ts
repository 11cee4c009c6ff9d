import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSvgLibrary } from "../../../../src/core/engine/fonts/svg-thread.ts";
import {
  bundledFonts,
  createEngine,
  createEnginePool,
  DEFAULT_CREATED_AT,
  renderersAt,
} from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";
import { LOGOS, logo, logoForm } from "../../../support/logo-form.ts";
import { templatePages } from "../../../support/template-pages.ts";
import { admitAll, PDF_PLUGIN, pdfEngine, requestFor, templateOf } from "../sources.ts";

/** What of a page of logos is drawn how: the kinds of its items, logo by logo. */
async function kindsOf(name: string): Promise<string> {
  const data = Buffer.from(logo(name)).toString("base64");
  const pages = await templatePages(`rpt 1
field picture image example="data:image/svg+xml;base64,${data}"
page A4 portrait margin=10mm {
  body {
    image (picture) w=60mm h=36mm alt="図"
  }
}
`);
  const kinds = new Set(pages.pages[0]?.items.map(({ kind }) => kind));
  const [image] = pages.images;
  return image === undefined ? [...kinds].join(" ") : `${image.format} of ${image.widthPx} × ${image.heightPx}`;
}

describe("of an SVG, the page shows", () => {
  test.each([
    ["jp-text.svg", "fill"],
    ["circle-text.svg", "stroke fill"],
    ["clip-text.svg", "fill"],
    ["css.svg", "fill stroke"],
    ["fade.svg", "fill stroke"],
    ["gradient-stroke.svg", "stroke"],
    ["mm.svg", "stroke fill"],
    ["repeat.svg", "fill"],
    ["symbol.svg", "fill"],
    ["embedded.svg", "png of 709 × 425"],
    ["mask.svg", "png of 709 × 425"],
    ["opacity.svg", "png of 709 × 425"],
    ["pattern.svg", "png of 709 × 425"],
    ["shadow.svg", "png of 709 × 425"],
  ])("%s as %s", async (name, expected) => {
    expect(await kindsOf(name)).toBe(expected);
  });

  test("each of the logos is in this table", () => {
    expect(LOGOS).toHaveLength(14);
  });
});

test("what is printed as pixels is told with their density, and nothing of shapes and texts", () => {
  const { diagnostics } = pdfEngine().check({ source: logoForm(), data: null });
  const told = diagnostics.filter(({ code }) => code.startsWith("RPT401"));
  expect(told.map(({ code, severity, message }) => `${code} ${severity} ${message.replace(/ \(.*/u, "")}`)).toEqual(
    ["pictures in it", "mask", "opacity of parts that lie over one another", "patterns", "filter"].map(
      (why) => `RPT4017 info the SVG is printed as pixels, at 300 dpi: ${why}`,
    ),
  );
});

test("a picture of a thousand wide blurs is not drawn, and told with what to do", () => {
  const doubled = Array.from({ length: 10 }, (_, at) => {
    return `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`;
  }).join("");
  const wide = '<filter id="f" x="-10" y="-10" width="30" height="30"><feGaussianBlur stdDeviation="5000"/></filter>';
  const rect = '<rect id="a0" width="900" height="900" filter="url(#f)"/>';
  const svg = `<svg viewBox="0 0 1000 1000"><defs>${wide}${rect}${doubled}</defs><use href="#a10"/></svg>`;
  const source = `rpt 1
field picture image
page A4 portrait margin=10mm {
  body {
    image (picture) w=100mm h=100mm alt="図"
  }
}
`;
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const data = new TextEncoder().encode(JSON.stringify({ picture }));
  const startedMs = performance.now();
  const { diagnostics } = pdfEngine().check({ source, data });
  const told = diagnostics.filter(({ code }) => code === "RPT4009");
  expect(told.map(({ message, dataPath }) => [message, dataPath])).toEqual([
    [
      expect.stringMatching(/takes too long .* use fewer filters and layers and smaller filter regions, or save it as/),
      "picture",
    ],
  ]);
  // Drawing it would take minutes.
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});

test("letters that no font has are told, and the others are drawn in one that has them", async () => {
  const svg = '<svg viewBox="0 0 90 20"><text y="15" font-family="Yu Mincho">髙﨑한😀</text></svg>';
  const source = `rpt 1
field picture image example="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}"
page A5 portrait margin=10mm {
  body {
    image (picture) w=90mm h=20mm alt="名"
  }
}
`;
  const { diagnostics } = pdfEngine().check({ source, data: null });
  const [told] = diagnostics.filter(({ code }) => code === "RPT4016");
  expect(told?.message).toContain("letters that no font has (한😀)");
});

test("a form of logos has the same bytes in every engine and thread", { timeout: 120_000 }, async () => {
  const engines = [pdfEngine(), createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF_PLUGIN]) })];
  const [first] = engines;
  if (first === undefined) throw new Error("There are two engines.");
  const template = templateOf(first, logoForm());
  const request = requestFor(template, JSON.parse(template.example));
  const pool = createEnginePool({ plugins: [PDF_PLUGIN], threads: 2 });
  const answers = [
    await first.render(request, admitAll),
    await first.render(request, admitAll),
    await engines[1]?.render(request, admitAll),
    ...(await Promise.all([1, 2].map(() => pool.render(request, admitAll, { budgetMs: 60_000 })))),
  ];
  await pool.close();
  const hashes = answers.map((answer) => (answer?.kind === "rendered" ? answer.sha256 : answer?.kind));
  expect(new Set(hashes).size).toBe(1);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/u);
});

test("whatever numbers a picture holds, it is drawn or refused in a sentence", { timeout: 120_000 }, async () => {
  const engine = pdfEngine();
  const numbers = fc.oneof(
    fc.constantFrom("0", "-1", "1e9", "1e-9", "3e38", "1e300", "-1e6"),
    fc.integer().map(String),
  );
  const changed = fc
    .tuple(fc.constantFrom(...LOGOS), fc.array(fc.tuple(fc.nat(), numbers), { minLength: 1, maxLength: 3 }))
    .map(([name, edits]) =>
      edits.reduce((svg, [at, by]) => {
        const found = [...svg.matchAll(/(?<=["\s,(])\d+(?:\.\d+)?(?=["\s,)])/gu)];
        const number = found[at % Math.max(1, found.length)];
        if (number === undefined) return svg;
        return svg.slice(0, number.index) + by + svg.slice(number.index + number[0].length);
      }, logo(name)),
    );
  await fc.assert(
    fc.asyncProperty(changed, async (svg) => {
      const source = `rpt 1
field picture image example="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}"
page A5 portrait margin=10mm {
  body {
    image (picture) w=20mm h=12mm alt="図"
  }
}
`;
      const options = { createdAt: DEFAULT_CREATED_AT };
      const answer = await engine.preview({ source, data: null, renderer: "pdf", options });
      const { kind } = answer.kind === "preview" ? answer.rendering : answer;
      expect(["rendered", "refused"]).toContain(kind);
    }),
    { numRuns: inLane({ fast: 15, full: 100 }) },
  );
});

describe("the library of pictures", () => {
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" viewBox="0 0 30 20">`;
  const library = createSvgLibrary();

  test("answers the same after whatever it drew before, also after a picture that ended its thread", () => {
    const task = { svg: `${SVG}<circle cx="9" cy="9" r="5" fill="#c00"/></svg>`, faces: [] };
    const png = library.pixels(task);
    expect(library.simplified({ svg: "<svg", faces: [] })).toEqual({
      ok: false,
      reason: "is an SVG that can't be drawn: it is too large, or broken",
    });
    const again = createSvgLibrary().pixels(task);
    if (!png.ok || !again.ok) throw new Error("The circle is drawn.");
    const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(hash(again.value)).toBe(hash(png.value));
    expect(library.pixels({ ...task, svg: task.svg.replace("#c00", "#00c") })).toMatchObject({ ok: true });
  });

  test("refuses what needs more memory than it has", () => {
    const vast = SVG.replace('width="30" height="20"', 'width="20000" height="20000"');
    expect(library.pixels({ svg: `${vast}<path d="M0 0h9v9z"/></svg>`, faces: [] })).toMatchObject({ ok: false });
  });

  test("refuses what does not end in its time", () => {
    const hurried = createSvgLibrary({ pictureMs: 0, startMs: 0 });
    expect(hurried.simplified({ svg: `${SVG}</svg>`, faces: [] })).toEqual({
      ...{ ok: false, isPassing: true },
      reason: "is an SVG that takes too long to be drawn",
    });
  });

  test("loads no file and no address", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const start = readFileSync("package.json").subarray(0, 30).toString("base64");
    for (const href of ["package.json", pathToFileURL("package.json").href, `http://127.0.0.1:${port}/a.png`]) {
      const task = { svg: `${SVG}<image href="${href}" width="9" height="9"/></svg>`, faces: [] };
      const drawn = library.simplified(task);
      expect(drawn.ok ? drawn.value : "").not.toContain(start);
      library.pixels(task);
    }
    await new Promise((resolve) => server.close(resolve));
    expect(requests).toBe(0);
  });
});
