// What all parts of the drawn form share.
import type { Filling, LeafFilling } from "./filling.ts";
import type { Words } from "./words.ts";

/** How a drawn part of the form is spoken to. */
export interface Drawn {
  /** Says what is wrong with it, or nothing. */
  show(problem: string | null): void;
  focus(): void;
  /** What takes the focus, where it is an input. */
  readonly target?: HTMLElement;
}

/** For whom the form is drawn. */
export interface Reader {
  readonly words: Words;
  readonly locale: string;
  /** An IANA name; the machine's own where the host says none. */
  readonly timeZone: string | undefined;
}

/** The drawn form around its parts. */
export interface Stage extends Reader {
  readonly recordSource: string | null;
  readonly drawn: Map<Filling, Drawn>;
  /** Somebody wrote into an input. */
  changed(leaf: LeafFilling): void;
  /** Somebody left an input. */
  left(leaf: LeafFilling): void;
  /** Says something to everybody, with a way back where there is one. */
  say(text: string, undo?: () => void): void;
}
