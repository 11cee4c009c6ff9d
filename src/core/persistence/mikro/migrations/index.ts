import { OrganizationsCanvasesRenders } from "./0001-organizations-canvases-renders.ts";
import { JobsAndRetries } from "./0002-jobs-and-retries.ts";
import { RateLimits } from "./0003-rate-limits.ts";
import { ConcurrentRenders } from "./0004-concurrent-renders.ts";
import { LinkedDatasets } from "./0005-linked-datasets.ts";
import { RenderReceipts } from "./0006-render-receipts.ts";
import { UnpublishedCanvases } from "./0007-unpublished-canvases.ts";
import { SigningIn } from "./0008-signing-in.ts";
import { LinkSecrets } from "./0009-link-secrets.ts";
import { Compatibility } from "./0010-compatibility.ts";
import { RenderFindings } from "./0011-render-findings.ts";
import { TurnsAndTries } from "./0012-turns-and-tries.ts";
import { DatasetTurns } from "./0013-dataset-turns.ts";
import { JoinedJobs } from "./0014-joined-jobs.ts";
import { LostFilesOfKeys } from "./0015-lost-files-of-keys.ts";
import { CanvasSummaries } from "./0016-canvas-summaries.ts";

/**
 * All migrations in their order. A migration that was released is never edited; another one follows it. It adds, so
 * that processes of the version before go on working; one that takes away comes a version after nothing needs what it
 * takes, and sets `compatibility.needs_migration` to its own name, so that versions without it refuse to start.
 */
export const MIGRATIONS = [
  { name: "0001-organizations-canvases-renders", class: OrganizationsCanvasesRenders },
  { name: "0002-jobs-and-retries", class: JobsAndRetries },
  { name: "0003-rate-limits", class: RateLimits },
  { name: "0004-concurrent-renders", class: ConcurrentRenders },
  { name: "0005-linked-datasets", class: LinkedDatasets },
  { name: "0006-render-receipts", class: RenderReceipts },
  { name: "0007-unpublished-canvases", class: UnpublishedCanvases },
  { name: "0008-signing-in", class: SigningIn },
  { name: "0009-link-secrets", class: LinkSecrets },
  { name: "0010-compatibility", class: Compatibility },
  { name: "0011-render-findings", class: RenderFindings },
  { name: "0012-turns-and-tries", class: TurnsAndTries },
  { name: "0013-dataset-turns", class: DatasetTurns },
  { name: "0014-joined-jobs", class: JoinedJobs },
  { name: "0015-lost-files-of-keys", class: LostFilesOfKeys },
  { name: "0016-canvas-summaries", class: CanvasSummaries },
];
