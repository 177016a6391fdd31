import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { gitWorkspaceName, readGitFacts, remoteName } from './git-facts.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

describe('remoteName', () => {
  it.each([
    ['https://git.test/acme/shop.git', 'git.test/acme/shop'],
    ['https://ada:secret@Git.Test:8443/acme/shop.git/', 'git.test/acme/shop'],
    ['ssh://git@git.test:22/acme/shop.git', 'git.test/acme/shop'],
    ['git@git.test:acme/shop.git', 'git.test/acme/shop'],
    ['git.test:/acme/shop', 'git.test/acme/shop'],
    ['file:///srv/git/shop.git', '/srv/git/shop'],
    ['/srv/git/shop.git', '/srv/git/shop'],
    ['C:/git/shop.git', 'C:/git/shop'],
    ['https://[::1]:3000/shop', '[::1]/shop'],
    ['', ''],
  ])('of %j is %j', (url, name) => {
    expect(remoteName(url)).toBe(name);
  });
});

describe('the files of a repository', () => {
  it('give branch and commit, loose or packed', async () => {
    const root = await temporaryWorkspace({
      '.git/HEAD': 'ref: refs/heads/feature/x\n',
      '.git/packed-refs': `# pack-refs\n${'f'.repeat(40)} refs/heads/main\n${COMMIT} refs/heads/feature/x\n`,
      'tests/api/a.http': '',
    });
    expect(readGitFacts(join(root, 'tests/api'))).toEqual({ commit: COMMIT, branch: 'feature/x' });
    expect(gitWorkspaceName(join(root, 'tests/api'))).toBeUndefined();
  });

  it('give the commit alone when no branch is checked out', async () => {
    const root = await temporaryWorkspace({ '.git/HEAD': `${COMMIT}\n` });
    expect(readGitFacts(root)).toEqual({ commit: COMMIT, branch: '' });
  });

  it('of a work tree are found where its file says', async () => {
    const root = await temporaryWorkspace({
      'main/.git/config':
        '[Remote "other"]\n url = x\n[remote "origin"]\n  URL = "https://git.test/a/b.git"\n',
      'main/.git/refs/heads/fix': `${COMMIT}\n`,
      'main/.git/worktrees/fix/HEAD': 'ref: refs/heads/fix\n',
      'main/.git/worktrees/fix/commondir': '../..\n',
      'fix/.git': 'gitdir: ../main/.git/worktrees/fix\n',
      'fix/tests/a.http': '',
    });
    expect(readGitFacts(join(root, 'fix/tests'))).toEqual({ commit: COMMIT, branch: 'fix' });
    expect(gitWorkspaceName(join(root, 'fix/tests'))).toBe('git.test/a/b/tests');
    expect(gitWorkspaceName(join(root, 'fix'))).toBe('git.test/a/b');
  });

  it.each([
    ['ref: refs/../../secret\n', 'refs/../../secret'],
    ['nonsense', ''],
    ['', ''],
  ])('that say %j lead nowhere', async (head, branch) => {
    const root = await temporaryWorkspace({ '.git/HEAD': head, secret: `${COMMIT}\n` });
    expect(readGitFacts(root)).toEqual({ commit: '', branch });
  });
});
