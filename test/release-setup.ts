import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot, runProgram, type RunOutcome } from './support/program/run-svc.js';
import { temporaryWorkspace } from './support/files/workspace.js';

export const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A thing that is new.

## [0.1.0] - 2026-01-02

- The first one.
`;

export const FILES = {
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
export function shownIn(version: string): string {
  return `svc-http@${version} ./svc-http-${version}.tgz svc:${version} uses: OWNER/REPOSITORY@v${version} rev: v${version}\n`;
}

export const GIT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.test',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.test',
};

export function manifest(version: string, more: object = { repository: 'github:ada/parcel' }): string {
  return `${JSON.stringify({ name: 'parcel', version, ...more }, null, 2)}\n`;
}

export function lock(version: string): string {
  const packages = { '': { name: 'parcel', version }, 'node_modules/x': { version: '0.1.0' } };
  return `${JSON.stringify({ name: 'parcel', version, packages }, null, 2)}\n`;
}

/** A repository of its own, with the scripts of this one and all files committed on main. */
export async function repository(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await temporaryWorkspace({ ...FILES, ...files });
  await cp(join(repositoryRoot, 'scripts'), join(root, 'scripts'), { recursive: true });
  await git(root, 'init', '--quiet', '--initial-branch=main');
  await git(root, 'config', 'commit.gpgsign', 'false');
  await git(root, 'config', 'core.autocrlf', 'false');
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'Begin');
  return root;
}

export async function git(cwd: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram('git', args, { cwd, env: GIT });
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed:\n${stderr}`);
  return stdout.trimEnd();
}

export function release(cwd: string, ...args: string[]): Promise<RunOutcome> {
  return runProgram(process.execPath, [join(cwd, 'scripts', 'release.mjs'), ...args], { cwd, env: GIT });
}

export async function textsOf(cwd: string): Promise<Record<string, string>> {
  const names = Object.keys(FILES);
  const texts = await Promise.all(names.map((name) => readFile(join(cwd, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

/** Everything that a release would change. */
export async function stateOf(cwd: string): Promise<unknown> {
  const [commits, tags] = [await git(cwd, 'rev-list', '--all'), await git(cwd, 'tag', '--list')];
  return { commits, tags, status: await git(cwd, 'status', '--porcelain'), texts: await textsOf(cwd) };
}
