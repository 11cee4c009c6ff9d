// Whether the thread of the embedded database goes on. A disk that hangs holds it within one call of the system, and
// nothing in this process can end that call.

/** How often the thread is asked, and how many such beats it may let pass without a word. */
const BEAT_MS = 1_000;
const SILENT_BEATS_MAX = 15;

/** What is answered while the thread is silent: the code is that of a connection that broke. */
export class EngineSilent extends Error {
  readonly code = "08006";

  constructor() {
    super(`the embedded database has not answered for ${(SILENT_BEATS_MAX * BEAT_MS) / 1000} seconds`);
  }
}

/** What a pulse asks, and tells. */
export interface PulseParts {
  /** Asks the thread for a word. */
  readonly ask: () => void;
  /** Is called once each time that the thread falls silent. */
  readonly onSilence: () => void;
}

/**
 * Asks the thread for a word each second. Beats are counted instead of time, so that a process that was stopped for a
 * minute gives its thread as long as any other.
 */
export class EnginePulse {
  readonly #parts: PulseParts;
  #timer: NodeJS.Timeout | null = null;
  #beatsSinceWord = 0;
  #isSilent = false;

  constructor(parts: PulseParts) {
    this.#parts = parts;
  }

  begin(): void {
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** The thread said something. */
  heard(): void {
    this.#beatsSinceWord = 0;
    this.#isSilent = false;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  #beat(): void {
    this.#beatsSinceWord += 1;
    if (this.#beatsSinceWord === 1) this.#parts.ask();
    if (this.#beatsSinceWord !== SILENT_BEATS_MAX) return;
    this.#isSilent = true;
    this.#parts.onSilence();
  }
}
