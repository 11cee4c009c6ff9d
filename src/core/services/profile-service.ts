// Business profiles: what is installed, and which published canvases a change of the law breaks.
import type { ServiceImpl } from "@connectrpc/connect";
import type { ProfileService } from "../../../gen/platen/v1/profile_pb.ts";
import type { CanvasSummary } from "../canvas/index.ts";
import { type Diagnostic, type DiagnosticCode, LineIndex } from "../diagnostics/index.ts";
import type { CheckAnswer, PluginDescription, ProfileDescription } from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { checkedSource, findingsOf } from "./publishing.ts";

const PAGE_SIZE = 20;

/** More canvases of one organization than this are no catalogue that anyone publishes. */
const CANVASES_MAX = 100_000;

export function profileService(dependencies: ServiceDependencies): ServiceImpl<typeof ProfileService> {
  return {
    async listProfiles() {
      return { profiles: (await dependencies.engine.profiles()).map(profileMessage) };
    },

    async listPlugins() {
      return { plugins: (await dependencies.plugins()).map(pluginMessage) };
    },

    async lintCanvases({ asOf, pageSize = PAGE_SIZE, pageToken }) {
      refuseNoDay(asOf);
      const all = await publishedCanvases(dependencies);
      const from = all.filter(({ id }) => id > pageToken);
      const judged = from.slice(0, pageSize);
      const today = dayInJapan(dependencies.now());
      const canvases = [];
      for (const canvas of judged) {
        const found = await foundAnew(dependencies, canvas, { asOf, today });
        if (found.diagnostics.length > 0 || found.waivers.length > 0) canvases.push(found);
      }
      const nextPageToken = from.length > judged.length ? (judged.at(-1)?.id ?? "") : "";
      return { canvases, judged: judged.length, nextPageToken };
    },
  };
}

function profileMessage({ name, title, plugin, rules }: ProfileDescription) {
  return {
    name,
    title,
    plugin,
    rules: rules.map(({ id, summary, severity, basis, validFrom, validTo, unverified }) => ({
      id,
      summary,
      severity,
      basis: [...basis],
      ...(validFrom === null ? {} : { validFrom }),
      ...(validTo === null ? {} : { validTo }),
      ...(unverified === null ? {} : { unverified }),
    })),
  };
}

function pluginMessage({ name, renderers, profiles, exporters, barcodes, datasetSources }: PluginDescription) {
  return {
    name,
    renderers: [...renderers],
    profiles: profiles.map((profile) => profile.name),
    exporters: exporters.map(({ name, title, mediaType }) => ({ name, title, mediaType })),
    barcodes: barcodes.map(({ name, title, sample }) => ({ name, title, sample })),
    datasetSources: datasetSources.map(({ scheme, title }) => ({ scheme, title })),
  };
}

/** All that is published here, in the order of identifiers, so that an answer can go on where another ended. */
async function publishedCanvases({ database }: ServiceDependencies): Promise<readonly Canvas[]> {
  const canvases: Canvas[] = [];
  for (const { id } of await database.organizations.list()) {
    canvases.push(...(await database.canvases.listAll({ organizationId: id, workspaceId: null }, CANVASES_MAX)));
  }
  return canvases.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function foundAnew(
  dependencies: ServiceDependencies,
  canvas: Canvas,
  { asOf, today }: { readonly asOf: string; readonly today: string },
) {
  const { id, title, version, organizationId, workspaceId } = canvas;
  const own = { id, title, version, organizationId, workspaceId };
  const {
    source,
    contentHash: canvasHash,
    compiledBytes: canvasJson,
    summary,
  } = await dependencies.contents.read(canvas);
  // The law says nothing of a source that names no profile.
  if (summary.profiles.length === 0) return { ...own, diagnostics: [], waivers: [] };
  const request = { source, data: null, filesOf: { canvasHash, canvasJson }, worstCases: false };
  const foundAt = (day: string): Promise<CheckAnswer> =>
    checkedSource(dependencies, (terms) => dependencies.engine.check({ ...request, asOf: day }, terms));
  const before = await foundAt(today);
  const then = await foundAt(asOf);
  const known = new Set(before.diagnostics.map(identity));
  const isNews = (each: Diagnostic): boolean => each.code.includes("/") && !known.has(identity(each));
  const leavesOpen = ({ code, severity }: Diagnostic): boolean =>
    severity === "error" && (then.template === null || UNJUDGED.has(code));
  const fresh = then.diagnostics.filter((each) => isNews(each) || leavesOpen(each));
  return { ...own, diagnostics: [...findingsOf(source, fresh)], waivers: waiversOf(source, summary) };
}

/** Which rules the form allows to be broken, and why. */
function waiversOf(source: string, { waivers }: CanvasSummary) {
  if (waivers.length === 0) return [];
  const lines = new LineIndex(source);
  return waivers.map(({ rules, reason, start }) => ({ rules: [...rules], reason, line: lines.position(start).line }));
}

/** A canvas that can't be judged is told whether or not it could be before: nobody knows what the law does to it. */
const UNJUDGED: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT7020", "RPT7021"]);

function identity({ code, span, message }: Diagnostic): string {
  return `${code} ${span.start} ${message}`;
}

/** Throws where no calendar has the day. */
export function refuseNoDay(asOf: string): void {
  if (isDay(asOf)) return;
  throw platenError("invalid_argument", `asOf: there is no day ${asOf}. Write one as 2027-04-01.`);
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const JAPAN_MS = 9 * 3_600_000;

/** The law that profiles know holds in Japan, where there is one time and no summer time. */
function dayInJapan(now: Date): string {
  return new Date(now.getTime() + JAPAN_MS).toISOString().slice(0, 10);
}
