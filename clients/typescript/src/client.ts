import { PlatenError } from "./errors.ts";
import { PlatenFile } from "./file.ts";
import {
  type CallInput,
  type Operation,
  Operations,
  type RenderCanvasResponse,
  type RenderOptions,
} from "./generated.ts";
import { Job } from "./job.ts";
import type { CallOptions, ClientOptions, KeyedCallOptions } from "./options.ts";
import { Transport } from "./transport.ts";

/** How a canvas is rendered. */
export interface RenderCallOptions extends KeyedCallOptions {
  readonly options?: RenderOptions | undefined;
}

/** A client of one installation with one key. It holds no connection: make one and keep it. */
export class PlatenClient extends Operations {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    super();
    this.#transport = new Transport(options);
  }

  /** Renders a canvas. Give the type that `platen codegen` wrote of its form as `Data`. */
  renderPdf<Data extends object>(
    canvasId: string,
    data: Data,
    { options, ...call }: RenderCallOptions = {},
  ): Promise<PlatenFile<RenderCanvasResponse>> {
    return this.renderCanvas(canvasId, { data, options }, call);
  }

  /** Renders a document for each entry, at most 100, and binds all into one file. */
  renderPdfOfAll<Data extends object>(
    canvasId: string,
    dataList: readonly Data[],
    { options, ...call }: RenderCallOptions = {},
  ): Promise<PlatenFile<RenderCanvasResponse>> {
    return this.renderCanvas(canvasId, { dataList, options }, call);
  }

  /** Renders a canvas in the background: one document of an object, one file of all documents of a list. */
  async startRender<Data extends object>(
    canvasId: string,
    data: Data | readonly Data[],
    { options, ...call }: RenderCallOptions = {},
  ): Promise<Job> {
    const payload = Array.isArray(data) ? { dataList: data as readonly Data[] } : { data };
    return this.job(await this.renderCanvasInBackground(canvasId, { ...payload, options }, call));
  }

  /** A job that was started earlier, perhaps by another process. */
  job(renderId: string): Job {
    return new Job(this, renderId);
  }

  protected override json<Answer>(operation: Operation, input: CallInput, options: CallOptions): Promise<Answer> {
    const call = this.#transport.callOf(operation, input, options);
    return this.#transport.send(call, async (answer) => jsonOf(answer) as Promise<Answer>);
  }

  protected override async file<Facts>(
    operation: Operation,
    input: CallInput,
    options: KeyedCallOptions,
  ): Promise<PlatenFile<Facts>> {
    const call = this.#transport.callOf(operation, input, options);
    const answer = await this.#transport.send(call, async (one) => {
      if (one.status === 200) return one;
      await one.body?.cancel();
      throw new PlatenError(`A file was asked for, and the answer has status ${one.status}.`, {
        ...{ code: "unexpected_answer", status: one.status, idempotencyKey: call.key },
      });
    });
    return new PlatenFile<Facts>(this.#transport, call, answer);
  }

  protected override background(operation: Operation, input: CallInput, options: KeyedCallOptions): Promise<string> {
    const call = this.#transport.callOf(operation, input, options, "respond-async");
    return this.#transport.send(call, async (answer) => {
      // The file of an earlier call with the same key is there already.
      if (answer.status === 200 && operation.fileHeaders !== null) {
        const id = answer.headers.get("x-service-render-id");
        await answer.body?.cancel();
        if (id !== null) return id;
      }
      const { id } = (await jsonOf(answer)) as { readonly id: string };
      return id;
    });
  }
}

/** Throws where what was sent is no JSON, such as the page of a proxy. */
async function jsonOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PlatenError("What answered is not Platen: it sent no JSON.", {
      ...{ code: "unexpected_answer", status: answer.status, cause },
    });
  }
}
