// What a user types to call an operation, for pages that show a document with samples beside each operation.

/** A call of one operation. */
export interface SampleCall {
  /** The HTTP method, in capitals. */
  readonly verb: string;
  readonly url: string;
  /** The call carries a key. */
  readonly hasKey: boolean;
  /** The JSON body; nothing where the operation takes none. */
  readonly body?: unknown;
  /** The answer is a file rather than JSON. */
  readonly isFile: boolean;
}

/** A sample in one language, in the form of the extension `x-codeSamples`. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Where a sample puts the file that it gets. */
const FILE = "document.pdf";
/** The environment variable that a sample takes the key from, so that none stands in a program. */
const KEY = "PLATEN_API_KEY";

/** The same call in the languages that most people read. None needs a library. */
export function codeSamples(call: SampleCall): readonly CodeSample[] {
  return [
    { lang: "Shell", label: "curl", source: curl(call) },
    { lang: "JavaScript", label: "JavaScript", source: javaScript(call) },
    { lang: "Python", label: "Python", source: python(call) },
  ];
}

function curl({ url, hasKey, body, isFile }: SampleCall): string {
  const options = [
    ...(hasKey ? [`-H "x-api-key: $${KEY}"`] : []),
    ...(body === undefined ? [] : [`-H "content-type: application/json"`, `-d ${quoted(JSON.stringify(body))}`]),
    ...(isFile ? [`-o ${FILE}`] : []),
  ];
  return ["curl -fsS", ...options, quoted(url)].join(" \\\n  ");
}

/** A word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function javaScript({ verb, url, hasKey, body, isFile }: SampleCall): string {
  const headers = [
    ...(hasKey ? [`"x-api-key": process.env.${KEY}`] : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  return [
    ...(isFile ? ['import { writeFile } from "node:fs/promises";', ""] : []),
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    `  method: "${verb}",`,
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    "});",
    "if (!answer.ok) throw new Error(await answer.text());",
    isFile
      ? `await writeFile("${FILE}", Buffer.from(await answer.arrayBuffer()));`
      : "console.log(await answer.json());",
    "",
  ].join("\n");
}

function python({ verb, url, hasKey, body, isFile }: SampleCall): string {
  const headers = [
    ...(hasKey ? [`"x-api-key": os.environ["${KEY}"]`] : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  // A string of JSON in JSON is a string of Python.
  const data = body === undefined ? [] : [`    data=${JSON.stringify(JSON.stringify(body))}.encode(),`];
  return [
    `import ${["json", "os", "urllib.request"].filter((name) => isUsed(name, hasKey, isFile)).join(", ")}`,
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    `    method="${verb}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(", ")}},`]),
    ...data,
    ")",
    "with urllib.request.urlopen(request) as answer:",
    ...(isFile
      ? [`    with open("${FILE}", "wb") as file:`, "        file.write(answer.read())"]
      : ["    print(json.load(answer))"]),
    "",
  ].join("\n");
}

function isUsed(name: string, hasKey: boolean, isFile: boolean): boolean {
  if (name === "json") return !isFile;
  return name !== "os" || hasKey;
}
