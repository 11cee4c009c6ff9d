// One worker thread of the pool: an engine with the registered renderers, answering checks and renders.
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { Piscina, transferableSymbol, valueSymbol } from "piscina";
import type { ProfileDescription } from "../../profiles/index.ts";
import { Board, drawAlone, helpOut, leadCrew, type RunMessage } from "../drawing/index.ts";
import { bundledFonts, type FontFace } from "../fonts/index.ts";
import {
  type CheckAnswer,
  type CheckRequest,
  DEFAULT_CREATED_AT,
  type ExportAnswer,
  type ExportRequest,
  type JudgeAnswer,
  type JudgeRequest,
  type KnownAnswer,
  type KnownCanvas,
  type KnownRequest,
  type PageImagesRequest,
  type PagesShown,
  type RenderAnswer,
  type RowsAnswer,
  type RowsRequest,
  type ToldCheckAnswer,
  type ToldCheckRequest,
} from "../messages/index.ts";
import { loadPlugins, profilesAt, renderersAt, trustingProfiles } from "../plugins/index.ts";
import { createEngine, type Engine } from "../verbs/index.ts";
import type {
  AdmissionQuestion,
  AdmissionReply,
  HelpTask,
  NotAdmitted,
  RenderTask,
  Returned,
  WatchedTask,
} from "./pool.ts";
import { tellBegun, tellEnded, type WatchMemory } from "./task-watch.ts";

/** Thrown inside of the engine where admission is refused; it never leaves the thread. */
class NotAdmittedError extends Error {}

const renderers = renderersAt(addressesOf("plugins", Piscina.workerData));
const engine: Engine = createEngine({
  fonts: bundledFonts(furtherFaces(Piscina.workerData)),
  renderers,
  pageRenderers: renderersAt(addressesOf("pageRenderers", Piscina.workerData)),
  profiles: trustingProfiles(
    addressesOf("trustedProfiles", Piscina.workerData),
    profilesAt(addressesOf("profiles", Piscina.workerData)),
  ),
  barcodes: (await loadPlugins(addressesOf("barcodes", Piscina.workerData))).barcodes,
});

type Addresses = "plugins" | "pageRenderers" | "profiles" | "trustedProfiles" | "barcodes";

function addressesOf(name: Addresses, data: unknown): readonly string[] {
  const addresses: unknown = typeof data === "object" && data !== null ? Reflect.get(data, name) : [];
  return Array.isArray(addresses) ? addresses.filter((address) => typeof address === "string") : [];
}

/** What the pool of this thread handed over. */
function furtherFaces(data: unknown): readonly FontFace[] {
  const fonts = typeof data === "object" && data !== null && "fonts" in data ? data.fonts : [];
  return Array.isArray(fonts) ? fonts.filter(isFace) : [];
}

