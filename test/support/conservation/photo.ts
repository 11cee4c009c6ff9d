import { pngFile } from "../../plugins/renderers/pdf/images/picture-files.ts";

/** As fine as a photograph on paper has to be, and small as a file. */
const SIDE_PX = 480;

/** A picture as a payload brings it. */
export const PHOTO: string = Buffer.from(
  pngFile({
    ...{ width: SIDE_PX, height: SIDE_PX, bitDepth: 8, colorType: 2 },
    pixel: (x, y) => [x < SIDE_PX / 2 ? 200 : 40, y < SIDE_PX / 2 ? 180 : 60, 120],
  }),
).toString("base64");
