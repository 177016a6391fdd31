/** The documentation as a stranger follows it: every page by itself, every command, from an empty directory. */
import { describe, expect, it } from 'vitest';
import { readPages } from './support/files/markdown.js';
import { PageFollower } from './support/program/page-follower.js';

const pages = (await readPages()).filter(({ path }) => path === 'README.md' || path.startsWith('docs/'));
/** Pages that describe rules and promises only, programs, or commands of the repository. */
const WITHOUT_COMMANDS: ReadonlySet<string> = new Set([
  'docs/library.md',
  'docs/performance.md',
  'docs/scripts.md',
  'docs/threat-model.md',
]);
/** Neither a synopsis, such as `svc run <path>...`, nor the first line of a report, such as `svc 1.4.0`. */
const COMMAND = /^\$ |^(?:svc [a-z][^<[\n]*|curl .*)$/m;

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

  it('shows commands only in blocks of a terminal, the only ones that are followed', () => {
    const others = pages.flatMap(({ examples }) =>
      examples.filter(({ language, notes }) => language !== 'console' && !notes.has('file')),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(others.flatMap(({ place, text }) => (COMMAND.test(text) ? [place] : []))).toEqual([]);
  });

  it('says why a block cannot be followed', () => {
    const reasons = pages.flatMap(({ examples }) =>
      examples.flatMap(({ notes }) => notes.get('unfollowed') ?? []),
    );
    expect(reasons.filter((reason) => !reason.startsWith('needs '))).toEqual([]);
  });
});

describe('a page is refused', () => {
  it.each([
    ['that shows another output', '$ svc --version\nsvc 9.9.9\n', {}],
    ['that names a file it does not bring', '$ svc run orders.http\n', {}],
    ['whose command ends with another code', '$ svc --version\n', { exits: '2' }],
    ['that gives more exit codes than commands', '$ svc --version\n', { exits: '0, 0' }],
    ['that needs another program', '$ make\n', {}],
    ['that ends a server without a word', '$ svc --version\n', { 'ctrl-c': 'mock' }],
  ])('%s', async (_what, text, notes) => {
    const example = { place: 'page.md:2', language: 'console', text, notes: new Map(Object.entries(notes)) };
    const follower = await PageFollower.start({ path: 'page.md', text: '', examples: [example] });
    await expect(follower.follow(example)).rejects.toThrow('page.md:2');
  });
});
