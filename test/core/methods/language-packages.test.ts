// What generators of other languages read of the proto files. Whoever has generated code finds it gone where one of
// these changes.
import { expect, test } from "vitest";
import { files } from "../../../gen/definition.ts";

test.each(files.map(({ proto }) => [proto.name, proto.options] as const))(
  "%s says where its code goes",
  (_, options) => {
    expect(options).toMatchObject({
      csharpNamespace: "Platen.V1",
      goPackage: "platen/v1;platenv1",
      javaMultipleFiles: true,
      javaPackage: "platen.v1",
    });
  },
);
