/** What a test asks the page of the host for. */
export interface HostRequest {
  readonly era: "modern" | "legacy";
  /** The attribute of the frame that the form's page stands in. */
  readonly sandbox: string;
  readonly frame: "single" | "double";
  /** The arguments of open_form. */
  readonly args: Record<string, unknown>;
  readonly context: Record<string, unknown>;
  readonly capabilities?: Record<string, object>;
  readonly refuseLinks?: boolean;
}

/** What the host saw of the form. */
export interface Seen {
  readonly links: string[];
  readonly contexts: unknown[];
  readonly sizes: unknown[];
  readonly calls: unknown[];
  readonly answers: unknown[];
}
