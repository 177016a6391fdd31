import { expect, it } from 'vitest';
import { readPages } from '../../support/files/markdown.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';

it('docs/server.md lists every endpoint', async () => {
  const page = (await readPages()).find(({ path }) => path === 'docs/server.md');
  const lines = page?.text.split('\n').filter((line) => /^\| (?:GET|POST|PUT|DELETE) \| `/.test(line));
  expect(lines).toEqual(
    ALL_ROUTES.map(
      ({ method, path, summary }) => `| ${method} | \`${path.replace('*', '{path}')}\` | ${summary} |`,
    ),
  );
});
