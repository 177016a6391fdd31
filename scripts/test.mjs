// `npm test`: sets up what is missing and proves that a change is right. It repeats nothing and always gives the same
// verdict; what takes longer is in `npm run test:full`. Arguments (`npm test -- src/cli`) go to vitest.
import { ownCacheDirectory } from './machines/nodes.mjs';
import { install } from './setup.mjs';
import { isGreen, lastLines, usedCpuSeconds } from './tests/last-lines.mjs';
import { withTemporaryFolder } from './tests/places.mjs';
import { runChecks, stage } from './tests/stages.mjs';

/** @type {readonly import('./tests/stages.mjs').Check[]} */
const checks = [
  // Several checkers at once would each read the same declarations.
  ['types', 'typescript', ['--noEmit', '--singleThreaded']],
  ['types of the web interface', 'typescript', ['--noEmit', '--singleThreaded', '--project', 'web']],
  // The rules that need types take far longer, and are in `npm run test:full`.
  ['lint', 'oxlint', ['--deny-warnings']],
  ['format', 'oxfmt', ['--check']],
];

const started = Date.now();
try {
  console.log(`What tests download is kept in ${ownCacheDirectory()}`);
  await stage('install', install);
  process.exitCode = await withTemporaryFolder(testAll);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @returns {Promise<number>} the exit code */
async function testAll() {
  await stage('build', async () => {
    const { build } = await import('./build.mjs');
    await build();
  });
  // Each project would read all sources again to see that the build is up to date.
  process.env['SVC_TEST_BUILD'] ??= 'present';
  const { runTests, summarize } = await import('./tests/run-tests.mjs');
  const [result, problems] = await Promise.all([
    runTests({ scope: 'quick', name: 'npm-test', args: process.argv.slice(2) }),
    runChecks(checks),
  ]);
  const summary = summarize(result);
  const report = {
    command: 'npm test',
    ...summary,
    problems: [...problems, ...summary.problems],
    milliseconds: Date.now() - started,
    cpuSeconds: await usedCpuSeconds(),
    unstable: [],
    notRun: result.notRun,
    logs: [result.log],
  };
  console.log(lastLines(report));
  return isGreen(report) ? 0 : 1;
}
