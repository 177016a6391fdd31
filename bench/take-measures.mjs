// Takes measures and gives the rows of the table.
import { availableParallelism } from 'node:os';
import { createContext, Unavailable } from './measure.mjs';

/**
 * @typedef {import('./measure.mjs').Measure} Measure
 * @typedef {import('./measure.mjs').Figures} Figures
 * @typedef {Omit<Measure, 'run' | 'isApart'> & { figures?: Figures, problem?: string, isUnavailable?: boolean }} Row
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
      const inGroup = measures.filter((each) => each.group === group);
      rows.push(...(await takeGroup(inGroup, context)));
    } finally {
      remove();
    }
  }
  return rows;
}

/**
 * One after the other; where there are two cores, two at a time of those that may be taken beside another one.
 * @param {readonly Measure[]} measures
 * @param {import('./measure.mjs').Context} context
 * @returns {Promise<Row[]>}
 */
async function takeGroup(measures, context) {
  /** @type {Map<Measure, Row>} */
  const rows = new Map();
  /** @param {Measure[]} waiting */
  const takeAll = async (waiting) => {
    for (let measure = waiting.shift(); measure !== undefined; measure = waiting.shift()) {
      const started = performance.now();
      const row = await takeMeasure(measure, context);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const problem = row.problem ? `: ${row.problem}` : '';
      context.log(`${measure.group}: ${measure.name} (${seconds} s)${problem}`);
      rows.set(measure, row);
    }
  };
  await takeAll(measures.filter(({ isApart }) => !isApart));
  const apart = measures.filter(({ isApart }) => isApart);
  const count = Math.min(2, availableParallelism());
  await Promise.all(Array.from({ length: count }, () => takeAll(apart)));
  return measures.flatMap((measure) => rows.get(measure) ?? []);
}

/**
 * @param {Measure} measure
 * @param {import('./measure.mjs').Context} context
 * @returns {Promise<Row>}
 */
async function takeMeasure(measure, context) {
  const { run, isApart: _isApart, ...row } = measure;
  try {
    return { ...row, figures: await run(context) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...row, problem, isUnavailable: error instanceof Unavailable };
  }
}
