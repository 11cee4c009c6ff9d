import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * The rows, as MikroORM sees them. The migrations are the truth about constraints; a test compares both with a migrated
 * database. References are mapped to their ids: nothing is loaded that was not asked for.
 */

/** Ids are compared byte by byte, on every server alike, so that their order is that of their making. */
const idColumn = () => p.string().columnType("text").collation("C");

/** Milliseconds: what a JavaScript date holds, so that a row read back is equal to what was written. */
const instant = () => p.datetime(3);

export const OrganizationEntity = defineEntity({
  name: "Organization",
  tableName: "organizations",
  properties: {
    id: idColumn().primary(),
    name: p.text(),
    plan: p.text(),
    createdAt: instant(),
  },
});

export const WorkspaceEntity = defineEntity({
  name: "Workspace",
  tableName: "workspaces",
  properties: {
    id: idColumn().primary(),
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().fieldName("organization_id"),
    name: p.text(),
    createdAt: instant(),
  },
});

export const PersonEntity = defineEntity({
  name: "Person",
  tableName: "people",
  properties: {
    id: idColumn().primary(),
    email: p.text(),
    passwordHash: p.text().nullable(),
    createdAt: instant(),
  },
});

export const PersonSubjectEntity = defineEntity({
  name: "PersonSubject",
  tableName: "person_subjects",
  primaryKeys: ["issuer", "subject"],
  properties: {
    issuer: p.text().primary(),
    subject: p.text().primary(),
    personId: () => p.manyToOne(PersonEntity).mapToPk().fieldName("person_id"),
    since: instant(),
  },
});

export const PersonLinkEntity = defineEntity({
  name: "PersonLink",
  tableName: "person_links",
  primaryKeys: ["secretHash"],
  properties: {
    secretHash: p.blob().primary(),
    personId: () => p.manyToOne(PersonEntity).mapToPk().fieldName("person_id"),
    purpose: p.text().$type<"invitation" | "reset">(),
    createdAt: instant(),
    expiresAt: instant(),
  },
});

export const MembershipEntity = defineEntity({
  name: "Membership",
  tableName: "memberships",
  primaryKeys: ["personId", "organizationId"],
  properties: {
    personId: () => p.manyToOne(PersonEntity).mapToPk().primary().fieldName("person_id"),
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().primary().fieldName("organization_id"),
    role: p.text().$type<"owner" | "member">(),
    since: instant(),
  },
});

export const ApiKeyEntity = defineEntity({
  name: "ApiKey",
  tableName: "api_keys",
  properties: {
    id: idColumn().primary(),
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().fieldName("organization_id"),
    workspaceId: () => p.manyToOne(WorkspaceEntity).mapToPk().fieldName("workspace_id").nullable(),
    role: p.text().$type<"render" | "data-write">(),
    label: p.text(),
    prefix: p.text(),
    secretHash: p.blob(),
    createdAt: instant(),
    revokedAt: instant().nullable(),
  },
});

export const CanvasEntity = defineEntity({
  name: "Canvas",
  tableName: "canvases",
  properties: {
    id: idColumn().primary(),
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().fieldName("organization_id"),
    workspaceId: () => p.manyToOne(WorkspaceEntity).mapToPk().fieldName("workspace_id"),
    title: p.text(),
    titleSearch: p.text(),
    version: p.integer(),
    publishedAt: instant(),
    unpublishedAt: instant().nullable(),
    contentHash: p.text(),
    fieldCount: p.integer(),
    recordSource: p.text().nullable(),
    encryption: p.text().$type<"none" | "optional" | "required">(),
  },
});

export const CanvasVersionEntity = defineEntity({
  name: "CanvasVersion",
  tableName: "canvas_versions",
  primaryKeys: ["canvasId", "version"],
  properties: {
    canvasId: () => p.manyToOne(CanvasEntity).mapToPk().primary().fieldName("canvas_id"),
    version: p.integer().primary(),
    title: p.text(),
    source: p.text(),
    compiled: p.text(),
    schema: p.text().fieldName("payload_schema"),
    summary: p.text().nullable(),
    contentHash: p.text(),
    engineVersion: p.text(),
    fontVersions: p.text(),
    fieldCount: p.integer(),
    recordSource: p.text().nullable(),
    encryption: p.text().$type<"none" | "optional" | "required">(),
    publishedAt: instant(),
  },
});

export const RenderEntity = defineEntity({
  name: "Render",
  tableName: "renders",
  properties: {
    id: idColumn().primary(),
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().fieldName("organization_id"),
    workspaceId: () => p.manyToOne(WorkspaceEntity).mapToPk().fieldName("workspace_id"),
    canvasId: () => p.manyToOne(CanvasEntity).mapToPk().fieldName("canvas_id"),
    canvasVersion: p.integer(),
    keyId: () => p.manyToOne(ApiKeyEntity).mapToPk().fieldName("key_id").nullable(),
    personId: () => p.manyToOne(PersonEntity).mapToPk().fieldName("person_id").nullable(),
    status: p.text().$type<"queued" | "rendering" | "succeeded" | "failed" | "expired">(),
    period: p.text(),
    records: p.integer(),
    pages: p.integer().nullable(),
    bytes: p.bigint("number").nullable(),
    sha256: p.text().nullable(),
    engineVersion: p.text(),
    fileName: p.text(),
    createdAt: instant(),
    deadlineAt: instant(),
    finishedAt: instant().nullable(),
    expiresAt: instant().nullable(),
    bytesUntil: instant().nullable(),
    stored: p.boolean(),
    holdsSlot: p.boolean(),
    hasJoinedJob: p.boolean(),
    errorCode: p.text().nullable(),
    errorMessage: p.text().nullable(),
    errorRequestId: p.text().nullable(),
    // Nobody who reads renders needs it, but for the one who asks for it.
    receipt: p.text().nullable().lazy(),
    findingCount: p.integer().nullable(),
    findings: p.text().nullable().lazy(),
    findingsUntil: instant().nullable().lazy(),
  },
});

