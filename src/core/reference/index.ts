// Reference: the tables of the language → the pages that people and machine authors learn it from.
export { defaultOf } from "./defaults.ts";
export { DIAGNOSTIC_EXAMPLES, mistakenForm, SOUND_FORM, WITHOUT_EXAMPLE } from "./diagnostic-examples.ts";
export type { CheckSource } from "./diagnostics-page.ts";
export { FUNCTION_EXAMPLE_DATA, FUNCTION_EXAMPLES } from "./function-examples.ts";
export { ONE_PAGE_LENGTH_MAX, onePageReference } from "./one-page.ts";
export { referencePages } from "./pages.ts";
export { roleVocabulary } from "./roles-page.ts";
export { placesOf, sampleDocument } from "./samples.ts";
export { STARTER_KINDS, STARTERS, type Starter, type StarterKind, starterNamed } from "./starters.ts";
