// The parts that every kind of input has.
import type { LeafFilling } from "./filling.ts";
import type { Stage } from "./stage.ts";

/** What an input shows and tells; the frame around it has its label, hints and problems. */
export interface Input {
  readonly element: HTMLElement;
  /** What a label points to and what takes the focus. */
  readonly target: HTMLElement;
  /** Inputs of several parts are named as a group and not by a label. */
  readonly isGroup?: boolean;
}

/** How an input is bound: what it is called, and whom it tells of changes. */
export interface Binding {
  readonly id: string;
  readonly leaf: LeafFilling;
  readonly stage: Stage;
  readonly describedBy: string;
  readonly set: (text: string) => void;
}
