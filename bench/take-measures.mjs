// Takes measures, one after the other, and gives the rows of the table.
import { createContext, Unavailable } from './measure.mjs';

/**
 * @typedef {import('./measure.mjs').Measure} Measure
 * @typedef {import('./measure.mjs').Figures} Figures
 * @typedef {Omit<Measure, 'run'> & { figures?: Figures, problem?: string, isUnavailable?: boolean }} Row
 *   problem: why there are no figures
 */

/**
 * Measures of one group share a context, and so what they have measured together.
 * @param {readonly Measure[]} measures
 * @param {Pick<import('./measure.mjs').Context, 'dist' | 'against' | 'rounds' | 'log'>} settings
 * @returns {Promise<Row[]>}
 */
export async function takeMeasures(measures, settings) {
  const groups = [...new Set(measures.map(({ group }) => group))];
  const rows = [];
  for (const group of groups) {
    const { context, remove } = createContext(settings);
    try {
      for (const measure of measures.filter((each) => each.group === group)) {
        const started = performance.now();
        const row = await takeMeasure(measure, context);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        settings.log(`${group}: ${measure.name} (${seconds} s)${row.problem ? `: ${row.problem}` : ''}`);
        rows.push(row);
      }
    } finally {
      remove();
    }
  }
  return rows;
}

/**
 * @param {Measure} measure
 * @param {import('./measure.mjs').Context} context
 * @returns {Promise<Row>}
 */
async function takeMeasure(measure, context) {
  const { run, ...row } = measure;
  try {
    return { ...row, figures: await run(context) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...row, problem, isUnavailable: error instanceof Unavailable };
  }
}
