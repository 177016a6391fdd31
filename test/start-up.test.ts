import { expect, it } from 'vitest';
import { loadedBy } from './start-up-setup.js';

it('loads two chunks to print the version', async () => {
  const loaded = await loadedBy(['--version'], {});
  expect([...loaded.files].sort()).toEqual(['base.js', 'main.js']);
});
