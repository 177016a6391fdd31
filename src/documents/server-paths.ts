/** The paths below which an operation is served: those of its `servers` in 3.x, `basePath` in 2.0. */
import type { ApiOperation } from './api-operations.js';
import type { ApiDocuments } from './operation-source.js';
import { list, mapping, text, type Mapping } from './plain-data.js';

const MAX_PATHS = 10;

/** Each once, without a slash at the end; the empty path when there are none. */
export function serverPaths(
  { root, version }: Pick<ApiDocuments, 'root' | 'version'>,
  { operation, item }: Pick<ApiOperation, 'operation' | 'item'>,
): readonly string[] {
  if (version === '2.0') return [withoutEnd(text(root['basePath']).trim())];
  const own = [operation, item, root].find(({ servers }) => list(servers).length > 0);
  const paths = list(own?.['servers']).flatMap((server) => {
    const found = mapping(server);
    return typeof found?.['url'] === 'string' ? [pathOf(filledUrl(found['url'], found))] : [];
  });
  return paths.length === 0 ? [''] : [...new Set(paths)].slice(0, MAX_PATHS);
}

/** Variables without a value stay parameters. */
function filledUrl(url: string, server: Mapping): string {
  return url.replace(/\{+([^{}]+)\}+/g, (_, name: string) => {
    const variable = mapping(mapping(server['variables'])?.[name]);
    const value = variable?.['default'] ?? list(variable?.['enum'])[0];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : `{${name}}`;
  });
}

function pathOf(url: string): string {
  const path = url
    .trim()
    .replace(/^(?:[^/?#]*:)?\/\/[^/?#]*/, '')
    .replace(/[?#].*$/s, '');
  return withoutEnd(path);
}

function withoutEnd(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' ? '' : trimmed.replace(/^\/*/, '/');
}
