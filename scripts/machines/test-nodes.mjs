// `npm run test:nodes`: the black-box tests with every supported line of Node newer than the oldest.
// `npm run test:nodes -- 24 22.12` chooses versions; what follows a further `--` goes to vitest, as in
// `npm run test:nodes -- 24 -- test/cli`.
//
// Works in a copy of the tree. The program is built once with the oldest line, as the published
// package is, and that build is tested with each Node, as users have it who update Node. Then each
// Node builds the program itself, and the tests of the package, the launcher and `npm start` use that build.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isStarted } from '../files.mjs';
import { fetchNode, isVersion, withFirstInPath } from './nodes.mjs';
import { run } from '../run.mjs';
import { install, installForEditors } from '../setup.mjs';
import { readResults, resultTable } from './test-results.mjs';
import { copyDirectory, copyTree } from './tree-copy.mjs';

/** @typedef {import('./nodes.mjs').FetchedNode} FetchedNode */
/** @typedef {import('./test-results.mjs').ResultRow} ResultRow */
/** @typedef {{ tree: string, oldestBuild: string, filters: readonly string[], interrupt: AbortSignal }} Plan */

const OLDEST_LINE = '20';
const NEWER_LINES = ['22', '24', '26'];

/** These tests run separately, because `npm pack` and `npm start` would build again during other tests. */
const BUILD_TESTS = ['test/packaging.slow.test.ts', 'test/launcher.slow.test.ts', 'test/examples.test.ts'];
/** Tests of browsers and sources do not depend on the Node that runs them. */
const NOT_OF_NODE = ['test/browser/**', 'test/architecture.test.ts', 'test/architecture.slow.test.ts'];

if (isStarted(import.meta.url)) {
  try {
    process.exitCode = await testNodes(process.argv.slice(2));
  } catch (error) {
    console.error(`test:nodes: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/**
 * @param {readonly string[]} args
 * @returns {{ versions: readonly string[], filters: readonly string[] }}
 */
export function readArguments(args) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const versions = args.slice(0, end);
  const wrong = versions.find((version) => !isVersion(version));
  if (wrong !== undefined) {
    throw new Error(
      `"${wrong}" is no version of Node such as 24 or 24.1.0; filters for vitest follow a \`--\`.`,
    );
  }
  return { versions: versions.length > 0 ? versions : NEWER_LINES, filters: args.slice(end + 1) };
}

/** @param {readonly string[]} args */
async function testNodes(args) {
  const { versions, filters } = readArguments(args);
  const interrupt = new AbortController();
  // The tests get the signal too; the copy is removed when they have ended.
  process.on('SIGINT', () => interrupt.abort());
  const nodes = [];
  for (const version of versions) nodes.push(await fetchNode(version));
  const oldest = await oldestNode();
  await install();
  await installForEditors();
  const tree = await copyTree({ packages: true });
  try {
    const plan = { tree, oldestBuild: `${tree}-build`, filters, interrupt: interrupt.signal };
    await buildWith(oldest, tree);
    await copyDirectory(join(tree, 'dist'), plan.oldestBuild);
    /** @type {ResultRow[]} */
    const rows = [];
    for (const node of nodes) {
      if (!interrupt.signal.aborted) rows.push(...(await testNode(node, oldest, plan)));
    }
    console.log(`\n${resultTable(rows)}`);
    return !interrupt.signal.aborted && rows.every(({ passed }) => passed) ? 0 : 1;
  } finally {
    await rm(tree, { recursive: true, force: true });
    await rm(`${tree}-build`, { recursive: true, force: true });
  }
}

/** @returns {Promise<FetchedNode>} the running Node if it is suitable */
async function oldestNode() {
  const version = process.version.slice(1);
  if (!version.startsWith(`${OLDEST_LINE}.`)) return fetchNode(OLDEST_LINE);
  return { version, binary: process.execPath, directory: join(process.execPath, '..') };
}

/**
 * @param {FetchedNode} node
 * @param {FetchedNode} oldest
 * @param {Plan} plan
 * @returns {Promise<ResultRow[]>}
 */
async function testNode(node, oldest, { tree, oldestBuild, filters, interrupt }) {
  await rm(join(tree, 'dist'), { recursive: true, force: true });
  await copyDirectory(oldestBuild, join(tree, 'dist'));
  const excluded = [...NOT_OF_NODE, ...BUILD_TESTS].flatMap((pattern) => ['--exclude', pattern]);
  const chosen = filters.length > 0 ? filters : ['--project', 'black-box', ...excluded];
  const rows = [await vitest(node, `built with ${oldest.version}`, tree, chosen, 'present')];
  if (filters.length > 0 || interrupt.aborted) return rows;
  await buildWith(node, tree);
  rows.push(await vitest(node, `built with ${node.version}`, tree, BUILD_TESTS, 'fresh'));
  return rows;
}

/**
 * @param {FetchedNode} node
 * @param {string} tree
 */
async function buildWith(node, tree) {
  console.log(`\nBuilding with Node ${node.version} ...`);
  const env = withFirstInPath(process.env, node.directory);
  const code = await run(node.binary, [join(tree, 'scripts', 'build.mjs'), '--force'], { cwd: tree, env });
  if (code !== 0) throw new Error(`the build with Node ${node.version} failed; its messages are above.`);
}

/**
 * @param {FetchedNode} node
 * @param {string} build
 * @param {string} tree
 * @param {readonly string[]} args
 * @param {'present' | 'fresh'} wanted whether the tests use the existing build
 * @returns {Promise<ResultRow>}
 */
async function vitest(node, build, tree, args, wanted) {
  console.log(`\nTesting with Node ${node.version}, ${build} ...`);
  const started = Date.now();
  const report = join(tree, 'node_modules', `.results-${started}.json`);
  const env = { ...withFirstInPath(process.env, node.directory), SVC_TEST_BUILD: wanted };
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const script = join(tree, 'node_modules', 'vitest', 'vitest.mjs');
  const code = await run(
    node.binary,
    [script, 'run', '--config', 'vitest.all.config.ts', ...reporters, ...args],
    { cwd: tree, env },
  );
  const seconds = (Date.now() - started) / 1000;
  return { version: node.version, build, seconds, ...(await readResults(report, code)) };
}
