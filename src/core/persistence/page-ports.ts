/** A part of a list and the token of the next part, null at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextPageToken: string | null;
}

export interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string | null;
}
