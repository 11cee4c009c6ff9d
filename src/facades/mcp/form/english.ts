// The form in English.
import { type Field, type LeafField, ONE_LINE_PATTERN } from "./fields.ts";
import type { Problem } from "./judging.ts";
import { isPicked, type Words, wholeDigits } from "./words.ts";

export const ENGLISH: Words = {
  language: "en",
  loading: "Preparing the form…",
  cancelled: "This was cancelled.",
  required: "Required",
  optional: "Optional",
  legend: "Fill in every field marked “Required”.",
  submit: "Create PDF",
  again: "Create again with these values",
  working: "Creating…",
  choose: "Choose…",
  yes: "Yes",
  no: "No",
  addTo: (label) => `Add to ${label.toLowerCase()}`,
  remove: "Remove",
  up: "Move up",
  down: "Move down",
  undo: "Undo",
  removed: "One entry was removed.",
  pickImage: "Choose an image",
  changeImage: "Choose another image",
  imageHint: "PNG, JPEG or SVG, up to 4 MB",
  imageKinds: "Image",
  offset: "Offset from UTC",
  freeLabel: "Data (JSON)",
  freeHint: "This template declares no fields. Write a JSON object. Left empty, the template’s own data are used.",
  password:
    "This template’s PDF needs a password. Passwords don’t belong into a conversation, so it can’t be created from " +
    "this form. Create it over the REST API.",
  noTools: "This app can’t create the file. Tell the assistant what you filled in.",
  open: "Open PDF",
  copyLink: "If it doesn’t open, copy this address.",
  copyLine: "Download it with this command. It takes your API key from PLATEN_API_KEY.",
  copy: "Copy",
  copied: "Copied",
  notOpened: "The link didn’t open. Copy the address below.",
  done: "Your PDF is ready",
  failed: "The PDF could not be created",
  unanswered: "There was no answer. Please try again.",
  empty: "None yet",
  dropped: "Values that no field takes are not used",
  entry: (label, number) => `${label} ${number}`,
  moved: (number) => `Moved to position ${number}`,
  added: (number) => `Added number ${number}`,
  pasted: (count) => `${count} ${count === 1 ? "entry" : "entries"} pasted`,
  entries: (count, most) => (most === null ? `${count}` : `${count} of at most ${most}`),
  documents: (count) => `Each entry becomes a document of its own: ${count} so far.`,
  fallback: (value) => `“${value}” if left empty`,
  example: (value) => `Example: ${value}`,
  given: (value) => `Value received: ${value}`,
  holds: (characters, lines) => `Room for ${characters} full-width characters${lines === 1 ? "" : ` × ${lines} lines`}`,
  used: (characters, most) => `${characters} of ${most} full-width characters`,
  usedLines: (lines, most) => `${lines} of ${most} lines`,
  counted: (characters, most) => `${characters} of ${most} characters`,
  shrinks: "Will be set smaller to fit",
  tooMuch: "May not fit on the page",
  range: (minimum, maximum) =>
    minimum !== null && maximum !== null
      ? `${minimum} to ${maximum}`
      : minimum !== null
        ? `${minimum} or more`
        : `${maximum} or less`,
  toMend: (count) => (count === 1 ? "One field needs your attention." : `${count} fields need your attention.`),
  facts: (pages, records, size) =>
    `${pages} ${pages === 1 ? "page" : "pages"}${records > 1 ? ` · ${records} documents` : ""} · ${size}`,
  keptUntil: (moment) => `Kept until ${moment}`,
  mistakeAt: (line, column) => `This is not JSON (line ${line}, column ${column}).`,
  inexact: (number) => `${number} has too many digits to be sent exactly. Write it in quotes, as text.`,
  notObject: "Write an object in { }.",
  imageType: "Choose a PNG, JPEG or SVG image.",
  errors: {
    quota_exceeded: "This month’s allowance is spent, or the plan doesn’t include this.",
    rate_limited: "Too many in a short time. Wait a moment and try again.",
    too_large: "Too much data. Use smaller images or fewer entries.",
    not_found: "The template was not found. It may have been withdrawn.",
    render_budget_exceeded: "It took too long to create. Use less data.",
    unavailable: "Not possible right now. Try again in a moment.",
  },
  computing: {
    RPT3020: "This makes the document divide by 0.",
    RPT3022: "Another kind of value is needed here.",
    RPT3023: "This makes a date outside the years 1 to 9999.",
    RPT3024: "Use 0 to 40 decimals.",
  },
  uncomputable: "The document can’t be computed from this value.",
  topics: {},
  roles: {},
  names: {},
  problem: (problem, field) => problemInEnglish(problem, field),
};

function problemInEnglish({ rule, expected, code = "" }: Problem, field: Field): string {
  const leaf = field.shape === "leaf" ? field : null;
  switch (rule) {
    case "required":
      return leaf !== null && isPicked(leaf) ? "Choose one." : "Fill this in.";
    case "type":
    case "format":
      return typeInEnglish(leaf);
    case "enum":
      return "Choose one of the options.";
    case "pattern":
      return leaf?.kind === "line" && leaf.pattern === ONE_LINE_PATTERN
        ? "Write it on one line."
        : `This doesn’t have the right form.${leaf?.example == null ? "" : ` Example: ${leaf.example}`}`;
    case "maxLength":
    case "maxLines":
      return `Use at most ${rule === "maxLines" ? `${leaf?.linesMax} lines` : `${leaf?.lengthMax} characters`}.`;
    case "minimum":
    case "maximum":
      return `Enter a number: ${ENGLISH.range(leaf?.minimum ?? null, leaf?.maximum ?? null)}.`;
    case "decimal":
      return `At most ${wholeDigits(leaf)} digits before the point and ${leaf?.scale ?? 0} after it.`;
    case "minItems":
      return field.shape === "list" ? `At least ${field.entriesMin} needed.` : "";
    case "maxItems":
      return field.shape === "list" ? `At most ${field.entriesMax} possible.` : "";
    case "exact":
      return "Too many digits to be sent exactly.";
    case "bytes":
      return "An image may have at most 4 MB.";
    case "extra":
      return "This is not taken.";
    case "computable":
      return ENGLISH.computing[code] ?? ENGLISH.uncomputable;
    default:
      return expected ?? "Please check this value.";
  }
}

function typeInEnglish(leaf: LeafField | null): string {
  switch (leaf?.kind) {
    case "integer":
      return "Enter a whole number.";
    case "decimal":
      return "Enter a number.";
    case "date":
      return "Enter a date.";
    case "time":
      return "Enter a time.";
    case "datetime":
      return "Enter a date and time.";
    case "choice":
    case "boolean":
      return "Choose one of the options.";
    case "image":
      return "Choose an image.";
    default:
      return "Please write this anew.";
  }
}
