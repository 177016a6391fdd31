import { describe, expect, it } from 'vitest';
import { readPages } from '../../support/files/markdown.js';
import type { Shape } from '../../../src/primitives/shapes/check-shape.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';

const page = (await readPages()).find(({ path }) => path === 'docs/server.md');
const lines = page?.text.split('\n') ?? [];
const shownPath = (path: string): string => path.replace('*', '{path}');

describe('docs/server.md', () => {
  it('lists every endpoint', () => {
    expect(lines.filter((line) => /^\| (?:GET|POST|PUT|DELETE) \| `/.test(line))).toEqual(
      ALL_ROUTES.map(({ method, path, summary }) => `| ${method} | \`${shownPath(path)}\` | ${summary} |`),
    );
  });

  it('lists every field and parameter of the endpoints', () => {
    const table = lines.slice(lines.indexOf('### Fields and parameters'));
    const rows = table.slice(
      0,
      table.findIndex((line) => line.startsWith('## ')),
    );
    const documented = rows.flatMap(
      (row) => /^(\| `(?:GET|POST|PUT|DELETE) [^|]+\|[^|]+\|)/.exec(row)?.[1] ?? [],
    );
    const expected = ALL_ROUTES.flatMap(({ method, path, body, query }) => {
      const fields = [...fieldsOf(body === 'text' ? {} : body), ...fieldsOf(query)].join(', ');
      return fields === '' ? [] : [`| \`${method} ${shownPath(path)}\` | ${fields} |`];
    });
    expect(documented).toEqual(expected);
  });
});

/** Required ones are bold. */
function fieldsOf({ properties = {}, required = [] }: Shape = {}): string[] {
  return Object.keys(properties).map((name) => (required.includes(name) ? `**\`${name}\`**` : `\`${name}\``));
}
