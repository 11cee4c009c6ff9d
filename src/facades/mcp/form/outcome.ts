// What became of a form that was sent: the file, or why there is none.
import type { Refusal, Rendered } from "./answer.ts";
import { element, icon } from "./dom.ts";
import type { Reader } from "./stage.ts";
import type { Words } from "./words.ts";

/** What is shown of a finished file; the address stands there as text too, for hosts that open nothing. */
export function drawRendered(
  rendered: Rendered,
  { words, locale, timeZone }: Reader,
  openLink: (url: string) => Promise<boolean>,
): HTMLElement {
  const { fileName, pages, records, bytes, expiresAt, link } = rendered;
  const heading = element("h2", { tabindex: -1 }, icon("done"), words.done);
  const facts = [words.facts(pages, records, sizeOf(bytes)), ...(expiresAt === null ? [] : [keptUntil(expiresAt)])];
  const isAddress = /^https?:\/\//.test(link);
  const note = element("p", { class: "hint" }, isAddress ? words.copyLink : words.copyLine);
  const written = element("p", { class: "link", tabindex: 0 }, link);
  const whole = element(
    "section",
    { class: "outcome good", "aria-label": words.done },
    heading,
    ...(fileName === "" ? [] : [element("p", { class: "file" }, fileName)]),
    ...(pages === 0 ? [] : [element("p", { class: "hint" }, facts.join(" · "))]),
  );
  if (isAddress) whole.append(element("p", {}, linkButton()));
  whole.append(note, written);
  written.addEventListener("click", () => select(written));
  return whole;

  function keptUntil(moment: string): string {
    return words.keptUntil(
      new Date(moment).toLocaleString(locale, {
        dateStyle: "medium",
        timeStyle: "short",
        ...(timeZone === undefined ? {} : { timeZone }),
      }),
    );
  }

  /** An anchor, so that everybody knows what it is; the host opens it, because a sandbox may not. */
  function linkButton(): HTMLElement {
    const anchor = element("a", { href: link, target: "_blank", rel: "noopener noreferrer", class: "button" });
    anchor.append(icon("open"), words.open);
    anchor.addEventListener("click", (event) => {
      event.preventDefault();
      openLink(link).then(
        (isOpened) => {
          if (!isOpened) note.textContent = words.notOpened;
        },
        () => {
          note.textContent = words.notOpened;
        },
      );
    });
    return anchor;
  }
}

/** Why there is no file; `violations` are those that no field of the form stands for. */
export function drawRefusal({ code, sentence, violations }: Refusal, words: Words): HTMLElement {
  const why = violations.flatMap(({ code = "" }) => words.computing[code] ?? [])[0];
  const error = words.errors[code];
  const known = error ?? why;
  const told = violations
    // The sentence names those itself.
    .filter(({ rule }) => rule !== "computable")
    .map(({ path, expected }) => (path === "" ? expected : `${path}: ${expected}`));
  const shown = [sentence === "" ? words.unanswered : sentence, ...told].join(" · ");
  return element(
    "section",
    { class: "outcome", "aria-label": words.failed },
    element("h2", { tabindex: -1 }, words.failed),
    ...(known === undefined ? [] : [element("p", {}, known)]),
    // The service's own sentence names what only it knows; it is in English.
    ...(error !== undefined && words.language === "en" ? [] : [element("p", { class: "hint", lang: "en" }, shown)]),
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function select(target: HTMLElement): void {
  getSelection()?.selectAllChildren(target);
}
