/** What a value of an `image` field is not, where it is none: a picture's text, or one of a size that is taken. */
export type ImageTextProblem = "format" | "maxLength";

/** The largest picture in data, in bytes. */
const IMAGE_BYTES_MAX = 4 * 1024 * 1024;

const IMAGE_DATA_URI = /^data:image\/(?:png|jpeg|svg\+xml);base64,/;
const IMAGE_ASSET = /^asset:[A-Za-z0-9._/-]{1,200}$/;
const BASE64 = /^[A-Za-z0-9+/]+(?<padding>={0,2})$/;

/** How pictures are written in data and in examples. */
export const IMAGE_TEXT = "a PNG, JPEG or SVG in base64, a data URI of one, or asset:name";

/** What is wrong with the text of a picture; its bytes are judged where it is drawn. */
export function imageTextProblem(text: string): ImageTextProblem | null {
  if (text === "") return "format";
  if (IMAGE_ASSET.test(text)) return null;
  const body = text.replace(IMAGE_DATA_URI, "");
  if (body.length > Math.ceil(IMAGE_BYTES_MAX / 3) * 4) return "maxLength";
  return isBase64(body) ? null : "format";
}

/** Base64 with its padding, or without (RFC 4648, sections 3.2 and 4). */
function isBase64(text: string): boolean {
  const padding = BASE64.exec(text)?.groups?.["padding"];
  if (padding === undefined) return false;
  return padding === "" ? text.length % 4 !== 1 : text.length % 4 === 0;
}
