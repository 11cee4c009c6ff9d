import { type CheckSource, diagnosticsPage } from "./diagnostics-page.ts";
import { elementsPage, propertiesPage } from "./elements-page.ts";
import { formatsPage, functionsPage } from "./functions-page.ts";
import { languagePage } from "./language-page.ts";
import { onePageReference } from "./one-page.ts";
import { roleVocabulary } from "./roles-page.ts";

/** Every page of the reference, by its file name. */
export function referencePages(check: CheckSource): ReadonlyMap<string, string> {
  return new Map([
    ["language.md", languagePage()],
    ["elements.md", elementsPage()],
    ["properties.md", propertiesPage()],
    ["functions.md", functionsPage()],
    ["formats.md", formatsPage()],
    ["roles.md", roleVocabulary()],
    ["diagnostics.md", diagnosticsPage(check)],
    ["one-page.md", onePageReference()],
  ]);
}
