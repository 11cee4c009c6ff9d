// Boxes to tick: which words of a form's `check` elements stand beside a box without a mark.
import type { Form, FormPage, FormRun, FormShape } from "./form.ts";
import { isSeen } from "./presence.ts";

/** Of frozen forms, which stay as they are: rules ask for one form often. */
const known = new WeakMap<Form, ReadonlySet<FormRun>>();

/**
 * Returns a test of the form's runs: whether a reader takes the words of a run as said. These are seen, and stand
 * beside no box without a mark.
 */
export function saidIn(form: Form): (run: FormRun) => boolean {
  const unticked = known.get(form) ?? untickedRuns(form);
  if (Object.isFrozen(form)) known.set(form, unticked);
  return (run) => isSeen(run) && !unticked.has(run);
}

/**
 * The runs that say nothing, since their box is not ticked. None where no box of the form is: then it is a blank to be
 * filled in by hand, and offers all of its words.
 */
function untickedRuns(form: Form): ReadonlySet<FormRun> {
  const unticked = new Set<FormRun>();
  let isFilledIn = false;
  for (const page of form.pages) {
    for (const run of page.runs) {
      if (run.element === null || form.elements[run.element]?.keyword !== "check") continue;
      const box = boxOf(page, run);
      if (box === null) continue;
      if (isTicked(page, box)) isFilledIn = true;
      else unticked.add(run);
    }
  }
  return isFilledIn ? unticked : new Set();
}

/** The frame of the box that a run stands behind: the nearest at its left, on its line or above. */
function boxOf({ shapes }: FormPage, { element, bounds }: FormRun): FormShape | null {
  const before = shapes.filter(
    (shape) =>
      shape.element === element &&
      shape.kind === "stroke" &&
      shape.bounds.leftEmu < bounds.leftEmu &&
      shape.bounds.topEmu < bounds.bottomEmu,
  );
  // Of one line, the box with its mark lies furthest right; the frame holds the mark.
  const [nearest] = before.toSorted(
    (one, other) =>
      other.bounds.topEmu - one.bounds.topEmu ||
      other.bounds.rightEmu - one.bounds.rightEmu ||
      areaOf(other) - areaOf(one),
  );
  if (nearest === undefined) return null;
  const frames = before.filter((shape) => holds(shape, nearest));
  return frames.toSorted((one, other) => areaOf(other) - areaOf(one))[0] ?? nearest;
}

/** Whether anything is drawn within a frame. */
function isTicked({ shapes }: FormPage, frame: FormShape): boolean {
  return shapes.some((shape) => shape !== frame && shape.element === frame.element && holds(frame, shape));
}

function holds({ bounds: outer }: FormShape, { bounds: inner }: FormShape): boolean {
  return (
    outer.leftEmu <= inner.leftEmu &&
    outer.topEmu <= inner.topEmu &&
    outer.rightEmu >= inner.rightEmu &&
    outer.bottomEmu >= inner.bottomEmu
  );
}

function areaOf({ bounds: { leftEmu, topEmu, rightEmu, bottomEmu } }: FormShape): number {
  return (rightEmu - leftEmu) * (bottomEmu - topEmu);
}
