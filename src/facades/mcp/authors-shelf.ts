import { STARTER_KINDS, STARTERS, type StarterKind } from "../../core/reference/index.ts";
import type { Resource } from "./resources.ts";

/** Where the texts of the shelf come from. */
export interface ShelfTexts {
  /** The source of an example form, by its name. */
  readonly example: (name: string) => Promise<string>;
  /** The source of a form to start from. */
  readonly starter: (kind: StarterKind) => Promise<string>;
  readonly onePageReference: () => string;
  readonly roleVocabulary: () => string;
}

const EXAMPLES = ["invoice", "invoice-qualified", "inspection-report", "production-schedule"];

/** What those may read who can create templates: forms to start from, and the language. */
export function authorsShelf({ example, starter, onePageReference, roleVocabulary }: ShelfTexts): readonly Resource[] {
  const openedBy = "check_document";
  const examples = EXAMPLES.map((name) => ({
    uri: `rpt://examples/${name}`,
    name,
    title: `Example: ${name}`,
    description: "A whole form in the .rpt language, to start from.",
    mimeType: "text/x-rpt",
    openedBy,
    read: () => example(name),
  }));
  const starters = STARTER_KINDS.map((kind) => ({
    uri: `rpt://starters/${kind}`,
    name: `starter-${kind}`,
    title: `To start from: ${STARTERS[kind].title} (${STARTERS[kind].titleJa})`,
    description: `A small whole form in the .rpt language. It shows ${STARTERS[kind].shows}.`,
    mimeType: "text/x-rpt",
    openedBy,
    read: () => starter(kind),
  }));
  return [
    ...examples,
    ...starters,
    {
      uri: "rpt://reference/one-page",
      name: "one-page",
      title: "The .rpt language on one page",
      description: "All that is needed to write a form: read it before the first one.",
      mimeType: "text/markdown",
      openedBy,
      read: onePageReference,
    },
    {
      uri: "rpt://reference/roles",
      name: "roles",
      title: "The vocabulary of roles",
      description: "What `role=` may say of a field or text, and the legal or customary item that it stands for.",
      mimeType: "text/markdown",
      openedBy,
      read: roleVocabulary,
    },
  ];
}
