// A template without declarations takes any object: it is written as JSON.
import { element, freshId } from "./dom.ts";
import { type Exact, exactText, inexactNumbers, isObject, JsonMistake, plainOf, readExact } from "./exact.ts";
import type { Words } from "./words.ts";

export interface FreeForm {
  readonly element: HTMLElement;
  /** The data as a host carries them, undefined where nothing is written; null where it can't be sent as it is. */
  read(): unknown;
  focus(): void;
}

export function drawFreeForm(known: Exact, words: Words): FreeForm {
  const id = freshId();
  const problem = element("p", { class: "problem", id: `${id}p`, hidden: true });
  const area = element("textarea", {
    id,
    class: "code",
    rows: 10,
    spellcheck: "false",
    "aria-describedby": `${id}h ${id}p`,
  });
  area.value = isObject(known) && known.size > 0 ? indented(known) : "";
  const show = (sentence: string | null): void => {
    problem.textContent = sentence ?? "";
    problem.hidden = sentence === null;
    area.toggleAttribute("aria-invalid", sentence !== null);
  };
  area.addEventListener("input", () => show(null));
  const whole = element(
    "div",
    { class: "field whole" },
    element("label", { class: "label", for: id }, element("span", { class: "name" }, words.freeLabel)),
    element("p", { class: "hint", id: `${id}h` }, words.freeHint),
    area,
    problem,
  );
  return {
    element: whole,
    focus: () => area.focus(),
    read: () => {
      if (area.value.trim() === "") return undefined;
      const read = readFree(area.value, words);
      if (read.sentence === null) return read.value;
      show(read.sentence);
      return null;
    },
  };
}

/** JSON as an object that a host can carry exactly, or what is wrong with it. */
export function readFree(text: string, words: Words): { readonly value: unknown; readonly sentence: string | null } {
  try {
    const value = readExact(text);
    const [inexact] = inexactNumbers(value);
    if (!isObject(value)) return { value: null, sentence: words.notObject };
    if (inexact !== undefined) return { value: null, sentence: words.inexact(inexact) };
    return { value: plainOf(value), sentence: null };
  } catch (thrown) {
    if (!(thrown instanceof JsonMistake)) throw thrown;
    return { value: null, sentence: words.mistakeAt(thrown.line, thrown.column) };
  }
}

/** Two spaces a level; the digits of numbers stay. */
function indented(value: Exact, space = ""): string {
  const inner = `${space}  `;
  if (isObject(value) && value.size > 0) {
    const members = [...value].map(([name, member]) => `${inner}${JSON.stringify(name)}: ${indented(member, inner)}`);
    return `{\n${members.join(",\n")}\n${space}}`;
  }
  if (Array.isArray(value) && value.length > 0) {
    return `[\n${value.map((entry: Exact) => inner + indented(entry, inner)).join(",\n")}\n${space}]`;
  }
  return exactText(value);
}
