// The page of diagnostics: every code with a mistake that raises it, and what the check then says.
import { CODES, type Diagnostic, type DiagnosticCode, LOST_DATA_CODES } from "../diagnostics/index.ts";
import { DIAGNOSTIC_EXAMPLES, type DiagnosticExample, mistakenForm, SOUND_FORM } from "./diagnostic-examples.ts";
import { block, code, table } from "./markdown.ts";

/** What a whole check finds in a source, advice included; `data` stands for the examples where it is given. */
export type CheckSource = (source: string, data: string | null) => readonly Diagnostic[];

const STAGES: Readonly<Record<string, string>> = {
  "0": "Syntax",
  "1": "Structure",
  "2": "Declarations, names and types",
  "3": "Data",
  "4": "Content in its box",
  "5": "Geometry",
  "6": "Roles",
  "7": "Output",
  "9": "Limits",
};

/** The page; what each example says is asked of `check`, so that the page can't promise other words. */
export function diagnosticsPage(check: CheckSource): string {
  const entries = Object.entries(CODES) as [DiagnosticCode, (typeof CODES)[DiagnosticCode]][];
  const rows = entries.map(([name, { severity, title }]) => {
    const link = DIAGNOSTIC_EXAMPLES[name] === undefined ? name : `[${name}](#${name.toLowerCase()})`;
    return [link, severity, title];
  });
  const parts = Object.entries(STAGES).flatMap(([digit, title]) => {
    const shown = entries.flatMap(([name]) => (name[3] === digit ? exampleOf(name, check) : []));
    return shown.length === 0 ? [] : [`## ${title}\n\n${shown.join("\n\n")}`];
  });
  return `# Diagnostics

Everything that \`platen check\`, publishing and rendering may find in a template or its data. Each finding is printed
as \`line:col<TAB>severity<TAB>code<TAB>message\`, with a repair beneath where there is one, and repairs of its other
places beneath that where they differ (\`14:3: widen the column\`). An error refuses
publishing, a warning and an info do not. The first digit names the stage, as the headings below do. Rules of business
profiles have names of their own, \`<profile>/<rule>\`. Codes RPT51… are advice: what a designer would change of a form
without errors. Only a check that is asked for it tells them (\`platen check --advise\`, \`advise: true\` of
\`check_document\`), each with an edit where one was tried and works. Errors come first, then warnings, then what only
tells, each in
the order of the source; one cause is told once, and what is found of many places is one line with their count and
places (\`×60, also at 12:3, …\`). Counts are those of all that was found. Every door lists the same: at most 250
findings, each with at most 99 other places in its machine form, and 2,000 places in all; what is not listed is counted,
as RPT9009 where it is a finding of its own. Editors get each finding at its own place.

${table(["Code", "Severity", "What it stands for"], rows)}

## What onMisfit refuses

A render reports what it finds and makes the file. With \`onMisfit: "refuse"\` (\`options.onMisfit\` of a request, the
argument of the tool, \`--on-misfit refuse\` of the command) it makes none, and charges nothing, where it finds an error
of any code, those of business profiles included, or one of these warnings, which tell of data that is not on the page
as it was sent:

${table(
  ["Code", "What it stands for"],
  LOST_DATA_CODES.map((name) => [`[${name}](#${name.toLowerCase()})`, CODES[name].title]),
)}

Other warnings and infos refuse nothing. Every code that is an error in the table above refuses where a render finds it;
most of them are found before, when a form is published.

## The form of the examples

Each example below shows the lines that an author wrote instead of those of this form, then what the check says.

${block(SOUND_FORM)}

${parts.join("\n\n")}
`;
}

function exampleOf(name: DiagnosticCode, check: CheckSource): readonly string[] {
  const example = DIAGNOSTIC_EXAMPLES[name];
  if (example === undefined) return [];
  const found = check(mistakenForm(example), example.data ?? null).find((each) => each.code === name);
  if (found === undefined) throw new Error(`the example of ${name} does not raise it`);
  const said = [`${found.severity} ${found.code} ${found.message}`];
  if (found.repair !== null) said.push(`→ ${found.repair.title}`);
  return [`### ${name}\n\n${writtenBy(example)}\n\n\`\`\`text\n${said.join("\n")}\n\`\`\`\n\n${found.why}`];
}

/** What the author wrote and sent. */
function writtenBy(example: DiagnosticExample): string {
  const lines = example.shown ?? mistakenLines(example);
  const parts = lines === "" ? [] : [block(lines)];
  if (example.data !== undefined && example.shown === undefined) {
    parts.push(`Sent: ${code(example.data.length > DATA_SHOWN_MAX ? shortened(example.data) : example.data)}`);
  }
  return parts.join("\n\n");
}

/** Longer data are pictures or many rows, and say no more. */
const DATA_SHOWN_MAX = 240;

function shortened(data: string): string {
  return `${data.slice(0, DATA_SHOWN_MAX / 2)} …`;
}

/** Lines of the mistaken form that the sound one doesn't have; where lines are missing, those around them. */
function mistakenLines(example: DiagnosticExample): string {
  if (example.form !== undefined) return example.form;
  const sound = SOUND_FORM.split("\n");
  const mistaken = mistakenForm(example).split("\n");
  let start = 0;
  while (start < sound.length && sound[start] === mistaken[start]) start++;
  let end = 0;
  while (end < sound.length - start && end < mistaken.length - start) {
    if (sound[sound.length - 1 - end] !== mistaken[mistaken.length - 1 - end]) break;
    end++;
  }
  return mistaken.slice(start, mistaken.length - end).join("\n");
}
