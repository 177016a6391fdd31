import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextVersion } from '../scripts/release-rules.mjs';
import { dedent } from './support/dedent.js';
import { repositoryRoot, runProgram, type RunOutcome } from './support/program/run-svc.js';
import { temporaryWorkspace, writeFiles } from './support/files/workspace.js';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A thing that is new.

## [0.1.0] - 2026-01-02

- The first one.
`;

const FILES = {
  'package.json': manifest('0.1.0'),
  'package-lock.json': lock('0.1.0'),
  'CHANGELOG.md': CHANGELOG,
  'README.md': '# parcel\n\n    svc 0.1.0\n\nsvc 0.1.01 and 10.1.0 are others.\n',
  'docs/server.md': '{"status":"ok","version":"0.1.0"}\n',
  'docs/other.md': 'Nothing about versions.\n',
  'docs/ci.md': shownIn('0.1.0'),
  'docs/deploy/image.yaml': shownIn('0.1.0'),
};

/** Where pages and files to copy name the package, its file, its image and its tag. */
function shownIn(version: string): string {
  return `svc-http@${version} ./svc-http-${version}.tgz svc:${version} uses: OWNER/REPOSITORY@v${version} rev: v${version}\n`;
}

const GIT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.test',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.test',
};

function manifest(version: string, more: object = { repository: 'github:ada/parcel' }): string {
  return `${JSON.stringify({ name: 'parcel', version, ...more }, null, 2)}\n`;
}

function lock(version: string): string {
  const packages = { '': { name: 'parcel', version }, 'node_modules/x': { version: '0.1.0' } };
  return `${JSON.stringify({ name: 'parcel', version, packages }, null, 2)}\n`;
}

/** A repository of its own, with the scripts of this one and all files committed on main. */
async function repository(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await temporaryWorkspace({ ...FILES, ...files });
  await cp(join(repositoryRoot, 'scripts'), join(root, 'scripts'), { recursive: true });
  await git(root, 'init', '--quiet', '--initial-branch=main');
  await git(root, 'config', 'commit.gpgsign', 'false');
  await git(root, 'config', 'core.autocrlf', 'false');
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'Begin');
  return root;
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram('git', args, { cwd, env: GIT });
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed:\n${stderr}`);
  return stdout.trimEnd();
}

function release(cwd: string, ...args: string[]): Promise<RunOutcome> {
  return runProgram(process.execPath, [join(cwd, 'scripts', 'release.mjs'), ...args], { cwd, env: GIT });
}

function check(cwd: string, tag: string): Promise<RunOutcome> {
  return runProgram(process.execPath, [join(cwd, 'scripts', 'release-check.mjs'), tag], { cwd });
}

async function textsOf(cwd: string): Promise<Record<string, string>> {
  const names = Object.keys(FILES);
  const texts = await Promise.all(names.map((name) => readFile(join(cwd, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

/** Everything that a release would change. */
async function stateOf(cwd: string): Promise<unknown> {
  const [commits, tags] = [await git(cwd, 'rev-list', '--all'), await git(cwd, 'tag', '--list')];
  return { commits, tags, status: await git(cwd, 'status', '--porcelain'), texts: await textsOf(cwd) };
}

describe('the next version', () => {
  it.each([
    ['patch', '1.4.9', '1.4.10'],
    ['minor', '1.4.9', '1.5.0'],
    ['major', '1.4.9', '2.0.0'],
    ['1.10.0', '1.9.0', '1.10.0'],
    ['2.0.0', '1.9.9', '2.0.0'],
    ['1.9.10', '1.9.9', '1.9.10'],
  ])('%s after %s is %s', (wanted, current, next) => {
    expect(nextVersion(current, wanted)).toBe(next);
  });

  it.each([
    ['0.3.1', '0.3.1 is not greater than 0.3.1'],
    ['0.3.0', '0.3.0 is not greater than 0.3.1'],
    ['0.2.9', '0.2.9 is not greater than 0.3.1'],
    ['1.0', '"1.0" is not a version'],
    ['v1.0.0', '"v1.0.0" is not a version'],
    ['1.0.0-beta', '"1.0.0-beta" is not a version'],
    ['01.0.0', '"01.0.0" is not a version'],
    ['1.0.0.0', '"1.0.0.0" is not a version'],
    ['', '"" is not a version'],
  ])('is not %j', (wanted, message) => {
    expect(() => nextVersion('0.3.1', wanted)).toThrow(message);
  });
});

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

  it('with --dry-run shows what would happen and changes nothing', async () => {
    const root = await repository();
    const before = await stateOf(root);
    const { code, stdout } = await release(root, '--dry-run', 'minor');
    expect(code).toBe(0);
    expect(stdout).toContain('from 0.1.0 to 0.2.0');
    for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'README.md', 'docs/server.md']) {
      expect(stdout).toContain(name);
    }
    expect(stdout).not.toContain('docs/other.md');
    expect(stdout).toContain('annotated tag v0.2.0');
    expect(await stateOf(root)).toEqual(before);
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

  it('for every reason at once', async () => {
    const root = await repository({ 'package.json': manifest('0.1.0', {}), 'CHANGELOG.md': '# Changelog\n' });
    await git(root, 'checkout', '--quiet', '-b', 'topic');
    const { stderr } = await release(root, '--dry-run', 'patch');
    expect(stderr.trimEnd().split('\n')).toHaveLength(4);
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