function isFace(value: unknown): value is FontFace {
  return typeof value === "object" && value !== null && "family" in value && "url" in value && "sha256" in value;
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

/** A task that a verb of the engine answers. */
interface AskedTask<Request> extends WatchedTask {
  readonly request: Request;
}

/** What the code of a task throws is an answer too: the pool tells it from a thread that died. */
async function returned<Answer>(watch: WatchMemory, work: () => Answer | Promise<Answer>): Promise<Returned<Answer>> {
  tellBegun(watch);
  try {
    return { kind: "answer", answer: await work() };
  } catch (error) {
    return { kind: "threw", error };
  }
}

export function warmUp({ watch }: WatchedTask): Promise<Returned<null>> {
  return returned(watch, async () => {
    await renderers();
    const options = { createdAt: DEFAULT_CREATED_AT };
    const answer = await engine.preview({ source: WARM_UP_SOURCE, data: null, renderer: "pdf", options });
    if (answer.kind !== "preview") throw new Error(answer.diagnostics.map((finding) => finding.message).join("; "));
    // A thread that is stopped keeps nothing by itself: the next one would take the types away anew (0.7 s).
    flushCompileCache();
    return null;
  });
}

export function check({ request, watch }: AskedTask<CheckRequest>): Promise<Returned<CheckAnswer>> {
  return returned(watch, () => engine.check(request));
}

export function checkTold({ request, watch }: AskedTask<ToldCheckRequest>): Promise<Returned<ToldCheckAnswer>> {
  return returned(watch, () => engine.checkTold(request));
}

export function pageImages({ request, watch }: AskedTask<PageImagesRequest>): Promise<Returned<PagesShown>> {
  return returned(watch, async () => {
    const answer = await engine.pageImages(request);
    if (answer.kind !== "preview" || answer.drawing.kind !== "drawn") return null;
    const { pages, images } = answer.drawing;
    return { pages, images: [...images] };
  });
}

/** `export` is a word of the language. */
export async function exportForm({ request, watch }: AskedTask<ExportRequest>): Promise<Returned<ExportAnswer>> {
  const made = await returned(watch, () => engine.export(request));
  if (made.kind !== "answer" || made.answer.value === null) return made;
  return handedOver(made.answer, made.answer.value.bytes);
}

export function profiles({ watch }: WatchedTask): Promise<Returned<readonly ProfileDescription[]>> {
  return returned(watch, () => engine.profiles());
}

export function judge({ request, watch }: AskedTask<JudgeRequest>): Promise<Returned<JudgeAnswer>> {
  return returned(watch, () => engine.judge(request));
}

export function known({ request, watch }: AskedTask<KnownRequest>): Promise<Returned<KnownAnswer>> {
  return returned(watch, () => engine.known(request));
}

export function summarize({ request, watch }: AskedTask<KnownCanvas>): Promise<Returned<string>> {
  return returned(watch, () => engine.summarize(request));
}

export function spliceRows({ request, watch }: AskedTask<RowsRequest>): Promise<Returned<RowsAnswer>> {
  return returned(watch, () => engine.spliceRows(request));
}

/** Loads the renderers, as part of the start of a thread. The task that asks for one reports its failure. */
async function loaded(): Promise<void> {
  await renderers().catch(() => undefined);
}

/** Draws runs of a batch that another thread leads. */
export async function help({ request, port, board, member, recall, watch }: HelpTask): Promise<Returned<null>> {
  await loaded();
  return returned(watch, async () => {
    try {
      const draw = await engine.help(request);
      const recalled = new Int32Array(recall);
      helpOut(
        new Board(board),
        member,
        () => Atomics.load(recalled, 0) === 1,
        (run) => {
          const { value: drawn, memory } = draw(run);
          const message: RunMessage = { run, drawn };
          port.postMessage(message, [...memory]);
        },
      );
      return null;
    } finally {
      tellEnded(watch);
      port.close();
    }
  });
}

export async function render(task: RenderTask): Promise<Returned<RenderAnswer | NotAdmitted>> {
  const { request, port, mayShare, watch } = task;
  await loaded();
  tellBegun(watch);
  try {
    const admit = async (records: number): Promise<void> => {
      const question: AdmissionQuestion = { kind: "admission", records };
      port.postMessage(question);
      const [reply]: readonly AdmissionReply[] = await once(port, "message");
      if (reply?.admitted !== true) throw new NotAdmittedError();
    };
    const answer = await engine.render(request, admit, mayShare ? leadCrew(port) : drawAlone);
    return answer.kind === "rendered" ? handedOver(answer, answer.bytes) : { kind: "answer", answer };
  } catch (error) {
    if (error instanceof NotAdmittedError) return { kind: "answer", answer: { kind: "not-admitted" } };
    return { kind: "threw", error };
  } finally {
    port.close();
  }
}

/** Hands the file's memory over instead of copying it: the engine answers files in memory of their own. */
function handedOver<Answer>(answer: Answer, { buffer }: Uint8Array): Returned<Answer> {
  const value: Returned<Answer> = { kind: "answer", answer };
  const handed = Object.assign(value, { [transferableSymbol]: [buffer], [valueSymbol]: { ...value } });
  // Without this mark the library copies them, whatever else a value says of itself.
  Piscina.move(handed);
  return handed;
}
