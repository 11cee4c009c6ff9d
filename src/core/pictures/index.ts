// Pictures: bytes of SVG, PNG and JPEG → pixels with their size, or shapes; and what they show or hide.

export type { ImageResource } from "./image-resource.ts";
export {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  type ImageReading,
  opaqueParts,
  readImage,
  readImageText,
  shadesOf,
  showsNothing,
} from "./images.ts";
export { type PictureShades, SHADE_BYTES } from "./picture-shades.ts";
export { OPAQUE_ALPHA_MIN, type OpaqueParts, SEEN_ALPHA_MIN } from "./png-opacity.ts";
export type { VectorClip } from "./svg-clip.ts";
export { cutLetters } from "./svg-cut-letters.ts";
export type { VectorDrawing, VectorShape, VectorStroke } from "./svg-drawing.ts";
export type { GradientStop, VectorGradient } from "./svg-gradient.ts";
export type { PictureFonts, SvgAnswer, SvgLibrary, SvgTask } from "./svg-library.ts";
export { completedSvg, type PictureParts, pixelPicture } from "./svg-pictures.ts";
export { type Bounds, boundsOf, intersection, type Segment, tightBoundsOf } from "./svg-shapes.ts";
