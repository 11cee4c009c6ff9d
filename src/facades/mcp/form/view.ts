// The program of the form's page: it is drawn once the host hands over what `open_form` answered.
import { openedOf, type Refusal, refusalOf } from "./answer.ts";
import { element } from "./dom.ts";
import { FormView } from "./form-view.ts";
import { Host, type HostContext } from "./host.ts";
import { wordsFor } from "./naming.ts";
import type { Reader } from "./stage.ts";
import type { ToolResult } from "./tool-result.ts";

const VERSION = "1";
const place = element("main", {});
let reader: Reader = readerOf({});
let view: FormView | null = null;
let organizationId: string | undefined;

const host = new Host({ context, input, result, cancelled: () => tell(reader.words.cancelled) });

document.body.append(place);
tell(reader.words.loading);
new ResizeObserver(() => {
  host.sizeChanged(Math.ceil(window.innerWidth), Math.ceil(document.documentElement.getBoundingClientRect().height));
}).observe(document.documentElement);
host.connect(VERSION).catch(() => tell(reader.words.unanswered));

function readerOf({ locale, timeZone }: HostContext): Reader {
  const tag = locale ?? navigator.language;
  return { words: wordsFor(tag), locale: tag, timeZone };
}

/** Hosts say their language and looks once, and again what changes. */
function context(said: HostContext): void {
  const root = document.documentElement;
  if (said.theme !== undefined) root.dataset["theme"] = said.theme;
  for (const [name, value] of Object.entries(said.styles?.variables ?? {})) {
    if (name.startsWith("--") && value !== undefined) root.style.setProperty(name, value);
  }
  for (const [side, inset] of Object.entries(said.safeAreaInsets ?? {})) {
    document.body.style.setProperty(`padding-${side}`, `${Number(inset)}px`);
  }
  if (said.locale === undefined && said.timeZone === undefined) return;
  const before = reader;
  reader = readerOf({ locale: before.locale, ...(before.timeZone ? { timeZone: before.timeZone } : {}), ...said });
  root.lang = reader.words.language;
  if (view === null) tell(reader.words.loading);
  else if (reader.words !== before.words) view.draw(place, reader);
}

function input(args: Readonly<Record<string, unknown>>): void {
  const named = args["organizationId"];
  organizationId = typeof named === "string" ? named : undefined;
}

/** A second result is of no form that is drawn already: what the person wrote stays. */
function result(answer: ToolResult): void {
  if (view !== null) return;
  const opened = openedOf(answer);
  if (opened === null) return refuse(refusalOf(answer));
  view = new FormView(opened, host, reader);
  view.organizationId = organizationId;
  view.draw(place, reader);
}

/** The service's own sentence is in English, and often meant for the assistant. */
function refuse({ code, sentence }: Refusal): void {
  const { errors, language, unanswered } = reader.words;
  const known = language === "en" ? undefined : errors[code];
  if (known === undefined) tell(sentence || unanswered);
  else tell(known, " ", element("span", { class: "hint", lang: "en" }, sentence));
}

function tell(...said: readonly (string | Node)[]): void {
  if (view === null) place.replaceChildren(element("p", { class: "notice", role: "status" }, ...said));
}
