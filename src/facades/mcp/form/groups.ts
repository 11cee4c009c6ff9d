// Groups of fields, and lists whose entries are added, taken out and put in order.
import { element, freshId, icon, iconButton } from "./dom.ts";
import { exactText } from "./exact.ts";
import { addEntry, type Filling, type GroupFilling, type ListFilling, moveEntry, removeEntry } from "./filling.ts";
import { drawLeaf } from "./inputs.ts";
import { nameOf } from "./naming.ts";
import { copiedCells, pasteInto } from "./paste.ts";
import type { Stage } from "./stage.ts";

/** What a group holds, inputs side by side and groups below one another. */
export function drawMembers(group: GroupFilling, stage: Stage): readonly HTMLElement[] {
  const parts: HTMLElement[] = [];
  let row: HTMLElement | null = null;
  for (const member of group.members) {
    if (member.shape === "leaf") {
      if (row === null) {
        row = element("div", { class: "fields" });
        parts.push(row);
      }
      row.append(drawLeaf(member, stage));
    } else {
      row = null;
      parts.push(member.shape === "group" ? drawGroup(member, stage) : drawList(member, stage));
    }
  }
  return parts;
}

function drawGroup(group: GroupFilling, stage: Stage): HTMLElement {
  const { field } = group;
  const problem = element("p", { class: "problem", hidden: true });
  const whole = element(
    "fieldset",
    { class: "group", tabindex: -1 },
    element("legend", {}, nameOf(field, stage.words)),
    ...noteOf(field.description),
    ...drawMisfit(group, stage),
    problem,
    ...drawMembers(group, stage),
  );
  stage.drawn.set(group, drawnBy(whole, problem));
  return whole;
}

function noteOf(description: string | null): readonly HTMLElement[] {
  return description === null ? [] : [element("p", { class: "hint" }, description)];
}

/** What was known and has no place here is shown, so that nobody believes that it was taken. */
export function drawMisfit(
  filling: GroupFilling | ListFilling,
  { words }: Pick<Stage, "words">,
): readonly HTMLElement[] {
  const dropped =
    filling.shape === "group" && filling.field.isClosed ? filling.others.map(([name]) => name).join(", ") : "";
  return [
    ...(filling.misfit === undefined ? [] : [words.given(exactText(filling.misfit).slice(0, 80))]),
    ...(dropped === "" ? [] : [`${words.dropped}: ${dropped}`]),
  ].map((sentence) => element("p", { class: "problem" }, sentence));
}

function drawnBy(whole: HTMLElement, problem: HTMLElement): { show(text: string | null): void; focus(): void } {
  return {
    show: (text) => {
      problem.textContent = text ?? "";
      problem.hidden = text === null;
    },
    focus: () => whole.focus(),
  };
}

/** One drawn list; it is drawn entry by entry, so that inputs keep their focus. */
function drawList(list: ListFilling, stage: Stage): HTMLElement {
  return new DrawnList(list, stage).whole;
}

class DrawnList {
  readonly whole: HTMLElement;
  readonly #list: ListFilling;
  readonly #stage: Stage;
  readonly #name: string;
  readonly #items: HTMLElement;
  readonly #count: HTMLElement;
  readonly #empty: HTMLElement;
  readonly #add: HTMLButtonElement;
  readonly #elements = new Map<Filling, { readonly item: HTMLElement; renumber(at: number): void }>();

