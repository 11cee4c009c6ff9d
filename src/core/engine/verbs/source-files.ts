import type { Canvas } from "../../canvas/index.ts";

/** The files that a published source names, as its publishing froze them: by the names that its `asset` lines give. */
export function filesOfCanvas({ assets = {} }: Pick<Canvas, "assets">): Readonly<Record<string, Uint8Array>> {
  return Object.fromEntries(
    Object.values(assets).flatMap(({ file, data }) => (data === null ? [] : [[file, Buffer.from(data, "base64")]])),
  );
}
