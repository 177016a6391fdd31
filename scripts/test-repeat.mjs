// `npm run test:repeat -- 20 src/http --load 2`: the named tests so many times, with so many busy loops beside them.
// Without a pattern it repeats all of `npm test`; a pattern finds slow files too. Exit code 1 if any test failed once.
import { spawn } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';
import { install } from './setup.mjs';
import { duration, usedCpuSeconds, wholeFailure } from './tests/last-lines.mjs';
import { withTemporaryFolder } from './tests/places.mjs';
import { runVitest } from './tests/run-vitest.mjs';
import { SEED } from './tests/seed.mjs';
import { stage } from './tests/stages.mjs';
import { findPrograms } from './tests/wanted-programs.mjs';
import { summarize } from './tests/run-tests.mjs';
import { titleOf } from './tests/unstable.mjs';

/** @typedef {{ times: number, load: number, patterns: readonly string[] }} Wanted */

try {
  const wanted = readArguments(process.argv.slice(2));
  await stage('install', install);
  process.exitCode = await withTemporaryFolder(() => repeat(wanted));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * @param {readonly string[]} words
 * @returns {Wanted}
 */
function readArguments(words) {
  const [first = '', ...rest] = words;
  const at = rest.indexOf('--load');
  const [, load = '0'] = at < 0 ? [] : rest.slice(at);
  if (!/^[1-9]\d*$/.test(first) || !/^\d+$/.test(load)) {
    throw new Error('How often and what: npm run test:repeat -- 20 src/http --load 2');
  }
  const patterns = at < 0 ? rest : rest.toSpliced(at, 2);
  return { times: Number(first), load: Number(load), patterns };
}

/**
 * @param {Wanted} wanted
 * @returns {Promise<number>} the exit code
 */
async function repeat({ times, load, patterns }) {
  await stage('build', async () => {
    const { build } = await import('./build.mjs');
    await build();
  });
  process.env['SVC_TEST_BUILD'] ??= 'present';
  const programs = await findPrograms(['browser', 'queue', ...(patterns.length > 0 ? ['neovim'] : [])]);
  /** @type {Map<string, { count: number, first: string }>} by test or by what else failed */
  const failures = new Map();
  const loops = Array.from({ length: load }, () =>
    spawn(process.execPath, [join(root, 'scripts', 'tests', 'busy-loop.mjs')], {
      stdio: ['pipe', 'ignore', 'inherit'],
    }),
  );
  let passedAll = 0;
  try {
    for (let number = 1; number <= times; number += 1) {
      const [started, cpuBefore] = [Date.now(), (await usedCpuSeconds()) ?? 0];
      const result = await runVitest({
        scope: patterns.length > 0 ? 'all' : 'quick',
        name: `repeat-${number}`,
        args: [...patterns, ...programs.args],
        variables: programs.variables,
      });
      const { passed, failed, skipped, problems } = summarize(result);
      const cpu = Math.round(((await usedCpuSeconds()) ?? 0) - cpuBefore);
      const counts = `${passed} passed, ${failed.length} failed, ${skipped.length} not measured or left out`;
      console.log(
        `${number} of ${times}: ${counts}, ${duration(Date.now() - started)}, ${cpu} s of processor time`,
      );
      for (const test of failed) note(failures, titleOf(test), wholeFailure(test));
      for (const { title, text } of problems) note(failures, title, text);
      if (passed === 0 && problems.length === 0) note(failures, 'No test', 'The pattern finds no test.');
      if (failed.length === 0 && problems.length === 0 && passed > 0) passedAll += 1;
    }
  } finally {
    for (const loop of loops) loop.kill();
  }
  for (const line of programs.missing) console.log(`not run: ${line}`);
  printFailures(failures, times, load);
  console.log(`npm run test:repeat: ${passedAll} of ${times} runs were green`);
  return failures.size === 0 ? 0 : 1;
}

/**
 * @param {Map<string, { count: number, first: string }>} failures
 * @param {string} title
 * @param {string} text
 */
function note(failures, title, text) {
  const { count = 0, first = text } = failures.get(title) ?? {};
  failures.set(title, { count: count + 1, first });
}

/**
 * @param {ReadonlyMap<string, { count: number, first: string }>} failures
 * @param {number} times
 * @param {number} load
 */
function printFailures(failures, times, load) {
  for (const [title, { count, first }] of [...failures].toSorted(([, a], [, b]) => b.count - a.count)) {
    console.log(`\n${count}/${times} ${title}\n${first.replace(/^(?=.)/gm, '  ')}`);
  }
  const machine = `Seed ${SEED}, Node ${process.version}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`;
  console.log(`\n${machine}, ${load} busy loops beside the tests`);
}
