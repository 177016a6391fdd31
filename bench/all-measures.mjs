// All measures, in the order of the table.
import { existsSync, readdirSync } from 'node:fs';
import { GROUPS, NAMED_GROUPS } from './measure.mjs';

/** @typedef {import('./measure.mjs').Measure} Measure */

const folder = new URL('measures/', import.meta.url);
const growth = new URL('growth/main.mjs', import.meta.url);

/** @returns {Promise<readonly Measure[]>} */
export async function allMeasures() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const files = names.sort().map((name) => new URL(name, folder));
  if (existsSync(growth)) files.push(growth);
  /** @type {{ measures: readonly Measure[] }[]} */
  const modules = await Promise.all(files.map((file) => import(file.href)));
  const order = [...GROUPS, ...NAMED_GROUPS];
  return modules
    .flatMap(({ measures }) => measures)
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

/** Whether a measure is part of the stored tables. @param {{ group: string }} measure */
export function isStored({ group }) {
  return GROUPS.includes(group);
}
