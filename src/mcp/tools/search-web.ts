import { readSearch } from '../search/search-input.js';
import type { SearchInput } from '../search/search-provider.js';
import { discovery } from '../search/search-results.js';
import { defineTool } from '../call/tool.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import { SEARCH_OUTPUT } from './output-schemas.js';

const DOMAINS = {
  type: 'array',
  maxItems: 20,
  items: { type: 'string', minLength: 1, maxLength: 253 },
} as const;

export const searchWebTool = defineTool<SearchInput>({
  name: 'svc_search_web',
  title: 'Search the live web',
  description:
    'Searches the live web and returns candidates with titles, addresses, snippets and citation ids. They ' +
    'are leads, not proof: fetch a page before relying on it. Nothing is stored.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 512, description: 'What to look for, in words.' },
      max_results: {
        type: 'integer',
        minimum: 1,
        maximum: 10,
        default: 5,
        description: 'Most results returned.',
      },
      language: {
        type: 'string',
        minLength: 2,
        maxLength: 63,
        description: 'A BCP 47 tag such as pt-BR; an error when the provider cannot filter by language.',
      },
      freshness: {
        type: 'string',
        enum: ['any', 'day', 'week', 'month', 'year'],
        default: 'any',
        description: 'How recent pages must be.',
      },
      include_domains: { ...DOMAINS, description: 'Only these domains and what lies below them.' },
      exclude_domains: { ...DOMAINS, description: 'Nothing of these domains and what lies below them.' },
    },
  },
  outputSchema: SEARCH_OUTPUT,
  limit: { bucket: 30, perSecond: 1, running: 2 },
  read: (args, { search }) => {
    const input = readSearch(args);
    if (search === undefined) throw new ToolFailure('internal_error', 'no search provider is configured');
    const { name, filters, longestQuery } = search;
    if (input.language !== undefined && !filters.language)
      throw new ToolFailure('unsupported_filter', `${name} cannot filter by language`);
    const { length } = Array.from(input.query);
    if (length > longestQuery)
      throw new ToolFailure(
        'provider_rejected',
        `query has ${length} characters; ${name} takes ${longestQuery}`,
      );
    return input;
  },
  run: async (input, { settings, signal }) => {
    const candidates = (await settings.search?.search(input, signal)) ?? [];
    const found = discovery(candidates, input);
    return { text: JSON.stringify(found), structured: found };
  },
});
