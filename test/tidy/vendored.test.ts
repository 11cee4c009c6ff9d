import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);

function packageFile(manifest: string, path: string): string {
  return readFileSync(join(dirname(manifest), path), "utf8");
}

const googleProtoFiles = require.resolve("google-proto-files/package.json");
const grpcHealthCheck = require.resolve("grpc-health-check/package.json");
const grpcReflection = require.resolve("@grpc/reflection/package.json");

test.for([
  ["google/api/annotations.proto", googleProtoFiles, "google/api/annotations.proto"],
  ["google/api/http.proto", googleProtoFiles, "google/api/http.proto"],
  ["google/api/httpbody.proto", googleProtoFiles, "google/api/httpbody.proto"],
  ["grpc/health/v1/health.proto", grpcHealthCheck, "proto/health/v1/health.proto"],
  ["grpc/reflection/v1/reflection.proto", grpcReflection, "build/proto/grpc/reflection/v1/reflection.proto"],
] as const)("the copy of %s is the one that its package carries", ([copy, manifest, original]) => {
  expect(readFileSync(join("proto/third_party", copy), "utf8")).toBe(packageFile(manifest, original));
});
