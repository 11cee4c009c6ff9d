// Gradients as shadings of a file (ISO 32000-1 §8.7.4.5): colours along an axis or between circles, and a soft mask
// where their opacities differ. Each is written once, in its own space; a page's matrix lays it where it is seen.
import { decimalText, divideRounded } from "./byte-arena.ts";
import type { PdfContainer } from "./container.ts";
import type { Shading } from "./drawn-pages.ts";
import { type PdfReference, RawSyntax } from "./file/syntax.ts";

type Stop = Shading["stops"][number];

/** Whether it takes a mask: one opacity for all is a graphics state of the page. */
export function hasOpacities({ stops }: Shading): boolean {
  return stops.some(({ color }) => color[3] !== stops[0]?.color[3]);
}

/** A mask is as large as anything may be that is painted with it, in radii or lengths of the gradient. */
const MASK_REACH = 10_000;

export class Shadings {
  readonly #container: PdfContainer;
  readonly #colors = new Map<string, PdfReference>();
  readonly #masks = new Map<string, PdfReference>();
  readonly #patterns = new Map<string, PdfReference>();

  constructor(container: PdfContainer) {
    this.#container = container;
  }

  colors({ kind, focusThousandths, stops }: Shading): PdfReference {
    const shading: Shading = { kind, focusThousandths, stops };
    const key = JSON.stringify({
      ...shading,
      stops: shading.stops.map(({ atThousandths, color }) => [atThousandths, ...color.slice(0, 3)]),
    });
    const known = this.#colors.get(key);
    if (known !== undefined) return known;
    const reference = this.#shading(shading, "DeviceRGB", ({ color }) => [color[0], color[1], color[2]]);
    this.#colors.set(key, reference);
    return reference;
  }

  /** What lines are drawn with: the shading where it is laid in the space of the stream that names it. */
  pattern(shading: Shading, laid: readonly number[]): PdfReference {
    const colors = this.colors(shading);
    const matrix = laid.map((value) => decimalText(value, 2)).join(" ");
    const key = `${colors.id} ${matrix}`;
    const known = this.#patterns.get(key);
    if (known !== undefined) return known;
    const reference = this.#container.object({
      Type: "Pattern",
      PatternType: 2,
      Shading: colors,
      Matrix: new RawSyntax(`[${matrix}]`),
    });
    this.#patterns.set(key, reference);
    return reference;
  }

  /** A graphics state whose soft mask lies in the space that is current where it is set. */
  mask(shading: Shading): PdfReference {
    const key = JSON.stringify({
      ...shading,
      stops: shading.stops.map(({ atThousandths, color }) => [atThousandths, color[3]]),
    });
    const known = this.#masks.get(key);
    if (known !== undefined) return known;
    const opacities = this.#shading(shading, "DeviceGray", ({ color }) => [color[3]]);
    const group = this.#container.object(
      {
        Type: "XObject",
        Subtype: "Form",
        BBox: [-MASK_REACH, -MASK_REACH, MASK_REACH, MASK_REACH],
        Group: { Type: "Group", S: "Transparency", CS: "DeviceGray" },
        Resources: { Shading: { G1: opacities } },
      },
      new TextEncoder().encode("/G1 sh\n"),
    );
    const reference = this.#container.object({ Type: "ExtGState", SMask: { Type: "Mask", S: "Luminosity", G: group } });
    this.#masks.set(key, reference);
    return reference;
  }

  #shading(
    shading: Shading,
    space: "DeviceRGB" | "DeviceGray",
    channels: (stop: Stop) => readonly number[],
  ): PdfReference {
    const [x, y] = shading.focusThousandths;
    const isLinear = shading.kind === "linear";
    return this.#container.object({
      ShadingType: isLinear ? 2 : 3,
      ColorSpace: space,
      Coords: new RawSyntax(isLinear ? "[0 0 1 0]" : `[${decimalText(x, 3)} ${decimalText(y, 3)} 0 0 0 1]`),
      Function: new RawSyntax(stitched(shading.stops, channels)),
      Extend: new RawSyntax("[true true]"),
    });
  }
}

/** From each stop to the next one; stops at one place make a step, which has no function of its own. */
function stitched(stops: readonly Stop[], channels: (stop: Stop) => readonly number[]): string {
  const pieces: string[] = [];
  const bounds: string[] = [];
  stops.forEach((stop, index) => {
    const next = stops[index + 1];
    if (next === undefined || next.atThousandths === stop.atThousandths) return;
    if (pieces.length > 0) bounds.push(decimalText(stop.atThousandths, 3));
    pieces.push(`<</FunctionType 2/Domain[0 1]/C0[${levels(channels(stop))}]/C1[${levels(channels(next))}]/N 1>>`);
  });
  if (pieces.length === 1) return pieces.join("");
  const encode = pieces.map(() => "0 1").join(" ");
  return `<</FunctionType 3/Domain[0 1]/Functions[${pieces.join("")}]/Bounds[${bounds.join(" ")}]/Encode[${encode}]>>`;
}

function levels(channels: readonly number[]): string {
  return channels.map((channel) => decimalText(divideRounded(channel * 1000, 255), 3)).join(" ");
}
