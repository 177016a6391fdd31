/** What a search service has to do for svc_search_web (mcp.md 7.2). */
export interface SearchInput {
  readonly query: string;
  readonly maxResults: number;
  /** As `pt-BR`. */
  readonly language: string | undefined;
  readonly freshness: 'any' | 'day' | 'week' | 'month' | 'year';
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
}

/** Whatever the service says; nothing of it is trusted. */
export interface Candidate {
  readonly title: unknown;
  readonly url: unknown;
  readonly snippet: unknown;
  readonly publishedAt: unknown;
}

export interface SearchProvider {
  readonly name: string;
  /** Characters. */
  readonly longestQuery: number;
  readonly filters: { readonly language: boolean };
  readonly search: (input: SearchInput, signal: AbortSignal) => Promise<readonly Candidate[]>;
}
