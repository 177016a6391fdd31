/** Filters lists of exchanges: requests of the mock server, and recordings. */

export interface ExchangeFilter {
  readonly text: string;
  /** Empty for all, here and below. */
  readonly method: string;
  /** The first digit of the status. */
  readonly status: string;
  /** A part of the content type of the response, such as `json`. */
  readonly type: string;
  /** `none` for requests that no route matches, else the name of the route. */
  readonly route: string;
}

export const NO_FILTER: ExchangeFilter = { text: '', method: '', status: '', type: '', route: '' };

/** The value of `route` for requests that no route matches; no name of a request is empty or starts with a blank. */
export const WITHOUT_ROUTE = ' none';

/** The same for requests that another server has responded to. */
export const PASSED_ON = ' passed on';

export interface FilterableExchange {
  readonly method: string;
  /** Everything that the text is looked for in; empty if the server has looked for it. */
  readonly words: string;
  readonly status: number;
  readonly contentType: string;
  readonly route: string;
}

export function filterExchanges<Exchange>(
  list: readonly Exchange[],
  { text, method, status, type, route }: ExchangeFilter,
  describe: (exchange: Exchange) => FilterableExchange,
): readonly Exchange[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && method === '' && status === '' && type === '' && route === '') return list;
  return list.filter((exchange) => {
    const found = describe(exchange);
    const written = found.words.toLowerCase();
    return (
      (method === '' || found.method === method) &&
      (status === '' || String(found.status).startsWith(status)) &&
      (type === '' || typeName(found.contentType) === type) &&
      (route === '' || found.route === (route === WITHOUT_ROUTE ? '' : route)) &&
      (found.words === '' || words.every((word) => written.includes(word)))
    );
  });
}

/** Short names of content types, as people call them; empty without one. */
export function typeName(contentType: string): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [, main = '', sub = ''] = /^([^/]+)\/(.+)$/.exec(type) ?? [];
  if (sub === '') return '';
  if (/(?:^|\+)json$/.test(sub)) return 'json';
  if (/(?:^|\+)xml$/.test(sub) && main !== 'image') return 'xml';
  if (/javascript|ecmascript/.test(sub)) return 'script';
  if (main === 'image' || main === 'font' || main === 'video' || main === 'audio') return main;
  if (main === 'text') return sub === 'plain' ? 'text' : sub;
  return 'other';
}

/** The values that occur, for a list to choose from. */
export function distinct(values: Iterable<string>): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').sort((a, b) => a.localeCompare(b));
}
