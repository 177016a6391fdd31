// `npm run test:mutations -- --seed 7`: changes the product in 60 places of 30 files, one at a time in a copy of the tree,
// and tells which tests notice: those of `npm test`, those of `npm run test:full`, or none.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow, isStarted, root } from './files.mjs';
import { copyTree } from './machines/tree-copy.mjs';
import { runQuietly } from './run.mjs';
import { resultsPath, withTemporaryFolder } from './tests/places.mjs';
import { chooseMutants, withMutant, withNotes } from './tests/mutants.mjs';

/**
 * @typedef {import('./tests/mutants.mjs').Mutant} Mutant
 * @typedef {import('./tests/results-reporter.mjs').RunRecord} RunRecord
 * @typedef {'npm test' | 'test:full' | 'nobody'} NoticedBy
 * @typedef {Mutant & { noticedBy: NoticedBy, test: string }} CheckedMutant
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '30' },
    each: { type: 'string', default: '2' },
  },
});

if (isStarted(import.meta.url)) await withTemporaryFolder(mutate);

async function mutate() {
  const sources = (await filesBelow('src')).map((file) => file.split(sep).join('/'));
  const files = sources.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const { seed, files: count, each } = values;
  const mutants = chooseMutants({ files, seed: Number(seed), count: Number(count), each: Number(each) });
  const tree = await copyTree({ packages: true });
  const reached = await findReaching(tree, mutants);
  /** @type {CheckedMutant[]} */
  const checked = [];
  const table = await resultsPath('mutations.json');
  for (const mutant of mutants) {
    const verdict = { ...mutant, ...(await checkMutant(tree, mutant, reached.get(mutant.id) ?? [])) };
    checked.push(verdict);
    await writeFile(table, JSON.stringify(checked, undefined, 1));
    const { id, file, line, before, after, noticedBy, test } = verdict;
    console.log(`${id} ${file}:${line} ${oneLine(before)} → ${oneLine(after)}: ${noticedBy} ${test}`);
  }
  const by = (/** @type {NoticedBy} */ who) => checked.filter(({ noticedBy }) => noticedBy === who).length;
  console.log(
    `noticed by npm test: ${by('npm test')}, only by test:full: ${by('test:full')}, by nobody: ${by('nobody')}`,
  );
}

/**
 * Runs everything once with notes at all places. Files run beside each other, so that a file counts as reaching a place
 * also if only its neighbour did.
 * @param {string} tree
 * @param {readonly Mutant[]} mutants
 * @returns {Promise<Map<number, string[]>>} test files by mutant
 */
async function findReaching(tree, mutants) {
  const notes = join(tree, 'reached.txt');
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const text = await readFile(join(root, file), 'utf8');
    const own = mutants.filter((mutant) => mutant.file === file);
    await writeFile(join(tree, file), withNotes(text, own, notes));
  }
  await runQuietly(process.execPath, [join(tree, 'scripts', 'build.mjs')], {}, { cwd: tree });
  const record = await runTree(tree, 'all', []);
  for (const file of new Set(mutants.map((mutant) => mutant.file))) await restore(tree, file);
  const lines = (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  /** @type {Map<number, Set<string>>} */
  const reached = new Map();
  for (const line of lines) {
    const [id = 0, time = 0] = line.split(' ').map(Number);
    const found = reached.get(id) ?? new Set();
    reached.set(id, found);
    for (const { file, startedAt, endedAt } of record?.files ?? []) {
      if (startedAt <= time && time <= endedAt + 200) found.add(file);
    }
  }
  const times = new Map((record?.files ?? []).map(({ file, milliseconds }) => [file, milliseconds]));
  const byTime = (/** @type {string} */ a, /** @type {string} */ b) =>
    (times.get(a) ?? 0) - (times.get(b) ?? 0);
  return new Map([...reached].map(([id, found]) => [id, [...found].toSorted(byTime)]));
}

/**
 * The nearest tests first, then the other quick ones, then the slow ones; ends with the first that fails.
 * @param {string} tree
 * @param {Mutant} mutant
 * @param {readonly string[]} files of tests that reach it
 * @returns {Promise<{ noticedBy: NoticedBy, test: string }>}
 */
async function checkMutant(tree, mutant, files) {
  await writeFile(
    join(tree, mutant.file),
    withMutant(await readFile(join(root, mutant.file), 'utf8'), mutant),
  );
  try {
    const folder = mutant.file.split('/').slice(0, -1).join('/');
    const isSlow = (/** @type {string} */ file) => file.includes('.slow.test.');
    const near = files.filter((file) => file.startsWith(folder) && !isSlow(file));
    const unit = files.filter((file) => !file.startsWith('test/') && !isSlow(file));
    const quick = files.filter((file) => !isSlow(file));
    for (const group of [near, unit, quick]) {
      const test = await firstFailure(tree, 'quick', group);
      if (test !== undefined) return { noticedBy: 'npm test', test };
    }
    const test = await firstFailure(tree, 'slow', files.filter(isSlow));
    return test === undefined ? { noticedBy: 'nobody', test: '' } : { noticedBy: 'test:full', test };
  } finally {
    await restore(tree, mutant.file);
  }
}

/**
 * @param {string} tree
 * @param {'quick' | 'slow'} scope
 * @param {readonly string[]} files
 * @returns {Promise<string | undefined>}
 */
async function firstFailure(tree, scope, files) {
  if (files.length === 0) return undefined;
  if (files.some((file) => file.startsWith('test/'))) {
    const built = await runQuietly(process.execPath, [join(tree, 'scripts', 'build.mjs')], {}, { cwd: tree });
    if (built.code !== 0) return 'the build fails';
  }
  const record = await runTree(tree, scope, ['--bail', '1', ...files]);
  if (record === undefined) return 'vitest ends';
  const failed = record.tests.find(({ state }) => state === 'failed');
  if (failed !== undefined) return `${failed.file} > ${failed.name}`;
  const broken = record.files.find(({ faults }) => faults.length > 0);
  return broken?.file ?? (record.faults.length > 0 ? 'an error outside of all tests' : undefined);
}

/**
 * @param {string} tree
 * @param {'quick' | 'slow' | 'all'} scope
 * @param {readonly string[]} args
 * @returns {Promise<RunRecord | undefined>}
 */
async function runTree(tree, scope, args) {
  const path = join(tree, 'results.json');
  await rm(path, { force: true });
  const config = { quick: 'vitest.config.ts', slow: 'vitest.full.config.ts', all: 'vitest.all.config.ts' }[
    scope
  ];
  const reporters = ['--reporter=dot', '--reporter=./scripts/tests/results-reporter.mjs'];
  const script = join(tree, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, SVC_TEST_RESULTS: path, SVC_TEST_BUILD: 'present' };
  const words = [script, 'run', '--config', config, ...reporters, ...args];
  await runQuietly(process.execPath, words, env, { cwd: tree, timeout: 3_600_000 });
  return readFile(path, 'utf8').then(JSON.parse, () => undefined);
}

/**
 * @param {string} tree
 * @param {string} file
 */
async function restore(tree, file) {
  await writeFile(join(tree, file), await readFile(join(root, file), 'utf8'));
}

/** @param {string} text */
function oneLine(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
