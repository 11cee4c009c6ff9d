// The clean forms that mutants are made from: forms in a practitioner's words, the starters and the examples.
import { globSync, readFileSync } from "node:fs";
import type { Form } from "../../../../../src/core/sdk/index.ts";
import { factsOf } from "../mutations.ts";

/** A clean form. */
export interface Seed {
  /** `hatchu`; `starters/order` */
  readonly name: string;
  readonly profile: string;
  readonly source: string;
  readonly form: Form;
}

const OWN = "test/plugins/profiles/jp/examiner/forms";
const PLACES = [OWN, "docs/starters", "docs/examples"];

/** Those whose documents name a profile that `isAsked` takes. */
export function seedsOf(isAsked: (profile: string) => boolean): readonly Seed[] {
  return PLACES.flatMap((place) => globSync(`${place}/*.rpt`).sort()).flatMap((file) => {
    const source = readFileSync(file, "utf8");
    const [, profile = ""] = /^document .*profile=\[?([\w.-]+)/m.exec(source) ?? [];
    const name = file.replace(`${OWN}/`, "").replace("docs/", "").replace(".rpt", "");
    return isAsked(profile) ? [{ name, profile, source, form: factsOf(source) }] : [];
  });
}
