// One input for each kind of field.

import { drawDatetime } from "./datetime-input.ts";
import { element, freshId } from "./dom.ts";
import { exactText } from "./exact.ts";
import { type LeafField, ONE_LINE_PATTERN } from "./fields.ts";
import { isMisfit, type LeafFilling, write } from "./filling.ts";
import { drawImage } from "./image-input.ts";
import type { Binding, Input } from "./input.ts";
import { nameOf } from "./naming.ts";
import { numberIn } from "./numbers.ts";
import type { Stage } from "./stage.ts";
import { roomOf } from "./widths.ts";

/** Longer declared texts get more room. */
const SHORT_MAX = 12;
const MEDIUM_MAX = 40;

/** A field with its label, its hints, and what is wrong with it. `naming` replaces the field's own name. */
export function drawLeaf(leaf: LeafFilling, stage: Stage, naming?: string): HTMLElement {
  const { field } = leaf;
  const { words } = stage;
  const id = freshId();
  const problem = element("p", { class: "problem", id: `${id}p`, hidden: true });
  const room = drawRoom(leaf, stage);
  const hints = hintsOf(leaf, stage);
  const hint = element("p", { class: "hint", id: `${id}h`, hidden: hints.length === 0 }, hints.join(" · "));
  const describedBy = `${id}p ${id}h`;
  const set = (text: string): void => {
    write(leaf, text);
    room.update();
    stage.changed(leaf);
  };
  const input = inputFor({ id, leaf, stage, describedBy, set });
  const isCheck = field.kind === "boolean" && field.isRequired;
  const name = element(
    "span",
    { class: naming === undefined ? "name" : "name unseen" },
    naming ?? nameOf(field, words),
  );
  const mark = element(
    "span",
    { class: field.isRequired ? "must" : "may" },
    field.isRequired ? words.required : words.optional,
  );
  const label = input.isGroup
    ? element("span", { class: "label", id: `${id}l` }, name, mark)
    : element("label", { class: "label", for: id }, name, ...(isCheck || naming !== undefined ? [] : [mark]));
  if (input.isGroup) input.element.setAttribute("aria-labelledby", `${id}l`);
  const foot = element("div", { class: "foot" }, hint, room.element);
  const parts = isCheck ? [element("div", { class: "check" }, input.element, label)] : [label, input.element];
  const root = element("div", { class: `field ${widthOf(leaf)}` }, ...parts, problem, foot);
  root.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node) || !root.contains(event.relatedTarget)) stage.left(leaf);
  });
  stage.drawn.set(leaf, {
    show: (text) => {
      const given = isUnseen(leaf) ? ` ${words.given(shortened(leaf))}` : "";
      problem.textContent = text === null ? "" : text + given;
      problem.hidden = text === null;
      root.classList.toggle("bad", text !== null);
      // Buttons are never invalid; what they choose is, and the problem beside them says so.
      if (text === null || input.target instanceof HTMLButtonElement) input.target.removeAttribute("aria-invalid");
      else input.target.setAttribute("aria-invalid", "true");
    },
    focus: () => input.target.focus(),
    target: input.target,
  });
  return root;
}

/** Whether what was known can't be seen in the input, or not as what it was. */
function isUnseen(leaf: LeafFilling): boolean {
  const { kind } = leaf.field;
  return leaf.known !== undefined && (isMisfit(leaf) || kind === "date" || kind === "time" || kind === "datetime");
}

