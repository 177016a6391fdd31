import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from './support/dedent.js';
import { repositoryRoot, runProgram, type RunOutcome } from './support/program/run-svc.js';
import { temporaryWorkspace, writeFiles } from './support/files/workspace.js';
import {
  CHANGELOG,
  FILES,
  shownIn,
  manifest,
  lock,
  repository,
  git,
  release,
  textsOf,
  stateOf,
} from './release-setup.js';

function check(cwd: string, tag: string): Promise<RunOutcome> {
  return runProgram(process.execPath, [join(cwd, 'scripts', 'release-check.mjs'), tag], { cwd });
}

describe('npm run release', () => {
  it('sets the version, dates the changelog, commits and tags', async () => {
    const root = await repository();
    const before = new Date().toISOString().slice(0, 10);
    const { code, stdout, stderr } = await release(root, '0.2.0');
    const after = new Date().toISOString().slice(0, 10);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('$ git push --atomic origin main v0.2.0');

    const texts = await textsOf(root);
    expect(texts['package.json']).toBe(manifest('0.2.0'));
    expect(texts['package-lock.json']).toBe(lock('0.2.0'));
    expect([before, after].map((date) => changelogOf('0.2.0', date))).toContain(texts['CHANGELOG.md']);
    expect(texts['README.md']).toBe('# parcel\n\n    svc 0.2.0\n\nsvc 0.1.01 and 10.1.0 are others.\n');
    expect(texts['docs/server.md']).toBe('{"status":"ok","version":"0.2.0"}\n');
    expect(texts['docs/other.md']).toBe(FILES['docs/other.md']);
    expect(texts['docs/ci.md']).toBe(shownIn('0.2.0'));
    expect(texts['docs/deploy/image.yaml']).toBe(shownIn('0.2.0'));

    expect(await git(root, 'status', '--porcelain')).toBe('');
    expect(await git(root, 'log', '--format=%s')).toBe('Release 0.2.0\nBegin');
    expect(await git(root, 'cat-file', '-t', 'v0.2.0')).toBe('tag');
    expect(await git(root, 'rev-parse', 'v0.2.0^{commit}')).toBe(await git(root, 'rev-parse', 'main'));
    expect(await git(root, 'tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe('parcel 0.2.0');
  });

  it('begins a new section that has nothing to release yet', async () => {
    const root = await repository();
    await release(root, 'minor');
    const { code, stderr } = await release(root, 'minor');
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing under "## [Unreleased]"')]);
  });

  it('pushes nothing', async () => {
    const root = await repository();
    const elsewhere = await temporaryWorkspace();
    await git(elsewhere, 'init', '--quiet', '--bare');
    await git(root, 'remote', 'add', 'origin', elsewhere);
    expect((await release(root, 'patch')).code).toBe(0);
    expect(await git(elsewhere, 'for-each-ref')).toBe('');
  });
});

describe('a release is refused', () => {
  it('with a version that is not greater', async () => {
    await expectRefusal(await repository(), ['0.1.0'], '0.1.0 is not greater than 0.1.0');
  });

  it.each([[[]], [['patch', 'minor']], [['--yes', 'patch']]])('with the arguments %j', async (args) => {
    await expectRefusal(await repository(), args, 'Usage: npm run release -- <version');
  });

  it('with changes in the tree, new files among them', async () => {
    const root = await repository();
    await writeFile(join(root, 'new.txt'), '');
    await expectRefusal(root, ['patch'], 'The working tree has changes');
    await git(root, 'clean', '--quiet', '--force');
    await writeFile(join(root, 'README.md'), 'changed');
    await expectRefusal(root, ['patch'], 'The working tree has changes');
  });

  it('on another branch, and on none', async () => {
    const root = await repository();
    await git(root, 'checkout', '--quiet', '-b', 'topic');
    await expectRefusal(root, ['patch'], 'Releases are made on main, and this is topic.');
    await git(root, 'checkout', '--quiet', '--detach');
    await expectRefusal(root, ['patch'], 'Releases are made on main, and this is no branch.');
  });

  it('when its tag exists', async () => {
    const root = await repository();
    await git(root, 'tag', 'v0.1.1');
    await expectRefusal(root, ['patch'], 'The tag v0.1.1 exists already.');
  });

  it.each([
    ['has no section', '# Changelog\n\n## [0.1.0] - 2026-01-02\n\n- The first one.\n'],
    ['has an empty one', '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-02\n\n- The first one.\n'],
    [
      'has only headings',
      dedent`
        # Changelog

        ## [Unreleased]

        ### Added
      `,
    ],
  ])('when the changelog %s', async (_case, text) => {
    await expectRefusal(
      await repository({ 'CHANGELOG.md': text }),
      ['patch'],
      'CHANGELOG.md has nothing under',
    );
  });

  it('when the package does not tell its repository, as npm wants to prove where it was built', async () => {
    const root = await repository({ 'package.json': manifest('0.1.0', {}) });
    await expectRefusal(root, ['patch'], 'package.json has no "repository"');
  });

  it('by a hook of the repository, which leaves the tree as it was', async () => {
    const root = await repository();
    const hooks = join(root, '.git', 'hooks');
    await mkdir(hooks, { recursive: true });
    await writeFile(join(hooks, 'pre-commit'), '#!/bin/sh\necho "not today" >&2\nexit 1\n', { mode: 0o755 });
    await expectRefusal(root, ['patch'], 'git commit failed: not today');
  });
});

async function expectRefusal(root: string, args: readonly string[], message: string): Promise<void> {
  const before = await stateOf(root);
  const { code, stdout, stderr } = await release(root, ...args);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(stderr).not.toContain(root);
  expect(await stateOf(root)).toEqual(before);
}

describe('the check of a tag', () => {
  it('prints what is new in this version', async () => {
    const root = await repository();
    await release(root, 'minor');
    const outcome = await check(root, 'v0.2.0');
    expect(outcome).toMatchObject({
      code: 0,
      stdout: dedent`
        ### Added

        - A thing that is new.
      `,
      stderr: '',
    });
  });

  it.each([
    ['another version', {}, 'v0.2.0', 'The tag is "v0.2.0" but the version in package.json is 0.1.0'],
    ['no v', {}, '0.1.0', 'The tag is "0.1.0" but'],
    [
      'no repository',
      { 'package.json': manifest('0.1.0', {}) },
      'v0.1.0',
      'package.json has no "repository"',
    ],
    ['no changelog', { 'CHANGELOG.md': '# Changelog\n' }, 'v0.1.0', 'CHANGELOG.md has no section for 0.1.0'],
  ])('refuses %s', async (_case, files, tag, message) => {
    const { code, stdout, stderr } = await check(await repository(files), tag);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  });
});

it('the files of this repository stay as they are written when a release sets their version', async () => {
  const root = await repository();
  await cp(join(repositoryRoot, 'package-lock.json'), join(root, 'package-lock.json'));
  const text = await readFile(join(repositoryRoot, 'package.json'), 'utf8');
  const { version, repository: repositoryField } = JSON.parse(text) as {
    version: string;
    repository?: unknown;
  };
  const own =
    repositoryField === undefined ? text.replace('{', '{\n  "repository": "github:ada/parcel",') : text;
  const extension = await readFile(join(repositoryRoot, 'editors', 'vscode', 'package.json'), 'utf8');
  writeFiles(root, { 'package.json': own, 'editors/vscode/package.json': extension });
  await git(root, 'add', '--all');
  await git(root, 'commit', '--quiet', '--all', '--message', 'Take over');

  expect(await release(root, '999.0.0')).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(join(root, 'package.json'), 'utf8')).toBe(
    own.replace(`"version": "${version}"`, '"version": "999.0.0"'),
  );
  expect(await readFile(join(root, 'editors', 'vscode', 'package.json'), 'utf8')).toBe(
    extension.replace(`"version": "${version}"`, '"version": "999.0.0"'),
  );
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  expect(packages['']?.version).toBe('999.0.0');
  expect(
    (await git(root, 'show', '--numstat', '--format=', 'HEAD', '--', 'package-lock.json')).split('\t'),
  ).toEqual(['2', '2', 'package-lock.json']);
});

function changelogOf(version: string, date: string): string {
  return CHANGELOG.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - ${date}`);
}
