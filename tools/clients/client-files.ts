import { platenContract } from "./contract.ts";
import { goOf } from "./go.ts";
import { javaFilesOf } from "./java.ts";
import { pythonOf } from "./python.ts";
import { typescriptOf } from "./typescript.ts";

/** Each generated file of the client libraries, by its path in the repository. */
export function clientFiles(): readonly { readonly path: string; readonly text: string }[] {
  const contract = platenContract();
  return [
    { path: "clients/typescript/src/generated.ts", text: typescriptOf(contract) },
    { path: "clients/python/src/platen/_generated.py", text: pythonOf(contract) },
    { path: "clients/go/generated.go", text: goOf(contract) },
    ...javaFilesOf(contract),
  ];
}