/** What was known, short enough for a line. */
function shortened({ known }: LeafFilling): string {
  const text = known === undefined ? "" : exactText(known);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function widthOf({ field }: LeafFilling): string {
  switch (field.kind) {
    case "line": {
      // A form of its own, such as a postal code's, is as long as its example; the declared length says little then.
      const { example, lengthMax, pattern } = field;
      const length = hasOwnPattern(pattern) && example !== null ? example.length : (lengthMax ?? MEDIUM_MAX + 1);
      return length <= SHORT_MAX ? "short" : length <= MEDIUM_MAX ? "medium" : "long";
    }
    case "text":
    case "image":
      return "whole";
    case "datetime":
      return "long";
    default:
      return "short";
  }
}

function hintsOf({ field }: LeafFilling, { words }: Stage): readonly string[] {
  const isPlain = field.kind === "line" || field.kind === "text";
  return [
    ...(field.description === null ? [] : [field.description]),
    ...(field.minimum === null && field.maximum === null ? [] : [words.range(field.minimum, field.maximum)]),
    ...(field.fallback === null || field.kind === "choice" ? [] : [words.fallback(field.fallback)]),
    // A placeholder is gone once something is written, and a form's shape is needed until it is right.
    ...(isPlain && field.example !== null && hasOwnPattern(field.pattern) ? [words.example(field.example)] : []),
  ];
}

function hasOwnPattern(pattern: string | null): boolean {
  return pattern !== null && pattern !== ONE_LINE_PATTERN;
}

/** How much of the box on the page, or of the declared length, is taken. */
function drawRoom(leaf: LeafFilling, { words }: Stage): { readonly element: HTMLElement; update(): void } {
  const { lengthMax, kind } = leaf.field;
  const capacity = capacityOf(leaf);
  const count = element("span", { class: "count" });
  const warning = element("span", { class: "warning", role: "status" });
  const whole = element("p", { class: "room" }, warning, count);
  if (kind !== "line" && kind !== "text") return { element: whole, update: () => undefined };
  const update = (): void => {
    const length = [...leaf.text].length;
    const isNear = lengthMax !== null && length > lengthMax * 0.8;
    const room = capacity === null ? null : roomOf(leaf.text, capacity);
    const warn = room === null || room.fits === "yes" ? "" : room.fits === "shrunk" ? words.shrinks : words.tooMuch;
    if (warning.textContent !== warn) warning.textContent = warn;
    whole.classList.toggle("over", room?.fits === "no" || (lengthMax !== null && length > lengthMax));
    if (capacity !== null && room !== null && !(isNear && lengthMax !== null && length > lengthMax)) {
      count.textContent =
        leaf.text === ""
          ? words.holds(capacity.charactersPerLine, capacity.lines)
          : capacity.lines === 1
            ? words.used(room.characters, capacity.charactersPerLine)
            : words.usedLines(room.lines, capacity.lines);
    } else count.textContent = isNear ? words.counted(length, lengthMax) : "";
  };
  update();
  return { element: whole, update };
}

/** A box that does not hold the template's own example is no measure of what is written. */
function capacityOf({ field }: LeafFilling): LeafField["capacity"] {
  const { capacity, example } = field;
  return capacity !== null && example !== null && roomOf(example, capacity).fits === "no" ? null : capacity;
}

function inputFor(binding: Binding): Input {
  switch (binding.leaf.field.kind) {
    case "text":
      return drawText(binding);
    case "boolean":
      return binding.leaf.field.isRequired ? drawCheck(binding) : drawSwitch(binding);
    case "choice":
      return drawChoice(binding);
    case "datetime":
      return drawDatetime(binding);
    case "image":
      return drawImage(binding);
    default:
      return drawLine(binding);
  }
}

/** The attributes that every single input has. */
function commonOf({ id, leaf, describedBy }: Binding): Readonly<Record<string, string | boolean>> {
  return { id, required: leaf.field.isRequired, "aria-describedby": describedBy, autocomplete: "off" };
}

function drawLine(binding: Binding): Input {
  const { leaf, set } = binding;
  const { kind, example } = leaf.field;
  const isNumber = kind === "integer" || kind === "decimal";
  const input = element("input", {
    ...commonOf(binding),
    type: kind === "date" || kind === "time" ? kind : "text",
    step: kind === "time" && /:\d\d:\d\d/.test(leaf.text) ? 1 : null,
    max: kind === "date" ? "9999-12-31" : null,
    inputmode: isNumber ? (kind === "integer" ? "numeric" : "decimal") : null,
    class: isNumber ? "number" : null,
    placeholder: example,
  });
  input.value = leaf.text;
  input.addEventListener("input", () => set(input.value));
  if (isNumber) {
    // What was read as a number is shown as one: full-width digits and commas are the person's way of writing.
    input.addEventListener("change", () => {
      input.value = numberIn(input.value) ?? input.value;
    });
  }
  return { element: input, target: input };
}

function drawText(binding: Binding): Input {
  const { leaf, set } = binding;
  const rows = Math.min(6, Math.max(2, leaf.field.capacity?.lines ?? 3));
  const area = element("textarea", { ...commonOf(binding), rows, placeholder: leaf.field.example });
  area.value = leaf.text;
  area.addEventListener("input", () => set(area.value));
  return { element: area, target: area };
}

function drawCheck(binding: Binding): Input {
  const { leaf, set } = binding;
  const input = element("input", { id: binding.id, type: "checkbox", "aria-describedby": binding.describedBy });
  input.checked = leaf.text === "true";
  input.addEventListener("change", () => set(String(input.checked)));
  return { element: input, target: input };
}

/** Yes, no, or nothing said. */
function drawSwitch(binding: Binding): Input {
  const { words } = binding.stage;
  return drawSelect(binding, [
    ["true", words.yes],
    ["false", words.no],
  ]);
}

function drawChoice(binding: Binding): Input {
  return drawSelect(
    binding,
    binding.leaf.field.options.map(({ label }, at) => [String(at), label]),
  );
}

function drawSelect(binding: Binding, options: readonly (readonly [value: string, label: string])[]): Input {
  const { leaf, stage, set } = binding;
  const { fallback } = leaf.field;
  const nothing = isMisfit(leaf)
    ? shortened(leaf)
    : fallback !== null
      ? stage.words.fallback(fallback)
      : leaf.field.isRequired
        ? stage.words.choose
        : "—";
  const select = element(
    "select",
    commonOf(binding),
    element("option", { value: "" }, nothing),
    ...options.map(([value, label]) => element("option", { value }, label)),
  );
  select.value = leaf.text;
  select.addEventListener("change", () => set(select.value));
  return { element: select, target: select };
}
