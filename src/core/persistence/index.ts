// Persistence: what an installation keeps (organizations, keys, canvases, renders, usage, datasets), as plain values
// over an embedded database or PostgreSQL. The ORM stays inside of `mikro`.

export type {
  Canvas,
  CanvasContent,
  CanvasListRequest,
  CanvasRepository,
  EncryptionPolicy,
  PublishFailure,
  PublishRequest,
  TitleMatch,
} from "./canvas-ports.ts";
export type {
  Database,
  LinkSecretRepository,
  Repositories,
  SqlHome,
  SqlRunner,
  TransactionRepositories,
} from "./database-ports.ts";
export type {
  AttachFailure,
  Dataset,
  DatasetEntry,
  DatasetLink,
  DatasetRepository,
  DueDataset,
} from "./dataset-ports.ts";
export { installationSecret } from "./installation-secret.ts";
export type { MembershipOf, MembershipRole, Organization, Result } from "./membership-ports.ts";
export { problemOf as databaseProblem } from "./mikro/database-problem.ts";
export { type DatabaseLocation, type DatabaseOpening, openDatabase } from "./mikro/open-database.ts";
export { isDatabaseUnavailable } from "./mikro/unavailable.ts";
export type { ApiKey, KeyCredential, KeyRepository, OrganizationRepository, Workspace } from "./organization-ports.ts";
export type { Page, PageRequest } from "./page-ports.ts";
export type {
  FoundRecord,
  LinkPurpose,
  OAuthRecord,
  OAuthRecordRepository,
  Person,
  PersonRepository,
  RecordPayload,
  SealedKey,
  SigningKeyRepository,
  SubjectOf,
} from "./people-ports.ts";
export type {
  BegunRender,
  HeldKey,
  IdempotencyClaim,
  IdempotencyHold,
  IdempotencyRepository,
  Render,
  RenderError,
  RenderFailure,
  RenderFindings,
  RenderJob,
  RenderListRequest,
  RenderRepository,
  RenderStart,
  RenderStatus,
  RenderSuccess,
  StartRefusal,
  Usage,
  UsageRepository,
} from "./render-ports.ts";
