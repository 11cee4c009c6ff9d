// Kinds of bar codes and sources of datasets as plugins bring them: what people are told of them, and what is wrong.
import { BARCODE_KINDS } from "../../canvas/index.ts";
import { type Barcode, type DatasetSource, SDK_VERSION } from "../../sdk/index.ts";

/** What people are told of a kind of bar code. */
export interface BarcodeDescription {
  /** As forms name it. */
  readonly name: string;
  readonly title: string;
  readonly sample: string;
  /** The plugin that brings it. */
  readonly plugin: string;
}

/** What people are told of a source of datasets. */
export interface DatasetSourceDescription {
  readonly scheme: string;
  readonly title: string;
  readonly settings: readonly { readonly name: string; readonly meaning: string; readonly isRequired: boolean }[];
  /** The plugin that brings it. */
  readonly plugin: string;
}

export function describeBarcode({ name, title, sample }: Barcode, plugin: string): BarcodeDescription {
  return { name, title, sample, plugin };
}

export function describeDatasetSource(
  { scheme, title, settings = {} }: DatasetSource,
  plugin: string,
): DatasetSourceDescription {
  const described = Object.entries(settings).map(([name, { meaning, isRequired }]) => ({ name, meaning, isRequired }));
  return { scheme, title, settings: described, plugin };
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const SETTING = /^[a-z][A-Za-z0-9]*$/;

/** What is wrong with a kind of bar code as somebody wrote it, in one sentence; null where nothing is. */
export function barcodeKindMistake(barcode: Barcode): string | null {
  const { name, sdk, title, sample, mistake, encode } = barcode;
  if (typeof name !== "string" || !NAME.test(name)) {
    return `a kind of bar code has the name ${JSON.stringify(name)}; write lower-case words with hyphens`;
  }
  if (BARCODE_KINDS.some((kind) => kind === name)) {
    return `the kind of bar code ${name} comes with Platen; choose another name, such as acme-${name}`;
  }
  if (sdk !== SDK_VERSION) return `bar code ${name} is written for sdk ${String(sdk)}, and this is sdk ${SDK_VERSION}`;
  if (typeof title !== "string" || title === "") return `bar code ${name} has no title`;
  if (typeof mistake !== "function" || typeof encode !== "function") return `bar code ${name} has no mistake or encode`;
  if (typeof sample !== "string") return `bar code ${name} has no sample`;
  return sampleMistake(barcode);
}

/** A kind that cannot draw its own sample cannot draw anything. */
function sampleMistake({ name, sample, mistake, encode }: Barcode): string | null {
  try {
    const wrong = mistake(sample);
    if (wrong !== null) return `bar code ${name} refuses its own sample: it ${wrong.reason}`;
    const code = encode(sample, { correction: null });
    return code.kind === "refused" ? `bar code ${name} refuses its own sample: it ${code.reason}` : null;
  } catch (error) {
    return `bar code ${name} fails on its own sample: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What is wrong with a source of datasets as somebody wrote it, in one sentence; null where nothing is. */
export function datasetSourceMistake({ scheme, sdk, title, settings, mistake, read }: DatasetSource): string | null {
  if (typeof scheme !== "string" || !NAME.test(scheme)) {
    return `a dataset source has the scheme ${JSON.stringify(scheme)}; write lower-case words with hyphens`;
  }
  if (sdk !== SDK_VERSION) {
    return `dataset source ${scheme} is written for sdk ${String(sdk)}, and this is sdk ${SDK_VERSION}`;
  }
  if (typeof title !== "string" || title === "") return `dataset source ${scheme} has no title`;
  if (typeof mistake !== "function" || typeof read !== "function") {
    return `dataset source ${scheme} has no mistake or read`;
  }
  const wrong = Object.keys(settings ?? {}).find((name) => !SETTING.test(name));
  return wrong === undefined ? null : `dataset source ${scheme} has the setting ${JSON.stringify(wrong)}; write a word`;
}
