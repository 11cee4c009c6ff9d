import { setTimeout as sleep } from "node:timers/promises";
import { DamagedBytes, StoreUnavailable, sha256Of } from "./pdf-store.ts";

/** How often something is tried, and how long the pauses between are. */
export interface Tries {
  /** One more try than pauses. Each pause is stretched by chance up to once more. */
  readonly pausesMs: readonly number[];
  /** Past this time after the first try nothing is tried again: somebody waits. */
  readonly untilMs: number;
}

/** A reading is cheap, and a fault of the way passes soon. */
export const READING: Tries = { pausesMs: [100, 400], untilMs: 5_000 };

/** Storage that asks for slowness gets some, as long as whoever waits for the file has time. */
export const WRITING: Tries = { pausesMs: [200, 500, 1_000, 2_000], untilMs: 8_000 };

/** Does `work` until it succeeds, or `mayPass` says no, or the tries are used up: then the last error is thrown. */
export async function tried<Value>(
  work: () => Promise<Value>,
  tries: Tries,
  mayPass: (error: unknown) => boolean = () => true,
): Promise<Value> {
  const startedMs = performance.now();
  for (let failed = 0; ; failed += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = tries.pausesMs[failed];
      const isLate = performance.now() - startedMs > tries.untilMs;
      if (pauseMs === undefined || isLate || !mayPass(error)) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}

/**
 * The bytes, once they are those of the hash; null where `read` finds none. Bytes that come back changed are read
 * again, since the way may have changed them; so are readings that fail.
 */
export async function readSound(
  read: () => Promise<Uint8Array | null>,
  sha256: string,
  tries: Tries = READING,
): Promise<Uint8Array | null> {
  const readOnce = async (): Promise<Uint8Array | null> => {
    const bytes = await read();
    if (bytes !== null && (await sha256Of(bytes)) !== sha256)
      throw new DamagedBytes("the bytes are not those that were stored");
    return bytes;
  };
  return tried(readOnce, tries, (error) => error instanceof StoreUnavailable);
}

/** How long lies between two looks for something that seems to be gone. */
const LOOKS_PAUSE_MS = 200;

/** Whether both of two looks, some time apart, find nothing; what is found once is not gone. */
export async function isGone(exists: () => Promise<boolean>, expectWhole: () => Promise<void>): Promise<boolean> {
  if (await exists()) return false;
  await expectWhole();
  await sleep(LOOKS_PAUSE_MS);
  return !(await exists());
}
