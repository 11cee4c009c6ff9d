// Elements of the page. Everything that comes from outside becomes text, never markup.

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Makes an element; an attribute that is false, null or undefined is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

let lastId = 0;

/** A name that no other element of the page has. */
export function freshId(): string {
  lastId += 1;
  return `f${lastId}`;
}

const SVG = "http://www.w3.org/2000/svg";

/** The strokes of the buttons' signs, on 16 by 16 units. */
const ICONS = {
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  remove: "M4 4l8 8M12 4l-8 8",
  add: "M8 3v10M3 8h10",
  done: "M3 8.5l3.5 3.5L13 5",
  open: "M9 3h4v4M13 3L7 9M11 9v4H3V5h4",
} as const;

/** A sign that says nothing to screen readers. */
export function icon(name: keyof typeof ICONS): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", "aria-hidden": "true", class: "icon" })) {
    svg.setAttribute(key, value);
  }
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with a sign; its words are for screen readers and the tooltip. */
export function iconButton(name: keyof typeof ICONS, words: string, press: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "small", "aria-label": words, title: words });
  button.append(icon(name));
  button.addEventListener("click", press);
  return button;
}
