// The drawn form: its fields, its problems, and the way to the PDF.
import { type Opened, refusalOf, renderedOf, type Violation } from "./answer.ts";
import { contextNote } from "./context-note.ts";
import { element } from "./dom.ts";
import { type Filling, fillGroup, type GroupFilling, type LeafFilling, pathsOf, payloadOf } from "./filling.ts";
import { drawFreeForm, type FreeForm } from "./free-form.ts";
import { drawMembers, drawMisfit } from "./groups.ts";
import type { Host } from "./host.ts";
import { type Problem, problemOf, problemsIn } from "./judging.ts";
import { drawRefusal, drawRendered } from "./outcome.ts";
import type { Drawn, Reader, Stage } from "./stage.ts";
import type { ToolResult } from "./tool-result.ts";

/** One form. What stands in it outlives a change of language, which draws it anew. */
export class FormView {
  readonly #opened: Opened;
  readonly #host: Host;
  readonly #filling: GroupFilling | null;
  readonly #drawn = new Map<Filling, Drawn>();
  readonly #shown = new Set<Filling>();
  readonly #submit = element("button", { type: "button", class: "primary" });
  readonly #summary = element("p", { class: "summary", role: "alert" });
  readonly #said = element("p", { class: "said", role: "status" });
  readonly #outcome = element("div", {});
  /** A person's organization, as the tool was called with. */
  organizationId: string | undefined;
  #free: FreeForm | null = null;
  #reader: Reader;
  #isBusy = false;

  constructor(opened: Opened, host: Host, reader: Reader) {
    this.#opened = opened;
    this.#host = host;
    this.#reader = reader;
    const { root } = opened.contract;
    this.#filling = root === null ? null : fillGroup(root, opened.known);
    this.#submit.addEventListener("click", () => void this.#send());
  }

