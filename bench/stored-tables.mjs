// The tables in docs/performance.md, between marks.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, root } from '../scripts/files.mjs';
import { cellsOf, markdownTable, shown } from './table.mjs';

/**
 * @typedef {import('./take-measures.mjs').Row} Row
 * @typedef {'ratios' | 'growth' | 'peers'} TableName
 * @typedef {{ machine: string, lines: readonly (readonly string[])[] }} StoredTable lines: cells, without the head
 */

export const PAGE = join(root, 'docs', 'performance.md');

/** @type {Readonly<Record<TableName, readonly string[]>>} */
export const HEADS = {
  ratios: ['Group', 'Measure', 'svc', 'Limit', 'Ratio', 'Bar', 'Bar reached'],
  growth: ['What grows', 'Exponent', 'Bar', 'Bar reached'],
  peers: ['Work', 'Beside', 'svc', 'The other', 'Factor'],
};
/** The column that names a row. @type {Readonly<Record<TableName, (cells: readonly string[]) => string>>} */
const KEYS = {
  ratios: ([, name = '']) => name,
  growth: ([name = '']) => name,
  peers: ([name = '', peer = '']) => `${name} ${peer}`,
};

/**
 * @param {string} page
 * @param {TableName} name
 * @returns {StoredTable}
 */
export function readTable(page, name) {
  const block = blockOf(page, name);
  const [, machine = ''] = /^Measured on \S+: (.*)\.$/m.exec(block) ?? [];
  const rows = block.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return { machine, lines: cells.slice(2) };
}

/**
 * Ratios by the names of their measures.
 * @param {string} page
 * @returns {ReadonlyMap<string, number>}
 */
export function storedRatios(page) {
  const rows = readTable(page, 'ratios').lines.map(
    ([, name = '', , , ratio = '']) => /** @type {const} */ ([name, Number(ratio)]),
  );
  return new Map(rows.filter(([, ratio]) => !Number.isNaN(ratio)));
}

/**
 * Puts new lines into a table: lines that were not measured stay, but only if they come from the same machine.
 * @param {string} page
 * @param {TableName} name
 * @param {readonly (readonly string[])[]} lines
 * @param {{ machine: string, date: string, order: readonly string[] }} measured order: the keys of all lines
 */
export function withTable(page, name, lines, { machine, date, order }) {
  const stored = readTable(page, name);
  const keyOf = KEYS[name];
  const measured = new Set(lines.map(keyOf));
  const kept = stored.lines.filter((line) => !measured.has(keyOf(line)) && order.includes(keyOf(line)));
  if (kept.length > 0 && stored.machine !== machine)
    throw new Error(`the stored table is of another machine (${stored.machine}); store a whole run`);
  const all = [...lines, ...kept].sort((a, b) => order.indexOf(keyOf(a)) - order.indexOf(keyOf(b)));
  const text = `Measured on ${date}: ${machine}.\n\n${markdownTable([HEADS[name], ...all])}`;
  const { start, end } = marksOf(name);
  return page.replace(blockOf(page, name), () => `${start}\n${text}\n${end}`);
}

/** Rows without figures are not stored. @param {readonly Row[]} rows */
export function ratioLines(rows) {
  const measured = rows.filter(({ group, figures }) => group !== 'growth' && figures !== undefined);
  return measured.map((row) => {
    const { name, own, limit, ratio, bar, state } = cellsOf(row);
    return [row.group, name, own, limit, ratio, bar, state];
  });
}

/** @param {readonly Row[]} rows */
export function growthLines(rows) {
  return rows.flatMap((row) => {
    if (row.group !== 'growth' || row.figures === undefined) return [];
    const { name, bar, state } = cellsOf(row);
    return [[name, shown(row.figures.value), bar, state]];
  });
}

/** @returns {Promise<string>} */
export function readPage() {
  return readFile(PAGE, 'utf8');
}

/** @param {string} text */
export function writePage(text) {
  return replaceFile(PAGE, text);
}

/** @param {TableName} name */
function marksOf(name) {
  return { start: `<!-- bench ${name} -->`, end: `<!-- bench ${name} end -->` };
}

/**
 * @param {string} page
 * @param {TableName} name
 */
function blockOf(page, name) {
  const marks = marksOf(name);
  const start = page.indexOf(marks.start);
  const end = page.indexOf(marks.end);
  if (start === -1 || end < start) throw new Error(`docs/performance.md has no marks of the table ${name}`);
  return page.slice(start, end + marks.end.length);
}
