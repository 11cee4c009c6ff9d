/** Wordings of one demand. */
export interface Wordings {
  /** The rule that finds them. */
  readonly rule: string;
  readonly unlawful: readonly string[];
  readonly lawful: readonly string[];
}
