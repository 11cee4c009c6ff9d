// A box that is to grow in a band or a plate: how much these have to grow with it.
import type { Box, Canvas, CanvasElement, Emu } from "../../canvas/index.ts";
import { type Diagnostic, millimetresEnough } from "../../diagnostics/index.ts";

/** A container of one height, whose children lie where they say. */
interface Container {
  readonly name: "header" | "footer" | "background" | "plate";
  /** Null where its height is not its own: a background is as high as the page. */
  readonly roomEmu: Emu | null;
}

const EMU_PER_MILLIMETRE = 36_000;
const GROWN = /enlarge h by ([\d.]+)mm/u;

/**
 * The words of a repair that enlarges `h` of an element, with what its band or plate lacks for that: `enlarge h by 5mm,
 * and h of the plate around it by 2mm`. Other words stay as they are.
 */
export function withContainer({ pages }: Canvas, { span, repair }: Diagnostic): string {
  const title = repair?.title ?? "";
  const grownBy = GROWN.exec(title)?.[1];
  if (grownBy === undefined) return title;
  const bands = pages.flatMap(({ bands }) => bands);
  const held = [
    ...bands.map(({ kind, heightEmu, children }) => {
      return find(children, span.start, { name: kind, roomEmu: kind === "background" ? null : heightEmu });
    }),
    ...pages.map(({ body }) => find(body.children, span.start, null)),
  ].find((each) => each !== null);
  if (held == null || held.container.roomEmu === null) return title;
  const { box } = held.element as { readonly box?: Box };
  if (box === undefined) return title;
  const endEmu = (box.yEmu ?? 0) + (box.heightEmu ?? 0) + Math.round(Number(grownBy) * EMU_PER_MILLIMETRE);
  const lackEmu = endEmu - held.container.roomEmu;
  if (lackEmu <= 0) return title;
  const more = `and h of the ${held.container.name} around it by ${millimetresEnough(lackEmu)}`;
  return title.replace(GROWN, (words) => `${words}, ${more}`);
}

interface Held {
  readonly element: CanvasElement;
  readonly container: Container;
}

/** The element that starts there, where a container holds it itself. */
function find(children: readonly CanvasElement[], start: number, container: Container | null): Held | null {
  for (const element of children) {
    if (element.span[0] === start) return container === null ? null : { element, container };
    if (!("children" in element)) continue;
    const found = find(element.children as readonly CanvasElement[], start, containerOf(element));
    if (found !== null) return found;
  }
  return null;
}

function containerOf(element: CanvasElement): Container | null {
  if (element.kind !== "plate") return null;
  const { heightEmu, padding } = element.box;
  return { name: "plate", roomEmu: heightEmu === null ? null : heightEmu - padding[0] - padding[2] };
}