  /** Draws all of it into `place`, in the reader's language. */
  draw(place: HTMLElement, reader: Reader): void {
    this.#reader = reader;
    this.#drawn.clear();
    this.#shown.clear();
    this.#summary.textContent = "";
    const { words } = reader;
    this.#submit.textContent = words.submit;
    this.#submit.disabled = this.#opened.needsPassword || !this.#host.can("serverTools");
    const notes = [
      ...(this.#opened.needsPassword ? [words.password] : []),
      ...(this.#host.can("serverTools") ? [] : [words.noTools]),
    ].map((sentence) => element("p", { class: "notice" }, sentence));
    const form = element(
      "form",
      { novalidate: true, "aria-labelledby": "title" },
      element("h1", { id: "title" }, this.#opened.title),
      ...notes,
      ...this.#drawBody(),
      this.#summary,
      element("div", { class: "actions" }, this.#submit, this.#said),
      this.#outcome,
    );
    // Some sandboxes let no form be submitted, and the event never comes: the button and the keys do it.
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("keydown", (event) => this.#onKey(event));
    place.replaceChildren(form);
    this.#mark(this.#opened.problems);
  }

  #drawBody(): readonly HTMLElement[] {
    const { words } = this.#reader;
    if (this.#filling === null) {
      this.#free ??= drawFreeForm(this.#opened.known, words);
      return [this.#free.element];
    }
    const hasRequired = this.#filling.field.members.some((member) => member.isRequired);
    return [
      ...(hasRequired ? [element("p", { class: "hint" }, words.legend)] : []),
      ...drawMisfit(this.#filling, this.#reader),
      ...drawMembers(this.#filling, this.#stage()),
    ];
  }

  #stage(): Stage {
    return {
      ...this.#reader,
      recordSource: this.#opened.contract.recordSource,
      drawn: this.#drawn,
      changed: (leaf) => this.#changed(leaf),
      left: (leaf) => this.#left(leaf),
      say: (text, undo) => this.#say(text, undo),
    };
  }

  /** What is right again is said at once, what is not yet right only when the person has left it. */
  #changed(leaf: LeafFilling): void {
    if (!this.#shown.has(leaf)) return;
    const problem = problemOf(leaf);
    if (problem === null) this.#show(leaf, null);
    else if (this.#shown.has(leaf) && problem.rule !== "required") this.#show(leaf, problem);
  }

  #left(leaf: LeafFilling): void {
    const problem = problemOf(leaf);
    if (problem !== null && problem.rule !== "required") this.#show(leaf, problem);
  }

  #show(filling: Filling, problem: Problem | null): void {
    const sentence = problem === null ? null : this.#reader.words.problem(problem, filling.field);
    this.#drawn.get(filling)?.show(sentence);
    if (problem === null) this.#shown.delete(filling);
    else this.#shown.add(filling);
  }

  /** Places problems at their fields; answers those that belong to none. */
  #mark(violations: readonly Violation[]): readonly Violation[] {
    const places = new Map(this.#filling === null ? [] : pathsOf(this.#filling));
    return violations.filter(({ path, ...problem }) => {
      const filling = nearest(places, path);
      if (filling === undefined || !this.#drawn.has(filling)) return true;
      this.#show(filling, problem);
      return false;
    });
  }

  /** Enter sends from a line, as it does on every web page, but not while a Japanese input method takes it. */
  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    const isLine = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (!isLine && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void this.#send();
  }

  #say(text: string, undo?: () => void): void {
    this.#said.replaceChildren(text);
    if (undo === undefined) return;
    const back = element("button", { type: "button", class: "text" }, this.#reader.words.undo);
    back.addEventListener("click", () => {
      this.#said.replaceChildren();
      undo();
    });
    this.#said.append(" ", back);
  }

  async #send(): Promise<void> {
    if (this.#isBusy || this.#submit.disabled) return;
    const data = this.#read();
    if (data === null) return;
    this.#setBusy(true);
    try {
      const args = {
        document: this.#opened.documentId,
        ...(data === undefined ? {} : { data }),
        ...(this.organizationId === undefined ? {} : { organizationId: this.organizationId }),
      };
      await this.#answered(await this.#host.callTool("render_document", args), data);
    } catch (thrown) {
      const sentence = thrown instanceof Error ? thrown.message : "";
      this.#end(drawRefusal({ code: "internal", sentence, violations: [] }, this.#reader.words));
    } finally {
      this.#setBusy(false);
    }
  }

  /** What to send: undefined for nothing at all, null where something must be mended first. */
  #read(): unknown {
    this.#summary.textContent = "";
    if (this.#filling === null) {
      const data = this.#free?.read();
      if (data === null) this.#free?.focus();
      return data;
    }
    for (const filling of [...this.#shown]) this.#show(filling, null);
    const problems = problemsIn(this.#filling);
    if (problems.length === 0) return payloadOf(this.#filling) ?? {};
    for (const [filling, problem] of problems) this.#show(filling, problem);
    this.#refuse();
    return null;
  }

  /** Says how many fields are wrong and goes to the first. */
  #refuse(): void {
    this.#outcome.replaceChildren();
    this.#summary.textContent = this.#reader.words.toMend(this.#shown.size);
    const [first] = (this.#filling === null ? [] : pathsOf(this.#filling)).filter(([, each]) => this.#shown.has(each));
    if (first !== undefined) this.#drawn.get(first[1])?.focus();
  }

  async #answered(result: ToolResult, data: unknown): Promise<void> {
    const rendered = renderedOf(result);
    if (rendered !== null) {
      const { words } = this.#reader;
      this.#end(drawRendered(rendered, this.#reader, (url) => this.#host.openLink(url)));
      this.#submit.textContent = words.again;
      const { text, structured } = contextNote(this.#opened, rendered, data);
      // The file is there, whatever the host does with the note.
      await this.#host.updateModelContext(text, structured).catch(() => undefined);
      return;
    }
    const refusal = refusalOf(result);
    const homeless = this.#mark(refusal.violations);
    if (this.#shown.size > 0) this.#refuse();
    if (this.#shown.size === 0 || homeless.length > 0)
      this.#end(drawRefusal({ ...refusal, violations: homeless }, this.#reader.words));
  }

  #end(outcome: HTMLElement): void {
    this.#say("");
    this.#outcome.replaceChildren(outcome);
    outcome.querySelector<HTMLElement>("h2")?.focus();
  }

  /** The button keeps the focus while it works, so it is not switched off. */
  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#submit.setAttribute("aria-busy", String(isBusy));
    this.#submit.classList.toggle("busy", isBusy);
    if (isBusy) this.#say(this.#reader.words.working);
    else if (this.#said.textContent === this.#reader.words.working) this.#say("");
  }
}

/** The field of a path, or what it stands in where the path names something that is not drawn. */
function nearest(places: ReadonlyMap<string, Filling>, path: string): Filling | undefined {
  let at = path;
  while (at !== "") {
    const filling = places.get(at);
    if (filling !== undefined) return filling;
    // Names that nobody declared are anything, dots and brackets too.
    at = at.slice(0, Math.max(at.lastIndexOf("."), at.lastIndexOf("["), 0));
  }
  return undefined;
}
