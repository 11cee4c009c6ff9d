import type { PlatenClient } from "./client.ts";
import { PlatenError } from "./errors.ts";
import type { PlatenFile } from "./file.ts";
import { type GetRenderPdfResponse, type Render, STATUS_OF_CODE } from "./generated.ts";
import type { CallOptions } from "./options.ts";
import { backoffMs, pause } from "./retry.ts";

const WAIT_TIMEOUT_MS = 600_000;

/** A job is asked for more and more seldom, at last every so often. */
const POLL_MS_MAX = 5_000;

/** A render in the background. Its `id` is all that another process needs: `client.job(id)`. */
export class Job {
  readonly id: string;
  readonly #client: PlatenClient;

  constructor(client: PlatenClient, id: string) {
    this.#client = client;
    this.id = id;
  }

  /** What has become of it by now. */
  status(options: CallOptions = {}): Promise<Render> {
    return this.#client.getRender(this.id, options);
  }

  /**
   * Waits until it has succeeded; `timeoutMs` is for the whole wait here, 600,000 when left out. Throws a PlatenError:
   * the job's own where it failed, `deadline_exceeded` where it still runs then.
   */
  async wait({ signal, timeoutMs = WAIT_TIMEOUT_MS }: CallOptions = {}): Promise<Render> {
    const untilMs = performance.now() + timeoutMs;
    for (let asked = 1; ; asked += 1) {
      const render = await this.status({ signal, timeoutMs: Math.max(1, untilMs - performance.now()) });
      if (render.status === "succeeded") return render;
      if (render.status === "failed") throw failureOf(render);
      if (render.status === "expired") {
        throw new PlatenError(`The file of ${this.id} is kept no longer.`, { code: "render_expired" });
      }
      const waitMs = backoffMs(asked, POLL_MS_MAX);
      if (performance.now() + waitMs >= untilMs) {
        throw new PlatenError(`${this.id} is ${render.status} still. Wait again.`, { code: "deadline_exceeded" });
      }
      await pause(waitMs, signal);
    }
  }

  /** Waits as `wait` does and answers the file. */
  async file(options: CallOptions = {}): Promise<PlatenFile<GetRenderPdfResponse>> {
    await this.wait(options);
    return this.#client.getRenderPdf(this.id, { signal: options.signal });
  }
}

function failureOf({ id, error }: Render): PlatenError {
  const { code = "internal", error: said = `The render ${id} failed.` } = error ?? {};
  return new PlatenError(said, { code: code as PlatenError["code"], status: STATUS_OF_CODE[code], detail: error });
}
