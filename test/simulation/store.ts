// A store in memory behind the product's port, whose calls wait for the scheduler.
import { type PdfStore, StoreUnavailable } from "../../src/core/store/index.ts";
import { readSound } from "../../src/core/store/tries.ts";
import { sha256Of } from "./sha256.ts";
import type { Call, Process, World } from "./world.ts";

/** What is stored, as whoever looks at the end of a run sees it. */
export type Files = Map<string, { readonly bytes: Uint8Array; readonly storedAtMs: number }>;

const lost = (): Error => new StoreUnavailable("the connection broke");
const refused = (): Error => new StoreUnavailable("the storage is full");

/** The product's readings pause in real time; here a reading is tried once, and the client repeats the request. */
const ONCE = { pausesMs: [], untilMs: 0 } as const;

/** The store past the scheduler, for whoever tidies up at the end of a run. */
export function calmStore(files: Files, now: () => number): PdfStore {
  return {
    async put(id, pdf) {
      files.set(id, { bytes: Uint8Array.from(pdf), storedAtMs: now() });
      return { bytes: pdf.length, sha256: sha256Of(pdf) };
    },
    async get(id, sha256) {
      const pdf = await readSound(async () => files.get(id)?.bytes ?? null, sha256, ONCE);
      return pdf === null ? { kind: "missing" } : { kind: "found", pdf };
    },
    async delete(id) {
      files.delete(id);
    },
    async *list() {
      for (const [id, { storedAtMs }] of [...files]) yield { id, storedAt: new Date(storedAtMs) };
    },
    ping: async () => true,
  };
}

/** The store as a process sees it. */
export function storeSeenBy(world: World, process: Process, files: Files): PdfStore {
  const calm = calmStore(files, () => world.nowMs);
  const call = <Value>(name: string, perform: () => Promise<Value>, damage?: (value: Value) => Value) => {
    const given: Call<Value> = { port: "store", name, perform, lost, refused };
    return world.call(process, damage === undefined ? given : { ...given, damage });
  };
  const read = (id: string) => call("store.get", async () => files.get(id)?.bytes ?? null, withOneBitChanged);
  return {
    ...calm,
    put: (id, pdf) => call("store.put", () => calm.put(id, pdf)),
    async get(id, sha256) {
      const pdf = await readSound(() => read(id), sha256, ONCE);
      return pdf === null ? { kind: "missing" } : { kind: "found", pdf };
    },
    delete: (id) => call("store.delete", () => calm.delete(id)),
    async *list() {
      const listed = await call("store.list", async () => [...files]);
      for (const [id, { storedAtMs }] of listed) yield { id, storedAt: new Date(storedAtMs) };
    },
  };
}

function withOneBitChanged(bytes: Uint8Array | null): Uint8Array | null {
  if (bytes === null) return null;
  const changed = Uint8Array.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  return changed;
}
