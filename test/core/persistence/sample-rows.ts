import { createHash } from "node:crypto";
import type {
  ApiKey,
  Canvas,
  CanvasContent,
  Database,
  OAuthRecord,
  Organization,
  RenderStart,
  Workspace,
} from "../../../src/core/persistence/index.ts";
import { newApiKey, newId } from "../../../src/core/tenancy/index.ts";

/** An organization with a workspace and a key, as most tests need them. */
export interface SampleTenant {
  readonly organization: Organization;
  readonly workspace: Workspace;
  readonly key: ApiKey;
}

export const NOW = new Date("2026-11-20T10:00:00.123Z");

export const PERIOD = "2026-11";

/** `NOW` and some seconds. */
export function later(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1000);
}

/** The value of a result that has to be one. */
export function expectValue<Value>(result: { ok: true; value: Value } | { ok: false; reason: string }): Value {
  if (!result.ok) throw new Error(`unexpected ${result.reason}`);
  return result.value;
}

export async function sampleTenant(database: Database, name = "山田商事"): Promise<SampleTenant> {
  const organization = await database.organizations.create({ name, plan: "starter", createdAt: NOW });
  const workspace = expectValue(
    await database.organizations.createWorkspace({ organizationId: organization.id, name: "経理", createdAt: NOW }),
  );
  const { prefix, secretHash } = newApiKey();
  const key = expectValue(
    await database.keys.create({
      organizationId: organization.id,
      workspaceId: null,
      role: "render",
      label: "test",
      prefix,
      secretHash,
      createdAt: NOW,
    }),
  );
  return { organization, workspace, key };
}

export function sampleContent(compiled = '{"n":1}'): CanvasContent {
  return {
    source: "rpt 1\ndocument invoice",
    compiled,
    schema: '{"type":"object"}',
    summary: '{"fields":[]}',
    contentHash: createHash("sha256").update(compiled).digest("hex"),
    engineVersion: "0.1.0",
    fontVersions: '["Noto Sans JP 0.4.3"]',
    fieldCount: 3,
    recordSource: null,
    encryption: "none",
  };
}

export async function publishSample(
  database: Database,
  workspaceId: string,
  title: string,
  publishedAt: Date = NOW,
): Promise<Canvas> {
  const request = { workspaceId, canvasId: null, title, content: sampleContent(), publishedAt };
  return expectValue(await database.canvases.publish(request));
}

export function sampleStart({ key }: SampleTenant, canvas: Canvas, changes: Partial<RenderStart> = {}): RenderStart {
  return {
    id: newId("rnd"),
    organizationId: canvas.organizationId,
    workspaceId: canvas.workspaceId,
    canvasId: canvas.id,
    canvasVersion: canvas.version,
    requestedBy: { keyId: key.id },
    records: 1,
    recordLimit: 1_000,
    concurrentLimit: 1_000,
    period: PERIOD,
    engineVersion: "0.1.0",
    fileName: canvas.title,
    createdAt: NOW,
    deadlineAt: later(60),
    ...changes,
  };
}

/** The scope of a key without a workspace. */
export function wholeOf({ organization }: SampleTenant): { organizationId: string; workspaceId: null } {
  return { organizationId: organization.id, workspaceId: null };
}

/** A record of the authorization server: a session of nobody, unless said otherwise. */
export function sampleRecord(parts: Partial<OAuthRecord>): OAuthRecord {
  const none = { grantId: null, uid: null, accountId: null, clientId: null, expiresAt: null };
  return { model: "Session", id: "1", payload: { kind: "Session" }, ...none, ...parts };
}
