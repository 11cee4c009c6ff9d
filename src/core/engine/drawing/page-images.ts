// Records → pages as a screen shows them, pre-printed stock included → one image after another.
import { arrange, hasErrors } from "../../diagnostics/index.ts";
import { judgeGeometry } from "../../gate/index.ts";
import { type FoundInRecords, layOut, type PageDocument } from "../../layout/index.ts";
import type { PageRenderer } from "../../sdk/index.ts";
import { nearMembers, untriedAtRender, withoutAllowed } from "../checking/index.ts";
import type { DrawnParts } from "../judging/index.ts";
import {
  drawnRecords,
  isCollated,
  type PageImage,
  type PageImagesDrawing,
  type PageImagesRequest,
  type RecordPlan,
  recordOfPage,
  recordPlaces,
} from "../messages/index.ts";
import type { RendererSource } from "../plugins/index.ts";
import { beginWhole } from "./judged-records.ts";
import type { FileProfiles } from "./render-profiles.ts";
import type { Loaded } from "./templates.ts";

/** The page renderer of this id, ready to draw. A caller that asks for one that is not registered is wrong. */
export async function pageRendererOf(renderers: RendererSource, id: string): Promise<PageRenderer> {
  const renderer = (await renderers()).find((candidate) => candidate.id === id);
  if (renderer === undefined || !("renderPage" in renderer)) throw new Error(`no page renderer '${id}' is registered`);
  await renderer.prepare?.();
  return renderer;
}

/** What is asked of the drawing: its pages, and who judges them as a file would be judged; null for nobody. */
interface ImagesAsked extends Pick<PageImagesRequest, "page" | "dpi" | "sidePxMax" | "pagesMax"> {
  readonly profiles: FileProfiles | null;
}

/** Lays the records out once; the images are drawn as they are asked for. */
export function drawPageImages(
  loaded: Loaded,
  plan: RecordPlan,
  { page, profiles, ...asked }: ImagesAsked,
  renderer: PageRenderer,
  { fonts, codes }: DrawnParts,
): PageImagesDrawing {
  const { canvas, program } = loaded;
  const foundByRecord: FoundInRecords[] = [];
  const name = canvas.document.name ?? canvas.document.id;
  const records = drawnRecords(canvas, program, plan, name);
  const layout = records.flatMap((record) => record.layout);
  const { value: pages, diagnostics } = layOut(canvas, layout, fonts.set, {
    codes,
    screen: true,
    // What is read aloud follows it.
    structure: true,
    ...(isCollated(canvas, plan) ? { title: name } : {}),
    ...(profiles === null || plan.count === 1 ? {} : { foundByRecord }),
  });
  const computed = records.flatMap((record) => record.computed());
  if (hasErrors(computed)) return { kind: "refused", diagnostics: arrange(computed) };
  const wanted = [...pages.pages.keys()].filter((index) => page === null || page === index + 1);
  const drawn = wanted.slice(0, asked.pagesMax ?? wanted.length);
  const tooFine = drawn.find((index) => finestDpi(pages, index, renderer) < dpiOf(pages, index, asked));
  if (tooFine !== undefined) {
    return { kind: "too-fine", page: tooFine + 1, dpiMax: finestDpi(pages, tooFine, renderer) };
  }
  const images = imagesOf(pages, drawn, renderer, asked);
  const recordOf = recordOfPage(pages.records, recordPlaces(canvas, plan));
  const drawnFound = [...diagnostics, ...judgeGeometry(canvas, pages, recordOf)];
  const judged = beginWhole(
    { profiles, loaded, fonts, codes, screen: true },
    { canvas, records, pages, found: [...computed, ...drawnFound], foundByRecord },
  );
  const told = [
    ...computed,
    ...drawnFound.map(untriedAtRender),
    ...nearMembers(canvas, plan.nearMisses),
    ...(profiles?.named ?? []),
    ...judged(),
  ];
  return {
    kind: "drawn",
    pages: pages.pages.length,
    images,
    diagnostics: arrange(withoutAllowed(told, canvas.allowances)),
  };
}

function* imagesOf(
  document: PageDocument,
  wanted: readonly number[],
  renderer: PageRenderer,
  asked: Pick<PageImagesRequest, "dpi" | "sidePxMax">,
): Generator<PageImage> {
  for (const index of wanted) {
    const dpi = dpiOf(document, index, asked);
    yield { page: index + 1, bytes: renderer.renderPage(document, index, { dpi }) };
  }
}

const EMU_PER_INCH = 914_400;

/** The pixels for an inch of a page: as many as are asked for, or as its longer side may have. */
function dpiOf(
  document: PageDocument,
  index: number,
  { dpi, sidePxMax }: Pick<PageImagesRequest, "dpi" | "sidePxMax">,
): number {
  const page = document.pages[index];
  if (sidePxMax === undefined || page === undefined) return dpi;
  const inches = Math.max(page.widthEmu, page.heightEmu) / EMU_PER_INCH;
  return Math.max(1, Math.min(dpi, Math.floor(sidePxMax / inches)));
}

/** The greatest whole number of pixels for an inch at which the page is within what its renderer draws. */
function finestDpi(document: PageDocument, index: number, { pixelsMax }: PageRenderer): number {
  const page = document.pages[index];
  if (pixelsMax === undefined || page === undefined) return Infinity;
  const squareInches = (page.widthEmu / EMU_PER_INCH) * (page.heightEmu / EMU_PER_INCH);
  return Math.floor(Math.sqrt(pixelsMax / squareInches));
}