export const IdempotencyKeyEntity = defineEntity({
  name: "IdempotencyKey",
  tableName: "idempotency_keys",
  primaryKeys: ["organizationId", "keyHash"],
  properties: {
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().primary().fieldName("organization_id"),
    keyHash: p.blob().primary(),
    canvasId: () => p.manyToOne(CanvasEntity).mapToPk().fieldName("canvas_id"),
    keyId: () => p.manyToOne(ApiKeyEntity).mapToPk().fieldName("key_id"),
    renderId: idColumn(),
    requestHash: p.blob().nullable(),
    lostRenderId: idColumn().nullable(),
    claimedUntil: instant(),
    expiresAt: instant(),
  },
});

export const RenderJobEntity = defineEntity({
  name: "RenderJob",
  tableName: "render_jobs",
  primaryKeys: ["renderId"],
  properties: {
    renderId: () => p.oneToOne(RenderEntity).mapToPk().primary().fieldName("render_id"),
    payload: p.blob().nullable(),
    isList: p.boolean(),
    fileCreatedAt: p.text(),
    replayUntil: instant().nullable(),
    requestId: p.text(),
    refusesMisfit: p.boolean().default(false),
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().nullable().fieldName("organization_id"),
    turn: p.integer().default(0),
    isBegun: p.boolean().default(false),
    tries: p.integer().default(0),
  },
});

export const UsageEntity = defineEntity({
  name: "Usage",
  tableName: "usage",
  primaryKeys: ["organizationId", "period"],
  properties: {
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().primary().fieldName("organization_id"),
    period: p.text().primary(),
    records: p.bigint("number"),
    reserved: p.bigint("number"),
    renders: p.bigint("number"),
    pages: p.bigint("number"),
    running: p.integer(),
  },
});

export const DatasetEntity = defineEntity({
  name: "Dataset",
  tableName: "datasets",
  properties: {
    id: idColumn().primary(),
    organizationId: () => p.manyToOne(OrganizationEntity).mapToPk().fieldName("organization_id"),
    workspaceId: () => p.manyToOne(WorkspaceEntity).mapToPk().fieldName("workspace_id"),
    name: p.text(),
    canvasId: () => p.manyToOne(CanvasEntity).mapToPk().fieldName("canvas_id").nullable(),
    json: p.text(),
    sourceUrl: p.text().nullable(),
    sourceEtag: p.text().nullable(),
    refreshAt: instant().nullable(),
    refreshedAt: instant().nullable(),
    refreshProblem: p.text().nullable(),
    turnOf: p.text().nullable(),
    turnUntil: instant().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
});

export const OAuthRecordEntity = defineEntity({
  name: "OAuthRecord",
  tableName: "oauth_records",
  primaryKeys: ["model", "id"],
  properties: {
    model: p.text().primary(),
    id: idColumn().primary(),
    payload: p.json().$type<Readonly<Record<string, unknown>>>(),
    grantId: idColumn().nullable(),
    uid: p.text().nullable(),
    accountId: idColumn().nullable(),
    clientId: idColumn().nullable(),
    createdAt: instant(),
    expiresAt: instant().nullable(),
    consumedAt: instant().nullable(),
    usedAt: instant().nullable(),
  },
});

export const SigningKeyEntity = defineEntity({
  name: "SigningKey",
  tableName: "signing_keys",
  properties: {
    id: idColumn().primary(),
    sealed: p.blob(),
    createdAt: instant(),
    retiredAt: instant().nullable(),
  },
});

export const LinkSecretEntity = defineEntity({
  name: "LinkSecret",
  tableName: "link_secrets",
  properties: {
    id: idColumn().primary(),
    secret: p.blob(),
    createdAt: instant(),
  },
});

export const ENTITIES = [
  OrganizationEntity,
  WorkspaceEntity,
  PersonEntity,
  MembershipEntity,
  ApiKeyEntity,
  CanvasEntity,
  CanvasVersionEntity,
  RenderEntity,
  IdempotencyKeyEntity,
  RenderJobEntity,
  UsageEntity,
  DatasetEntity,
  PersonSubjectEntity,
  PersonLinkEntity,
  OAuthRecordEntity,
  SigningKeyEntity,
  LinkSecretEntity,
];

export type CanvasRow = InferEntity<typeof CanvasEntity>;
export type RenderRow = InferEntity<typeof RenderEntity>;
export type DatasetRow = InferEntity<typeof DatasetEntity>;
export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>;
