// Long work on the main thread in short slices: other requests are answered between two of them.

/** Work that says after each step that it could stop here for a while. A step takes far less than a slice. */
export type Sliced<Value> = Generator<void, Value, void>;

/** What one slice takes; all that waits for the main thread waits for one of them at most. */
const SLICE_MS = 8;

/** Small requests are read before anybody could notice. */
const FIRST_SLICE_MS = 2;

/** Works that wait for their next slice, in their order: between two slices of any of them the event loop turns. */
const waiting: (() => void)[] = [];
let isTurning = false;

/** Does work in slices, one of all works at a time. Rejects with what the work throws. */
export function inSlices<Value>(work: Sliced<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const goOn = (sliceMs: number): void => {
      try {
        const endMs = performance.now() + sliceMs;
        do {
          const step = work.next();
          if (step.done === true) return resolve(step.value);
        } while (performance.now() < endMs);
      } catch (thrown) {
        return reject(thrown);
      }
      waiting.push(() => goOn(SLICE_MS));
      turn();
    };
    goOn(FIRST_SLICE_MS);
  });
}

function turn(): void {
  if (isTurning) return;
  isTurning = true;
  setImmediate(() => {
    isTurning = false;
    waiting.shift()?.();
    if (waiting.length > 0) turn();
  });
}

/** Does the same work at once, for callers that are not on a busy thread or have little to do. */
export function atOnce<Value>(work: Sliced<Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
