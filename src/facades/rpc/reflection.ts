import { create, type DescFile, type DescService, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Health } from "../../../gen/grpc/health/v1/health_pb.ts";
import {
  FileDescriptorResponseSchema,
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
} from "../../../gen/grpc/reflection/v1/reflection_pb.ts";
import type { HealthParts } from "./health.ts";

type Answer = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>["messageResponse"]>;

/** Questions of one stream: clients ask for what they need, and open another one for more. */
const QUESTIONS_MAX = 100;

/** Registers the reflection service of gRPC, so that `grpcurl` and `buf curl` need no proto files. */
export function reflectionRoutes(
  router: ConnectRouter,
  services: readonly DescService[],
  asked: HealthParts["asked"],
): void {
  const described = describer();
  const listed = [...services, Health, ServerReflection];
  const files = filesOf(listed.map((service) => service.file));
  const symbols = symbolsOf(files.values());
  const answer = (request: ServerReflectionRequest): Answer => {
    const asked = request.messageRequest;
    switch (asked.case) {
      case "listServices": {
        const names = listed.map((service) => service.typeName).sort();
        return { case: "listServicesResponse", value: { service: names.map((name) => ({ name })) } };
      }
      case "fileByFilename":
        return described(files.get(asked.value));
      case "fileContainingSymbol":
        return described(symbols.get(asked.value));
      case "fileContainingExtension":
        return described(extensionFile(files, asked.value.containingType, asked.value.extensionNumber));
      case "allExtensionNumbersOfType": {
        const extensionNumber = extensionsOf(files, asked.value).map((extension) => extension.number);
        return { case: "allExtensionNumbersResponse", value: { baseTypeName: asked.value, extensionNumber } };
      }
      case undefined:
        return failure(Code.InvalidArgument, "the request asks for nothing");
    }
  };
  router.service(ServerReflection, {
    async *serverReflectionInfo(requests, context): AsyncGenerator<ServerReflectionResponse> {
      let questions = 0;
      for await (const request of requests) {
        await asked(context);
        questions += 1;
        if (questions > QUESTIONS_MAX) {
          const sentence = `a stream takes ${QUESTIONS_MAX} questions; open another one`;
          throw new ConnectError(sentence, Code.ResourceExhausted);
        }
        yield create(ServerReflectionResponseSchema, {
          validHost: request.host,
          originalRequest: request,
          messageResponse: answer(request),
        });
      }
    },
  });
}

/** The files and everything that they import, by the name that `import` uses. */
function filesOf(roots: readonly DescFile[]): ReadonlyMap<string, DescFile> {
  const files = new Map<string, DescFile>();
  const queue = [...roots];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file.proto.name)) continue;
    files.set(file.proto.name, file);
    queue.push(...file.dependencies);
  }
  return files;
}

/** The file of every message, enum, extension, service, method and field, by full name. */
function symbolsOf(files: Iterable<DescFile>): ReadonlyMap<string, DescFile> {
  const symbols = new Map<string, DescFile>();
  for (const file of files) {
    for (const type of nestedTypes(file)) {
      symbols.set(type.typeName, file);
      if (type.kind === "service") {
        for (const method of type.methods) symbols.set(`${type.typeName}.${method.name}`, file);
      } else if (type.kind === "message") {
        for (const field of type.fields) symbols.set(`${type.typeName}.${field.name}`, file);
      }
    }
  }
  return symbols;
}

function extensionsOf(files: ReadonlyMap<string, DescFile>, typeName: string): { number: number; file: DescFile }[] {
  return [...files.values()].flatMap((file) =>
    [...nestedTypes(file)]
      .filter((type) => type.kind === "extension")
      .filter((extension) => extension.extendee.typeName === typeName)
      .map((extension) => ({ number: extension.number, file })),
  );
}

function extensionFile(files: ReadonlyMap<string, DescFile>, typeName: string, number: number): DescFile | undefined {
  return extensionsOf(files, typeName).find((extension) => extension.number === number)?.file;
}

/** Describes a file with all that it imports: clients need every one of them to read it. The bytes are made once. */
function describer(): (file: DescFile | undefined) => Answer {
  const bytesByFile = new Map<DescFile, Uint8Array>();
  const answers = new Map<DescFile, Answer>();
  const bytesOf = (file: DescFile): Uint8Array => {
    const bytes = bytesByFile.get(file) ?? toBinary(FileDescriptorProtoSchema, file.proto);
    bytesByFile.set(file, bytes);
    return bytes;
  };
  return (file) => {
    if (file === undefined) return failure(Code.NotFound, "there is no such definition");
    const known = answers.get(file);
    if (known !== undefined) return known;
    const fileDescriptorProto = [...filesOf([file]).values()].map(bytesOf);
    const answer: Answer = {
      case: "fileDescriptorResponse",
      value: create(FileDescriptorResponseSchema, { fileDescriptorProto }),
    };
    answers.set(file, answer);
    return answer;
  };
}

function failure(code: Code, message: string): Answer {
  return { case: "errorResponse", value: { errorCode: code, errorMessage: message } };
}
