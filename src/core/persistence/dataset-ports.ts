import type { Scope } from "../tenancy/index.ts";
import type { Result } from "./membership-ports.ts";

export interface Dataset {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** The canvas whose tool renders take this data where the caller gives none. */
  readonly canvasId: string | null;
  /** A JSON object, exactly as written: no digit of a number is lost. */
  readonly json: string;
  /** Where its content comes from; null where it is written here. */
  readonly link: DatasetLink | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A dataset as a list shows it. */
export interface DatasetEntry extends Omit<Dataset, "json"> {
  /** The length of its content in UTF-8. */
  readonly bytes: number;
}

export type AttachFailure = "dataset_not_found" | "canvas_not_found" | "canvas_taken";

/** The address outside that a dataset is refreshed from, and how the last refresh went. */
export interface DatasetLink {
  readonly url: string;
  /** When the address was last read well; null before the first time. */
  readonly refreshedAt: Date | null;
  /** One sentence on why the last refresh kept the copy at hand; null where it went well. */
  readonly problem: string | null;
}

/** A linked dataset whose refresh is one process's for as long as its lease. */
export interface DueDataset {
  readonly id: string;
  readonly organizationId: string;
  readonly canvasId: string | null;
  readonly url: string;
  readonly etag: string | null;
}

/** How a refresh ended. */
export interface DatasetRefresh {
  readonly id: string;
  /** The new content; null keeps the copy at hand. */
  readonly json: string | null;
  readonly etag: string | null;
  readonly problem: string | null;
  readonly at: Date;
  readonly nextAt: Date;
}

/** What a writer finds: the dataset and the state of its row, or that it is another writer's turn. */
export type DatasetToChange =
  | { readonly isTaken: false; readonly dataset: Dataset; readonly state: string }
  | { readonly isTaken: true };

/** New content of a dataset. */
export interface DatasetReplacement {
  readonly datasetId: string;
  readonly writer: string;
  readonly state: string;
  readonly json: string;
  readonly updatedAt: Date;
}

export interface DatasetRepository {
  create(input: {
    workspaceId: string;
    name: string;
    canvasId: string | null;
    json: string;
    /** The address to refresh it from, or null. */
    sourceUrl: string | null;
    createdAt: Date;
  }): Promise<
    Result<Dataset, "workspace_not_found" | "canvas_not_found" | "canvas_taken" | "name_taken" | "not_an_object">
  >;
  find(scope: Scope, datasetId: string): Promise<Dataset | null>;
  /** In whatever organization: an id, which is looked for everywhere where no workspace is named, or an exact name. */
  findNamed(dataset: string, workspaceId: string | null): Promise<Dataset | null>;
  /** Those of a workspace, or of all for null, oldest first, without their content. */
  list(workspaceId: string | null): Promise<readonly DatasetEntry[]>;
  /** Attaches the dataset to a published canvas of its workspace, which draws from no other; null detaches it. */
  attach(datasetId: string, canvas: string | null): Promise<Result<Dataset, AttachFailure>>;
  /** The dataset attached to a canvas. */
  findByCanvas(scope: Scope, canvasId: string): Promise<Dataset | null>;
  /** A dataset, and which state of its row this is; null where there is none. */
  findToChange(scope: Scope, datasetId: string, writer: string): Promise<DatasetToChange | null>;
  /** The same, and until so much later nobody else may replace the content; the database's clock counts. */
  takeTurn(scope: Scope, datasetId: string, writer: string, forMs: number): Promise<DatasetToChange | null>;
  /** Ends the writer's turn, if it has one. */
  endTurn(datasetId: string, writer: string): Promise<void>;
  /**
   * Replaces the content of a dataset that is not linked, where it is still in that state and no other writer has the
   * turn; answers whether it was, and ends the writer's turn.
   */
  replaceContent(input: DatasetReplacement): Promise<boolean>;
  /** Takes up to `limit` linked datasets whose refresh is due; nobody else gets them before `leaseUntil`. */
  claimDue(now: Date, leaseUntil: Date, limit: number): Promise<readonly DueDataset[]>;
  /** Keeps how a refresh ended. Content is replaced only where the dataset is still linked to the same address. */
  refreshed(refresh: DatasetRefresh & { readonly url: string }): Promise<void>;
}
