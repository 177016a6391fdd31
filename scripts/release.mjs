// `npm run release -- 0.2.0` (or `patch`, `minor`, `major`): sets the version, dates the changelog, commits and
// tags. `--dry-run` only shows what would happen. Nothing is pushed: the tag starts the release workflow, so
// pushing stays a step of its own.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { root } from './files.mjs';
import {
  nextVersion,
  repositoryProblems,
  sectionOf,
  withRelease,
  withShownVersion,
} from './release-rules.mjs';

const BRANCH = 'main';
const USAGE = 'Usage: npm run release -- <version | patch | minor | major> [--dry-run]';

try {
  await release();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function release() {
  const { wanted, isDryRun } = readArguments();
  /** @type {import('./release-rules.mjs').Manifest} */
  const manifest = JSON.parse(await readText('package.json'));
  const version = nextVersion(manifest.version, wanted);
  const tag = `v${version}`;
  const problems = [
    ...(await treeProblems(tag)),
    ...repositoryProblems(manifest),
    ...(await changelogProblems()),
  ];
  if (problems.length > 0) throw new Error([...problems, 'Nothing was changed.'].join('\n'));

  const changes = await changedFiles(manifest.version, version);
  const names = changes.map(({ path }) => path).join(', ');
  const push = `git push --atomic origin ${BRANCH} ${tag}`;
  if (isDryRun) {
    console.log(`Would set the version from ${manifest.version} to ${version} in: ${names}`);
    console.log(`Would commit "Release ${version}" and make the annotated tag ${tag}.`);
    console.log(`Nothing was changed. Afterwards, this would publish it:\n\n  $ ${push}\n`);
    return;
  }
  await commit(changes, version);
  await git(['tag', '--annotate', tag, '--message', `${manifest.name} ${version}`]);
  console.log(`Set the version from ${manifest.version} to ${version} in: ${names}`);
  console.log(`Committed "Release ${version}" and made the tag ${tag}. To publish it:\n\n  $ ${push}\n`);
}

function readArguments() {
  try {
    const options = { 'dry-run': { type: /** @type {const} */ ('boolean'), default: false } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [wanted, ...more] = positionals;
    if (wanted === undefined || more.length > 0) throw new Error('Give exactly one version.');
    return { wanted, isDryRun: values['dry-run'] };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error });
  }
}

/**
 * @param {string} tag
 * @returns {Promise<string[]>}
 */
async function treeProblems(tag) {
  const branch = (await git(['branch', '--show-current'])).trim();
  const changed = (await git(['status', '--porcelain'])).trim();
  const tags = (await git(['tag', '--list', tag])).trim();
  return [
    ...(branch === BRANCH ? [] : [`Releases are made on ${BRANCH}, and this is ${branch || 'no branch'}.`]),
    ...(changed === '' ? [] : ['The working tree has changes; commit or remove them first.']),
    ...(tags === '' ? [] : [`The tag ${tag} exists already.`]),
  ];
}

async function changelogProblems() {
  const changes = sectionOf(await readText('CHANGELOG.md'), 'Unreleased');
  return changes === ''
    ? ['CHANGELOG.md has nothing under "## [Unreleased]"; describe what is new there.']
    : [];
}

/**
 * @typedef {{ path: string, before: string, after: string }} Change
 * @param {string} current
 * @param {string} next
 * @returns {Promise<Change[]>} only files that really change
 */
async function changedFiles(current, next) {
  const date = new Date().toISOString().slice(0, 10);
  const docs = (await readdir(join(root, 'docs'), { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^[^/]+\.md$|^deploy\//.test(name))
    .sort();
  // The extension for editors has the version of svc.
  const extensionFiles = ['package.json', 'package-lock.json']
    .map((name) => `editors/vscode/${name}`)
    .filter((path) => existsSync(join(root, path)));
  /** @type {[string, (text: string) => string][]} */
  const edits = [
    ['package.json', (text) => withVersion(text, next)],
    ['package-lock.json', (text) => withVersion(text, next)],
    ...extensionFiles.map(
      (path) => /** @type {[string, (text: string) => string]} */ ([path, (text) => withVersion(text, next)]),
    ),
    ['CHANGELOG.md', (text) => withRelease(text, next, date)],
    ...['README.md', ...docs.map((name) => `docs/${name}`)].map(
      (path) =>
        /** @type {[string, (text: string) => string]} */ ([
          path,
          (text) => withShownVersion(text, current, next),
        ]),
    ),
  ];
  const changes = await Promise.all(
    edits.map(async ([path, edit]) => {
      const before = await readText(path);
      return { path, before, after: edit(before) };
    }),
  );
  return changes.filter(({ before, after }) => before !== after);
}

/**
 * package-lock.json contains the version twice: also in the entry of the package itself.
 * @param {string} text
 * @param {string} version
 */
function withVersion(text, version) {
  /** @type {{ version: string, packages?: Record<string, { version?: string }> }} */
  const json = JSON.parse(text);
  json.version = version;
  const own = json.packages?.[''];
  if (own !== undefined) own.version = version;
  return `${JSON.stringify(json, null, 2)}\n`;
}

/**
 * Restores the tree if the commit is refused, for example by a hook or without a user name.
 * @param {readonly Change[]} changes
 * @param {string} version
 */
async function commit(changes, version) {
  for (const { path, after } of changes) await writeFile(join(root, path), after);
  try {
    await git([
      'commit',
      '--quiet',
      '--message',
      `Release ${version}`,
      '--',
      ...changes.map(({ path }) => path),
    ]);
  } catch (error) {
    for (const { path, before } of changes) await writeFile(join(root, path), before);
    throw error;
  }
}

/** @param {string} path */
function readText(path) {
  return readFile(join(root, path), 'utf8');
}

/** @param {readonly string[]} args */
async function git(args) {
  try {
    return (await promisify(execFile)('git', args, { cwd: root })).stdout;
  } catch (error) {
    const { code, stderr = '' } = /** @type {{ code?: string | number, stderr?: string }} */ (error);
    const reason =
      code === 'ENOENT' ? 'the program was not found; install it and put it on the PATH.' : stderr.trim();
    throw new Error(`git ${args[0]} failed: ${reason}`, { cause: error });
  }
}
