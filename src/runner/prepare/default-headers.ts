/** Headers a request has without naming them: built in, and those of `service.yaml` over them (language 3.3, cli.md 5). */
import { COMPUTED_HEADERS } from '../../request-file/text/header-name.js';
import { version } from '../../version.js';

export interface DefaultHeader {
  readonly lowerName: string;
  /** Name and value. */
  readonly pair: readonly [string, string];
  /** The value holds a placeholder. */
  readonly dynamic: boolean;
}

export interface DefaultHeaders {
  readonly list: readonly DefaultHeader[];
  /** `service.yaml` names Content-Type, be it to leave it out. */
  readonly namesContentType: boolean;
}

const BUILT_IN: Readonly<Record<string, string>> = {
  'User-Agent': `svc/${version}`,
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate, br',
};

/** An empty configured value removes a default. Made once: a server runs many times with the same settings. */
export function defaultHeaders(configured: Readonly<Record<string, string>>): DefaultHeaders {
  const known = made.get(configured);
  if (known) return known;
  const headers = makeHeaders(configured);
  made.set(configured, headers);
  return headers;
}

const made = new WeakMap<object, DefaultHeaders>();

function makeHeaders(configured: Readonly<Record<string, string>>): DefaultHeaders {
  const byName = new Map<string, DefaultHeader>();
  for (const [name, value] of [...Object.entries(BUILT_IN), ...Object.entries(configured)]) {
    const lowerName = name.toLowerCase();
    byName.set(lowerName, { lowerName, pair: [name, value], dynamic: value.includes('{{') });
  }
  const list = [...byName.values()].filter(
    ({ lowerName, pair }) => pair[1] !== '' && !COMPUTED_HEADERS.has(lowerName),
  );
  return { list, namesContentType: byName.has('content-type') };
}
