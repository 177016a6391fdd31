/** The arguments of svc_search_web in one normal form. */
export interface SearchInput {
  readonly query: string;
  readonly maxResults: number;
  /** A BCP 47 tag such as `pt-BR`. */
  readonly language: string | undefined;
  readonly freshness: 'any' | 'day' | 'week' | 'month' | 'year';
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
}

/** A result as the service sent it; none of its values is trusted. */
export interface Candidate {
  readonly title: unknown;
  readonly url: unknown;
  readonly snippet: unknown;
  readonly publishedAt: unknown;
}

export interface SearchProvider {
  readonly name: string;
  readonly maxQueryChars: number;
  readonly filters: { readonly language: boolean };
  readonly search: (input: SearchInput, signal: AbortSignal) => Promise<readonly Candidate[]>;
}
