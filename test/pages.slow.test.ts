/** The documentation as a stranger follows it: every page by itself, every command, from an empty directory. */
import { describe, expect, it } from 'vitest';
import { PageFollower } from './support/program/page-follower.js';
import { pages } from './pages-setup.js';

/** Pages that describe rules and promises only, programs, or commands of the repository. */
const WITHOUT_COMMANDS: ReadonlySet<string> = new Set([
  'docs/library.md',
  'docs/performance.md',
  'docs/scripts.md',
  'docs/threat-model.md',
]);

describe('a page of the documentation', () => {
  it.each(pages.map((page) => [page.path, page] as const))(
    '%s can be followed from an empty directory',
    async (path, page) => {
      const follower = await PageFollower.start(page);
      let typed = 0;
      for (const example of page.examples) typed += await follower.follow(example);
      expect(typed > 0).toBe(!WITHOUT_COMMANDS.has(path));
    },
    300_000,
  );
});
