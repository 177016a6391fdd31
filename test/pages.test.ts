/** The documentation as a stranger follows it: every page by itself, every command, from an empty directory. */
import { describe, expect, it } from 'vitest';
import { readPages } from './support/files/markdown.js';
import { PageFollower } from './support/program/page-follower.js';

const pages = (await readPages()).filter(({ path }) => path === 'README.md' || path.startsWith('docs/'));
/** Pages that describe rules and promises only. */
const WITHOUT_COMMANDS: ReadonlySet<string> = new Set(['docs/threat-model.md']);

describe('a page of the documentation', () => {
  it.each(pages.map((page) => [page.path, page] as const))(
    '%s can be followed from an empty directory',
    async (path, page) => {
      const follower = await PageFollower.start(page);
      let typed = 0;
      for (const example of page.examples) typed += await follower.follow(example);
      expect(typed > 0).toBe(!WITHOUT_COMMANDS.has(path));
    },
    120_000,
  );

  it('says why a block cannot be followed', () => {
    const reasons = pages.flatMap(({ examples }) =>
      examples.flatMap(({ notes }) => notes.get('unfollowed') ?? []),
    );
    expect(reasons.filter((reason) => !reason.startsWith('needs '))).toEqual([]);
  });
});
