// A store in memory behind the product's port, whose calls wait for the scheduler.
import { type PdfStore, StoreUnavailable } from "../../src/core/store/index.ts";
import { readSound } from "../../src/core/store/tries.ts";
import { sha256Of } from "./sha256.ts";
import type { Call, Process, World } from "./world.ts";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly storedAtMs: number;
}

/** What is stored, and what vanished, as whoever looks at the end of a run sees it. */
export class Files {
  readonly kept = new Map<string, StoredFile>();
  /** Files that vanished and were not stored again, each with the step of the run in which it vanished last. */
  readonly gone = new Map<string, number>();
  /** All files that ever vanished, each with the step in which it vanished first. */
  readonly everGone = new Map<string, number>();

  put(id: string, file: StoredFile): void {
    this.kept.set(id, file);
    this.gone.delete(id);
  }

  /** Takes a file away as nobody's doing; false where there is none. */
  vanish(id: string, step: number): boolean {
    if (!this.kept.delete(id)) return false;
    this.gone.set(id, step);
    if (!this.everGone.has(id)) this.everGone.set(id, step);
    return true;
  }
}

const lost = (): Error => new StoreUnavailable("the connection broke");
const refused = (): Error => new StoreUnavailable("the storage is full");

/** The product's readings pause in real time; here a reading is tried once, and the client repeats the request. */
const ONCE = { pausesMs: [], untilMs: 0 } as const;

/** The store past the scheduler, for whoever tidies up at the end of a run. */
export function calmStore(files: Files, now: () => number): PdfStore {
  return {
    async put(id, pdf) {
      files.put(id, { bytes: Uint8Array.from(pdf), storedAtMs: now() });
      return { bytes: pdf.length, sha256: sha256Of(pdf) };
    },
    async get(id, sha256) {
      const pdf = await readSound(async () => files.kept.get(id)?.bytes ?? null, sha256, ONCE);
      return pdf === null ? { kind: "missing" } : { kind: "found", pdf };
    },
    async delete(id) {
      files.kept.delete(id);
    },
    async *list() {
      for (const [id, { storedAtMs }] of [...files.kept]) yield { id, storedAt: new Date(storedAtMs) };
    },
    ping: async () => true,
  };
}

/** The store as a process sees it. A missing file is read once: the product's two looks would find the same here. */
export function storeSeenBy(world: World, process: Process, files: Files): PdfStore {
  const calm = calmStore(files, () => world.nowMs);
  const vanish = (id: string): boolean => files.vanish(id, world.steps);
  const call = <Value>(given: Pick<Call<Value>, "name" | "perform" | "damage" | "vanishing">): Promise<Value> =>
    world.call(process, { ...given, port: "store", lost, refused });
  const read = (id: string): Promise<Uint8Array | null> =>
    call({
      name: "store.get",
      perform: async () => files.kept.get(id)?.bytes ?? null,
      damage: withOneBitChanged,
      vanishing: async () => ({ hasVanished: vanish(id), value: null }),
    });
  return {
    ...calm,
    put(id, pdf) {
      const perform = () => calm.put(id, pdf);
      const vanishing = async () => ({ value: await perform(), hasVanished: vanish(id) });
      return call({ name: "store.put", perform, vanishing });
    },
    async get(id, sha256) {
      const pdf = await readSound(() => read(id), sha256, ONCE);
      return pdf === null ? { kind: "missing" } : { kind: "found", pdf };
    },
    delete: (id) => call({ name: "store.delete", perform: () => calm.delete(id) }),
    async *list() {
      const perform = async () => [...files.kept];
      // Of the files that a list names the oldest one vanishes as soon as it is listed.
      const vanishing = async () => {
        const value = await perform();
        return { value, hasVanished: value[0] !== undefined && vanish(value[0][0]) };
      };
      for (const [id, { storedAtMs }] of await call({ name: "store.list", perform, vanishing })) {
        yield { id, storedAt: new Date(storedAtMs) };
      }
    },
  };
}

function withOneBitChanged(bytes: Uint8Array | null): Uint8Array | null {
  if (bytes === null) return null;
  const changed = Uint8Array.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  return changed;
}
