import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { compileSource, contractSchema } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { runCommand } from "../../support/command.ts";
import { payloadsOf, type Schema } from "../../support/generated-payloads.ts";
import type { Judge } from "../judge.ts";
import { pythonWith } from "../python.ts";
import type { Subjects } from "../subjects.ts";

// The Python program of the reference, which judges data by a published schema: it accepts and refuses what the service
// does.

const REFERENCE = "docs/reference/language.md";
const REQUIREMENTS = ["jsonschema==4.26.0", "regex==2026.5.9"] as const;
const EXAMPLES = "docs/examples";

/** A field of every type and kind of bound. */
const KINDS = `rpt 1
document kinds
field note string(5) example="本日"
field body? text(20) example="長い文"
field lines? text(20) lines=2 example="長い\\n文"
field coded? text(20) lines=3 pattern='^[^b]*$' example="文"
field day date example="2026-11-20"
field at? time example="09:30"
field moment? datetime example="2026-10-31T09:30:00+09:00"
field kind enum(a, b) example=a
field rate enum(10, 8) example=10
field flag? bool example=true
field code? string(8) pattern='^[A-Z]{2}[0-9]+$' example="AB1"
field letters? string(8) pattern='^\\p{L}[\\w\\s.]*$' example="あ1"
field wide? decimal(30,10) max=12345678901234567890.5 example=1.5
field whole? int min=-9007199254740993 max=9007199254740993 example=3
field rows[] min=1 max=3
field rows[].price decimal(5,2) min=-10 max=999.99 example=[12.5]
field rows[].tenth decimal(4,1) example=[0.1]
field rows[].qty? int min=0 max=99 example=[3]
page A5 portrait margin=10mm {
  body {
    text (note)
  }
}
`;

const PAYLOADS_EACH = 120;
const SEED = 7;

/** Scalars as JSON writes them, near the borders of every type. */
const SCALARS = [
  ...["null", "true", "false", "0", "-0", "1", "8", "10", "11", "99", "100", "-1", "-10", "-10.01", "999.99", "1000"],
  ...["1e400", "-1e309", "1e5000", "1e-400", "1e-401", "0e5000", "9007199254740993", "9007199254740994", "NaN"],
  ...["12345678901234567890.5", "12345678901234567890.6", "12345678901234567891", "9007199254740993.5"],
  ...[
    '"2026-02-28\\n"',
    '"09:30\\n"',
    '"AB1\\n"',
    '"a\\n"',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"é１"',
    '"é1 _"',
    '"é\\u3000"',
  ],
  ...["12.345", "0.1", "0.07", "0.3", "1e1", "1.0", "1.00", "18000e-3", "8.0"],
  ...[
    '""',
    '"あいうえお"',
    '"あいうえおか"',
    '"𠮷𠮷𠮷𠮷𠮷"',
    '"1.5"',
    '"001.50"',
    '"1.555"',
    '"-12"',
    '"a"',
    '"AB1"',
    '"AB"',
  ],
  ...[
    '"2026-02-28"',
    '"2026-02-30"',
    '"09:30"',
    '"24:00"',
    '"a\\nb"',
    '"a\\r\\nc\\n"',
    '"a\\rc\\r\\n"',
    '"\\u2028\\u0085\\u000b"',
    '"国\\n\\n\\nc"',
    '"a\\u0000b"',
    '"10"',
    '"8.0"',
    '"1e1"',
    '"2026-02-30T09:30:00Z"',
    '"2024-02-29T23:59:59+09:00"',
    "{}",
    "[]",
  ],
];

export const pythonContractJudges: readonly Judge[] = [
  {
    name: "jsonschema: the Python of the reference accepts and refuses what the service does",
    needs: ["python3"],
    judge: compareVerdicts,
  },
];

async function compareVerdicts(all: Subjects): Promise<void> {
  const python = await pythonWith(all, ...REQUIREMENTS);
  const recipe = /```python\n([\s\S]*?)```/.exec(await readFile(REFERENCE, "utf8"))?.[1];
  if (recipe === undefined) throw new Error(`${REFERENCE} has no Python`);
  const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith(".rpt"));
  const examples = await Promise.all(names.map((name) => readFile(join(EXAMPLES, name), "utf8")));
  const faults: string[] = [];
  const counts = { accepted: 0, refused: 0 };
  for (const source of [KINDS, ...examples]) {
    const { value: canvas } = compileSource(source);
    if (canvas === null || canvas.fields.length === 0) continue;
    const schema = JSON.stringify(contractSchema(canvas, { canvasId: "cnv_0", version: 1 }));
    const texts = payloadTexts(JSON.parse(schema) as Schema);
    const verdicts = await askPython(all, python, recipe, { schema, texts });
    for (const [at, text] of texts.entries()) {
      const bytes = new TextEncoder().encode(text);
      const isAccepted = readPayload(bytes, canvas.fields, { extra: canvas.document.extra }).value !== null;
      counts[isAccepted ? "accepted" : "refused"] += 1;
      if (verdicts[at] === isAccepted) continue;
      faults.push(`${isAccepted ? "refused" : "accepted"} by Python alone: ${text.slice(0, 300)}`);
    }
  }
  console.log(`        ${counts.accepted} payloads that are accepted and ${counts.refused} that are refused`);
  if (Math.min(counts.accepted, counts.refused) < PAYLOADS_EACH) throw new Error("too few payloads say anything");
  if (faults.length > 0) throw new Error([`${faults.length} differ`, ...faults.slice(0, 10)].join("\n"));
}

/** Payloads that a client makes by the schema, and the same with one scalar that is another. */
function payloadTexts(schema: Schema): readonly string[] {
  const good = payloadsOf(schema).map((value) => JSON.stringify(value));
  const spoilt = fc.tuple(good, fc.nat(), fc.constantFrom(...SCALARS)).map(([text, nth, scalar]) => {
    const places = [...text.matchAll(/(?<=[:[,])(?:"(?:[^"\\]|\\.)*"(?!:)|-?[0-9][0-9.eE+-]*|true|false|null)/g)];
    const place = places[nth % Math.max(1, places.length)];
    if (place === undefined) return text;
    return text.slice(0, place.index) + scalar + text.slice(place.index + place[0].length);
  });
  return [
    ...fc.sample(good, { numRuns: PAYLOADS_EACH, seed: SEED }),
    ...fc.sample(spoilt, { numRuns: 2 * PAYLOADS_EACH, seed: SEED }),
  ];
}

async function askPython(
  { folder }: Subjects,
  python: string,
  recipe: string,
  question: { readonly schema: string; readonly texts: readonly string[] },
): Promise<readonly boolean[]> {
  const [script, asked] = [join(folder, "contract.py"), join(folder, "contract.json")];
  const rest = [
    "import sys",
    "asked = json.load(open(sys.argv[1], encoding='utf-8'))",
    "judge = Validator(read(asked['schema']), format_checker=formats)",
    "def verdict(text):",
    "    try:",
    "        return judge.is_valid(read(text))",
    "    except ValueError:",
    "        return False",
    "print(json.dumps([verdict(text) for text in asked['texts']]))",
  ];
  await writeFile(script, `${recipe}\n${rest.join("\n")}\n`);
  await writeFile(asked, JSON.stringify(question));
  const { stdout, stderr, exitCode } = await runCommand(python, [script, asked]);
  if (exitCode !== 0) throw new Error(`the program of ${REFERENCE} fails: ${stderr.trim().split("\n").at(-1)}`);
  return JSON.parse(stdout) as boolean[];
}
