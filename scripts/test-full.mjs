// `npm run test:full`: what `npm test` leaves out. `--shard 1/3` runs a part; other arguments go to vitest.
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './files.mjs';
import { ownCacheDirectory } from './machines/nodes.mjs';
import { install, installForEditors } from './setup.mjs';
import { budgetProblems, overruns, readBudgets, timeTable } from './tests/budgets.mjs';
import { isGreen, lastLines, usedCpuSeconds } from './tests/last-lines.mjs';
import { resultsPath, withTemporaryFolder } from './tests/places.mjs';
import { testPresentNodes } from './tests/present-nodes.mjs';
import { readRecord, runVitest } from './tests/run-vitest.mjs';
import { runTests, summarize } from './tests/run-tests.mjs';
import { SEED } from './tests/seed.mjs';
import { runChecks, stage } from './tests/stages.mjs';
import {
  describeUnstable,
  hasPassed,
  listedTestProblems,
  namePattern,
  readListedTests,
  REPEATS,
  sortOutUnstable,
  titleOf,
} from './tests/unstable.mjs';

/** @typedef {import('./tests/last-lines.mjs').Problem} Problem */
/** @typedef {Awaited<ReturnType<typeof runTests>>} TestsRun */

/** @type {readonly import('./tests/stages.mjs').Check[]} */
const checks = [
  // The linter has all types at hand, and so checks those of the extension for VS Code with little more work.
  ['types and lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings']],
  ['unused code', 'knip', ['--no-progress']],
];

const started = Date.now();
try {
  console.log(`What tests download is kept in ${ownCacheDirectory()}`);
  await stage('install', async () => {
    await install();
    await installForEditors();
  });
  process.exitCode = await withTemporaryFolder(() => testAll(readArguments(process.argv.slice(2))));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * @typedef {{ shard: string | undefined, args: readonly string[] }} Arguments
 * @param {readonly string[]} words
 * @returns {Arguments}
 */
function readArguments(words) {
  const at = words.findIndex((word) => /^--shard(?:=|$)/.test(word));
  if (at < 0) return { shard: undefined, args: words };
  const hasValue = words[at]?.includes('=') === true;
  const shard = hasValue ? words[at]?.slice('--shard='.length) : words[at + 1];
  if (shard === undefined || !/^[1-9]\d*\/[1-9]\d*$/.test(shard)) {
    throw new Error(`"${shard ?? ''}" is no part such as 1/3; write --shard 1/3.`);
  }
  return { shard, args: words.toSpliced(at, hasValue ? 1 : 2) };
}

/**
 * @param {Arguments} given
 * @returns {Promise<number>} the exit code
 */
async function testAll({ shard, args }) {
  await stage('build', async () => {
    const { build } = await import('./build.mjs');
    await build();
  });
  process.env['SVC_TEST_BUILD'] ??= 'present';
  // Leaving a project out is no choice of files.
  const isWhole = args.every((word) => word === '--project' || word.startsWith('!'));
  // What is not a file of tests belongs to the first part.
  const hasChecks = isWhole && (shard === undefined || shard.startsWith('1/'));
  const name = shard === undefined ? 'test-full' : `test-full-${shard.replace('/', '-of-')}`;
  const sharding = shard === undefined ? [] : ['--shard', shard];
  const [result, problems] = await Promise.all([
    runTests({ scope: 'slow', name, args: [...args, ...sharding] }),
    runChecks(hasChecks ? checks : []),
  ]);
  const summary = summarize(result);
  const unstable = await sortOut(summary.failed, result);
  if (isWhole) problems.push(...(await checkBudgets(result, hasChecks)));
  const nodes = hasChecks ? await testPresentNodes() : { problems: [], lines: [] };
  const isCI = process.env['CI'] === 'true';
  for (const line of nodes.lines) console.log(line);
  const missing = isCI && result.notRun.length > 0 ? [describeMissing(result.notRun)] : [];
  const report = {
    command: ['npm run test:full', ...(shard === undefined ? [] : [`part ${shard}`])].join(', '),
    ...summary,
    failed: unstable.failed,
    problems: [...problems, ...summary.problems, ...unstable.problems, ...nodes.problems, ...missing],
    milliseconds: Date.now() - started,
    cpuSeconds: await usedCpuSeconds(),
    unstable: unstable.lines,
    notRun: result.notRun,
    logs: [result.log, await resultsPath(`${name}.times`)],
  };
  console.log(lastLines(report));
  return isGreen(report) ? 0 : 1;
}

/** @param {readonly string[]} notRun */
function describeMissing(notRun) {
  return { title: 'A build machine must run everything', text: notRun.join('\n') };
}

/**
 * @param {readonly import('./tests/results-reporter.mjs').TestRecord[]} failed
 * @param {TestsRun} result
 */
async function sortOut(failed, { programs }) {
  const listed = await readListedTests();
  const sorted = await sortOutUnstable(failed, async (test, number) => {
    const { record, log } = await runVitest({
      scope: 'slow',
      name: `again-${failed.indexOf(test) + 1}-${number}`,
      args: [test.file, '-t', namePattern(test.name), ...programs.args],
      variables: programs.variables,
    });
    const passed = hasPassed(record, test);
    const load = record?.load[0]?.toFixed(1) ?? 'unknown';
    console.log(
      `${titleOf(test)}, alone ${number} of ${REPEATS}: ${passed ? 'passed' : 'not passed'}, seed ${SEED}, load ${load}, ${relative(root, log)}`,
    );
    return passed;
  });
  const { lines, problems } = describeUnstable(sorted.unstable, listed);
  return { failed: sorted.failed, lines, problems: [...listedTestProblems(listed, Date.now()), ...problems] };
}

/**
 * Those of `npm test` are checked here too, with the times of its last run.
 * @param {TestsRun} result
 * @param {boolean} withQuick
 * @returns {Promise<Problem[]>}
 */
async function checkBudgets({ record, log, programs }, withQuick) {
  const budgets = await readBudgets();
  const quick = withQuick ? await readRecord(await resultsPath('npm-test.json')) : undefined;
  const files = [...(record?.files ?? []), ...(quick?.files ?? [])];
  await writeFile(log.replace(/\.log$/, '.times'), `${timeTable(files, budgets).join('\n')}\n`);
  return budgetProblems(overruns(files, budgets), async (file) => {
    const alone = await runVitest({
      scope: 'all',
      name: 'over-budget',
      args: [join(root, file), ...programs.args],
      variables: programs.variables,
    });
    const [found] = alone.record?.files ?? [];
    return found && found.milliseconds / 1000;
  });
}
