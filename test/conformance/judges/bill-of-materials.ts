import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../support/command.ts";
import type { Judge } from "../judge.ts";
import { pythonWith } from "../python.ts";

// The schema of CycloneDX 1.5, as the project's own Python library holds to it.

const REQUIREMENT = "cyclonedx-python-lib[json-validation]==11.12.0";

const VALIDATE = `import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1], encoding="utf-8").read())
if error is not None:
    sys.exit(str(error))
`;

export const billOfMaterialsJudges: readonly Judge[] = [
  {
    name: "CycloneDX: the bill of materials of a release holds to the schema",
    needs: ["python3"],
    judge: async (subjects) => {
      const python = await pythonWith(subjects, REQUIREMENT);
      const path = join(subjects.folder, "sbom.cdx.json");
      const made = await runCommand("node", ["tools/package/bill-of-materials.ts", path]);
      if (made.exitCode !== 0) throw new Error(made.stderr);
      const { components } = JSON.parse(await readFile(path, "utf8")) as { readonly components: readonly unknown[] };
      const judged = await runCommand(python, ["-c", VALIDATE, path]);
      if (judged.exitCode !== 0) throw new Error(judged.stderr);
      console.log(`        ${components.length} packages`);
    },
  },
];
