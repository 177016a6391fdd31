// How long each file of tests may take. `npm test` has a budget as a whole, which holds only if each file keeps its own.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../files.mjs';

/**
 * @typedef {import('./results-reporter.mjs').FileRecord} FileRecord
 * @typedef {import('./last-lines.mjs').Problem} Problem
 *
 * @typedef {object} Budgets seconds, three times what a file needs on a quiet machine of two processors
 * @property {Readonly<Record<string, number>>} quick by project
 * @property {number} slow
 * @property {Readonly<Record<string, number>>} files those that are allowed more
 *
 * @typedef {{ file: string, seconds: number, budget: number }} Overrun
 */

/** @returns {Promise<Budgets>} */
export async function readBudgets() {
  return JSON.parse(await readFile(join(root, 'test', 'budgets.json'), 'utf8'));
}

/**
 * @param {Pick<FileRecord, 'file' | 'project'>} file
 * @param {Budgets} budgets
 */
export function budgetOf({ file, project }, budgets) {
  const usual = file.includes('.slow.test.') ? budgets.slow : (budgets.quick[project] ?? budgets.slow);
  return budgets.files[file] ?? usual;
}

/**
 * @param {readonly FileRecord[]} files
 * @param {Budgets} budgets
 * @returns {Overrun[]}
 */
export function overruns(files, budgets) {
  return files.flatMap((record) => {
    const seconds = record.milliseconds / 1000;
    const budget = budgetOf(record, budgets);
    return seconds > budget ? [{ file: record.file, seconds, budget }] : [];
  });
}

/**
 * A file that was slow beside others is run again by itself before it is called too slow.
 * @param {readonly Overrun[]} found
 * @param {(file: string) => Promise<number | undefined>} secondsAlone
 * @returns {Promise<Problem[]>}
 */
export async function budgetProblems(found, secondsAlone) {
  /** @type {string[]} */
  const lines = [];
  for (const { file, seconds, budget } of found) {
    const alone = await secondsAlone(file);
    if (alone !== undefined && alone <= budget) continue;
    const also = alone === undefined ? '' : `, and ${alone.toFixed(1)} s alone`;
    lines.push(`${file}: ${seconds.toFixed(1)} s${also}, of ${budget} s at most`);
  }
  const advice =
    'Make them cheaper, move tests to a *.slow.test.ts, or raise the budget in test/budgets.json.';
  return lines.length > 0 ? [{ title: 'Files over their budget', text: [...lines, advice].join('\n') }] : [];
}

/**
 * @param {readonly FileRecord[]} files
 * @param {Budgets} budgets
 * @returns {string[]} slowest first
 */
export function timeTable(files, budgets) {
  return files
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .map((record) => {
      const seconds = (record.milliseconds / 1000).toFixed(1).padStart(7);
      return `${seconds} s of ${String(budgetOf(record, budgets)).padStart(3)}  ${record.file}`;
    });
}
