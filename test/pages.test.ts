/** The documentation as a stranger follows it: every page by itself, every command, from an empty directory. */
import { describe, expect, it } from 'vitest';
import { PageFollower } from './support/program/page-follower.js';
import { pages } from './pages-setup.js';

/** Neither a synopsis, such as `svc run <path>...`, nor the first line of a report, such as `svc 1.4.0`. */
const COMMAND = /^\$ |^(?:svc [a-z][^<[\n]*|curl .*)$/m;

describe('a page of the documentation', () => {
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
