// Runs the tests of one scope with the programs that are here, and collects what the last lines tell.
import { faultText } from './last-lines.mjs';
import { runVitest } from './run-vitest.mjs';
import { createProgress } from './stages.mjs';
import { findPrograms } from './wanted-programs.mjs';

/**
 * @typedef {import('./last-lines.mjs').RunReport} RunReport
 * @typedef {import('./last-lines.mjs').Problem} Problem
 * @typedef {import('./run-vitest.mjs').VitestRun} VitestRun
 * @typedef {import('./run-vitest.mjs').VitestOptions} VitestOptions
 */

const PROJECTS = ['unit', 'black-box', 'queue', 'browser', 'neovim'];
/** Those of which `npm test` runs nothing. */
const ONLY_SLOW = new Set(['neovim']);

/**
 * @param {Pick<VitestOptions, 'scope' | 'name' | 'args'>} wanted
 * @param {{ find?: typeof findPrograms, run?: typeof runVitest }} [parts] what a test of this function replaces
 */
export async function runTests({ scope, name, args }, { find = findPrograms, run = runVitest } = {}) {
  // Whoever leaves a project out says so; it is not left out because something is missing.
  const projects = PROJECTS.filter(
    (project) => !args.includes(`!${project}`) && (scope !== 'quick' || !ONLY_SLOW.has(project)),
  );
  const programs = await find(projects);
  for (const line of programs.lines) console.log(line);
  const result = await run({
    scope,
    name,
    args: [...args, ...programs.args],
    variables: programs.variables,
    onProgress: createProgress(),
  });
  return { ...result, notRun: [...programs.missing, ...result.notRun], programs };
}

/**
 * @param {Pick<VitestRun, 'code' | 'record'>} result
 * @returns {Pick<RunReport, 'passed' | 'failed' | 'skipped' | 'problems'>}
 */
export function summarize({ code, record }) {
  if (record === undefined) {
    const text = 'It ended before it could say what the tests did; the end of the log tells why.';
    return { passed: 0, failed: [], skipped: [], problems: [{ title: 'vitest failed', text }] };
  }
  const failed = record.tests.filter(({ state }) => state === 'failed');
  /** @type {Problem[]} */
  const problems = [
    ...record.files.flatMap(({ file, faults }) =>
      faults.map((fault) => ({ title: `${file} could not be run`, text: faultText(fault) })),
    ),
    ...record.faults.map((fault) => ({ title: 'An error outside of all tests', text: faultText(fault) })),
  ];
  if (code !== 0 && failed.length === 0 && problems.length === 0) {
    problems.push({
      title: 'vitest failed',
      text: `Its exit code is ${code}; the end of the log tells why.`,
    });
  }
  return {
    passed: record.tests.filter(({ state }) => state === 'passed').length,
    failed,
    skipped: record.tests.filter(({ state }) => state === 'skipped'),
    problems,
  };
}
