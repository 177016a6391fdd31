/** Headers that requests have by default: built-in ones, which those of `service.yaml` replace. */
import { COMPUTED_HEADERS } from '../../request-file/text/header-name.js';
import { version } from '../../version.js';

export interface DefaultHeader {
  readonly lowerName: string;
  /** The name and the value. */
  readonly pair: readonly [string, string];
  /** Whether the value holds a placeholder. */
  readonly dynamic: boolean;
}

export interface DefaultHeaders {
  readonly list: readonly DefaultHeader[];
  /** Whether `service.yaml` names Content-Type, even if only to remove it. */
  readonly namesContentType: boolean;
}

const BUILT_IN: Readonly<Record<string, string>> = {
  'User-Agent': `svc/${version}`,
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate, br',
};

/** An empty configured value removes a default. The result is kept, as a server runs often with the same settings. */
export function createDefaultHeaders(configured: Readonly<Record<string, string>>): DefaultHeaders {
  const headers = created.get(configured) ?? createHeaders(configured);
  created.set(configured, headers);
  return headers;
}

const created = new WeakMap<object, DefaultHeaders>();

function createHeaders(configured: Readonly<Record<string, string>>): DefaultHeaders {
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