  constructor(list: ListFilling, stage: Stage) {
    this.#list = list;
    this.#stage = stage;
    const { words } = stage;
    this.#name = nameOf(list.field, words);
    this.#items = element("ol", { class: list.field.entry.shape === "leaf" ? "entries plain" : "entries" });
    this.#count = element("span", { class: "may" });
    this.#empty = element("p", { class: "hint" }, words.empty);
    this.#add = element("button", { type: "button", class: "add" }, icon("add"), words.addTo(this.#name));
    this.#add.addEventListener("click", () => this.#addEntry());
    const problem = element("p", { class: "problem", hidden: true });
    this.whole = element(
      "fieldset",
      { class: "group list", tabindex: -1 },
      element("legend", {}, this.#name, this.#count),
      ...noteOf(list.field.description),
      ...drawMisfit(list, stage),
      problem,
      this.#items,
      this.#empty,
      this.#add,
    );
    stage.drawn.set(list, { ...drawnBy(this.whole, problem), focus: () => this.#add.focus() });
    for (const entry of list.entries) this.#items.append(this.#drawEntry(entry));
    this.#renumber();
  }

  #drawEntry(entry: Filling): HTMLElement {
    const { words } = this.#stage;
    const titleId = freshId();
    const title = element("span", { class: "title", id: titleId });
    const buttons = element(
      "span",
      { class: "buttons" },
      iconButton("up", words.up, () => this.#move(entry, -1, "up")),
      iconButton("down", words.down, () => this.#move(entry, 1, "down")),
      iconButton("remove", words.remove, () => this.#remove(entry)),
    );
    const body = this.#drawBody(entry);
    const head = element("div", { class: "head" }, title, buttons);
    const inside = element("div", { class: "entry", role: "group", "aria-labelledby": titleId }, head, ...body);
    const item = element("li", {}, inside);
    inside.addEventListener("keydown", (event) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      event.stopPropagation();
      this.#move(entry, event.key === "ArrowUp" ? -1 : 1, null);
    });
    inside.addEventListener("paste", (event) => this.#paste(entry, event));
    this.#elements.set(entry, {
      item,
      renumber: (at) => {
        title.textContent = words.entry(this.#name, at + 1);
        const [up, down] = buttons.children;
        up?.toggleAttribute("disabled", at === 0);
        down?.toggleAttribute("disabled", at === this.#list.entries.length - 1);
      },
    });
    return item;
  }

  #drawBody(entry: Filling): readonly HTMLElement[] {
    switch (entry.shape) {
      case "leaf":
        return [drawLeaf(entry, this.#stage, this.#name)];
      case "group":
        return [...drawMisfit(entry, this.#stage), ...drawMembers(entry, this.#stage)];
      case "list":
        return [drawList(entry, this.#stage)];
    }
  }

  #renumber(): void {
    const { entries, field } = this.#list;
    const { words, recordSource } = this.#stage;
    for (const [at, entry] of entries.entries()) this.#elements.get(entry)?.renumber(at);
    const makesDocuments = recordSource !== null && field.path === `${recordSource}[]`;
    this.#count.textContent = makesDocuments
      ? words.documents(entries.length)
      : words.entries(entries.length, field.entriesMax < 1000 ? field.entriesMax : null);
    this.#empty.hidden = entries.length > 0;
    this.#add.disabled = entries.length >= field.entriesMax;
    this.#stage.drawn.get(this.#list)?.show(null);
  }

  #addEntry(): void {
    const entry = addEntry(this.#list);
    const item = this.#drawEntry(entry);
    this.#items.append(item);
    this.#renumber();
    this.#stage.say(this.#stage.words.added(this.#list.entries.length));
    focusIn(item);
  }

  /** Rows of a spreadsheet become entries, from the input that they are pasted into. */
  #paste(entry: Filling, event: ClipboardEvent): void {
    const rows = copiedCells(event.clipboardData?.getData("text/plain") ?? "");
    const leaf = [...this.#stage.drawn].find(([, drawn]) => drawn.target === event.target)?.[0];
    if (rows === null || leaf?.shape !== "leaf" || leaf.field.kind === "text") return;
    const written = pasteInto(this.#list, { entry, leaf }, rows);
    if (written.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    for (const each of written) {
      const before = this.#elements.get(each)?.item;
      const item = this.#drawEntry(each);
      if (before === undefined) this.#items.append(item);
      else before.replaceWith(item);
    }
    this.#renumber();
    this.#stage.drawn.get(leaf)?.focus();
    this.#stage.say(this.#stage.words.pasted(written.length));
  }

  #remove(entry: Filling): void {
    const at = this.#list.entries.indexOf(entry);
    const drawn = this.#elements.get(entry);
    if (drawn === undefined || removeEntry(this.#list, at) === undefined) return;
    drawn.item.remove();
    this.#renumber();
    const next = this.#list.entries[at] ?? this.#list.entries[at - 1];
    const item = next === undefined ? undefined : this.#elements.get(next)?.item;
    if (item === undefined) this.#add.focus();
    else item.querySelector<HTMLElement>(".buttons button:last-child")?.focus();
    this.#stage.say(this.#stage.words.removed, () => {
      const place = Math.min(at, this.#list.entries.length);
      this.#list.entries.splice(place, 0, entry);
      this.#items.insertBefore(drawn.item, this.#items.children[place] ?? null);
      this.#renumber();
      focusIn(drawn.item);
    });
  }

  #move(entry: Filling, by: -1 | 1, pressed: "up" | "down" | null): void {
    const from = this.#list.entries.indexOf(entry);
    if (!moveEntry(this.#list, from, from + by)) return;
    const item = this.#elements.get(entry)?.item;
    const other = this.#elements.get(this.#list.entries[from] ?? entry)?.item;
    if (item === undefined || other === undefined) return;
    // The neighbour moves around the entry, so that the input in it keeps its focus.
    if (by < 0) item.after(other);
    else item.before(other);
    this.#renumber();
    this.#stage.say(this.#stage.words.moved(from + by + 1));
    if (pressed !== null) focusMoveButton(item, pressed);
  }
}

/** At an end one of the buttons is switched off, and the other one takes the focus. */
function focusMoveButton(item: HTMLElement, pressed: "up" | "down"): void {
  const [up, down] = item.querySelectorAll<HTMLButtonElement>(".buttons button");
  const [wanted, other] = pressed === "up" ? [up, down] : [down, up];
  (wanted?.disabled === false ? wanted : other)?.focus();
}

function focusIn(item: HTMLElement): void {
  item.querySelector<HTMLElement>(".field input:not(.unseen), .field textarea, .field select, .field button")?.focus();
}
