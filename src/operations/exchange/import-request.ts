/** How messages call what the source is not. */
export const NOT_CONVERTIBLE = {
  curl: 'not a curl command',
  clientexport: 'not a client export of format 4',
  collection: 'not a collection of format 2.1',
  openapi: 'not an OpenAPI document',
} as const;

export type ServedFormat = keyof typeof NOT_CONVERTIBLE;

export interface ImportRequest {
  readonly format: ServedFormat;
  /** Bytes are decoded as documents are; left out, the file at the location is read. */
  readonly source?: string | Uint8Array;
  /** A URL, a path relative to the root, or empty. */
  readonly location: string;
  readonly baseUrl?: string;
}
