// One worker thread of the pool: an engine with the registered renderers, answering checks and renders.
import { once } from "node:events";
import { Piscina, transferableSymbol, valueSymbol } from "piscina";
import { createEngine, type Engine } from "./engine.ts";
import { bundledFonts } from "./fonts.ts";
import type { CheckAnswer, CheckRequest, RenderAnswer } from "./messages.ts";
import type { AdmissionQuestion, AdmissionReply, NotAdmitted, RenderTask } from "./pool.ts";
import { renderersAt } from "./renderers.ts";
import { DEFAULT_CREATED_AT } from "./version.ts";

/** Thrown inside of the engine where admission is refused; it never leaves the thread. */
class NotAdmittedError extends Error {}

const renderers = renderersAt(pluginAddresses(Piscina.workerData));
const engine: Engine = createEngine({ fonts: bundledFonts(), renderers });

function pluginAddresses(data: unknown): readonly string[] {
  const plugins = typeof data === "object" && data !== null && "plugins" in data ? data.plugins : [];
  return Array.isArray(plugins) ? plugins.filter((address) => typeof address === "string") : [];
}

/** One page in both weights, so that fonts, shaping and the renderer are ready before the first request (150 ms). */
const WARM_UP_SOURCE = `rpt 1
document warm-up
page A5 portrait {
  body {
    text "請求書"
    text "合計" weight=bold
  }
}
`;

export async function warmUp(): Promise<void> {
  await renderers();
  const options = { createdAt: DEFAULT_CREATED_AT };
  const answer = await engine.preview({ source: WARM_UP_SOURCE, data: null, renderer: "pdf", options });
  if (answer.kind !== "preview") throw new Error(answer.diagnostics.map((finding) => finding.message).join("; "));
}

export async function check(request: CheckRequest): Promise<CheckAnswer> {
  return engine.check(request);
}

export async function render({ request, port }: RenderTask): Promise<RenderAnswer | NotAdmitted> {
  try {
    const answer = await engine.render(request, async (records) => {
      const question: AdmissionQuestion = { records };
      port.postMessage(question);
      const [reply]: readonly AdmissionReply[] = await once(port, "message");
      if (reply?.admitted !== true) throw new NotAdmittedError();
    });
    return answer.kind === "rendered" ? handedOver(answer) : answer;
  } catch (error) {
    if (error instanceof NotAdmittedError) return { kind: "not-admitted" };
    throw error;
  } finally {
    port.close();
  }
}

/** Hands the file's memory over instead of copying it; bytes that share their memory with others are copied first. */
function handedOver(answer: Extract<RenderAnswer, { kind: "rendered" }>): RenderAnswer {
  const whole = answer.bytes.byteLength === answer.bytes.buffer.byteLength ? answer.bytes : answer.bytes.slice();
  const value: RenderAnswer = { ...answer, bytes: whole };
  return Object.assign(value, { [transferableSymbol]: [whole.buffer], [valueSymbol]: { ...value } });
}
