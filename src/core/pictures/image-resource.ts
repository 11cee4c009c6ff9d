// A picture of pixels, as renderers embed it.

export interface ImageResource {
  readonly format: "png" | "jpeg";
  readonly bytes: Uint8Array;
  /** As it is looked at: an EXIF orientation that lays the picture on its side has changed them already. */
  readonly widthPx: number;
  readonly heightPx: number;
}
