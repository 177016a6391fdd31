// What a run of the tests says at its end, for a person, and the line that machines count.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from '../files.mjs';

/**
 * @typedef {import('./results-reporter.mjs').TestRecord} TestRecord
 * @typedef {import('./results-reporter.mjs').TestFault} TestFault
 *
 * @typedef {object} RunReport
 * @property {string} command such as `npm test`
 * @property {number} milliseconds
 * @property {number | undefined} cpuSeconds undefined where the system does not tell
 * @property {number} passed
 * @property {readonly TestRecord[]} failed
 * @property {readonly TestRecord[]} skipped
 * @property {readonly Problem[]} problems beside failed tests, what makes the run red
 * @property {readonly string[]} unstable
 * @property {readonly string[]} notRun
 * @property {readonly string[]} logs paths
 *
 * @typedef {{ title: string, text: string }} Problem
 */

/** Longer lists are in the log. */
const MAX_LISTED = 20;

const NOT_MEASURED = 'not measured: ';

/** @param {RunReport} report */
export function isGreen({ failed, problems, passed }) {
  // A run without any test proves nothing.
  return failed.length === 0 && problems.length === 0 && passed > 0;
}

/** @param {RunReport} report */
export function lastLines(report) {
  const { command, milliseconds, cpuSeconds, passed, failed, skipped, problems, notRun, logs } = report;
  const notMeasured = skipped.filter(({ note }) => note.startsWith(NOT_MEASURED));
  const leftOut = skipped.length - notMeasured.length;
  const cpu = cpuSeconds === undefined ? '' : `, ${Math.round(cpuSeconds)} s of processor time`;
  const counts = [
    `${passed} passed`,
    `${failed.length} failed`,
    ...(notMeasured.length > 0 ? [`${notMeasured.length} not measured`] : []),
    ...(report.unstable.length > 0 ? [`${report.unstable.length} unstable`] : []),
    ...(leftOut > 0 ? [`${leftOut} not for this machine`] : []),
  ];
  return [
    '',
    ...problems.flatMap(({ title, text }) => [`${title}:`, ...indented(text), '']),
    ...(failed.length > 1
      ? ['Failed:', ...listed(failed.map((test) => `${test.file} > ${test.name}`)), '']
      : []),
    ...(failed[0] ? ['The first failure:', ...indented(wholeFailure(failed[0])), ''] : []),
    ...notMeasured.map(({ file, name, note }) => `${note} (${file} > ${name})`),
    ...notRun.map((line) => (line.startsWith('not run: ') ? line : `not run: ${line}`)),
    ...report.unstable.map((line) => `unstable: ${line}`),
    `${command}: ${isGreen(report) ? 'green' : 'RED'} in ${duration(milliseconds)}${cpu}: ${counts.join(', ')}`,
    ...logs.map((path) => `log: ${relative(root, path)}`),
    // Build machines look for a line of this form.
    `tests: ${passed} passed, ${failed.length} failed`,
  ].join('\n');
}

/** @param {TestRecord} test */
export function wholeFailure({ file, name, faults, output }) {
  const described = faults.map(faultText);
  return [`${file} > ${name}`, ...described, ...(output.trim() ? ['It printed:', output.trim()] : [])].join(
    '\n',
  );
}

/** @param {TestFault} fault */
export function faultText({ message, stack, diff }) {
  const text = stack.includes(message) ? stack : `${message}\n${stack}`;
  return [text.trim(), ...(diff ? [diff] : [])].join('\n');
}

/** @param {readonly string[]} lines */
function listed(lines) {
  const rest = lines.length - MAX_LISTED;
  const shown = lines.slice(0, MAX_LISTED).map((line) => `  ${line}`);
  return rest > 0 ? [...shown, `  and ${rest} more, which are in the log`] : shown;
}

/** @param {string} text */
function indented(text) {
  return text.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
}

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Of this process and of all that it started and that has ended; only Linux tells. */
export async function usedCpuSeconds() {
  try {
    const text = await readFile('/proc/self/stat', 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // Linux counts in hundredths of a second; utime, stime, cutime and cstime follow each other.
    return fields.slice(11, 15).reduce((sum, value) => sum + value, 0) / 100;
  } catch {
    return undefined;
  }
}
