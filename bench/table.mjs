// The tables, for the terminal and as Markdown.
import { reachesBar } from './bars.mjs';

/**
 * @typedef {import('./take-measures.mjs').Row} Row
 * @typedef {{ name: string, own: string, limit: string, ratio: string, bar: string, state: string }} Cells
 */

/**
 * @param {Row} row
 * @returns {Cells}
 */
export function cellsOf(row) {
  const { name, figures, bar, barOn = 'value', better } = row;
  if (figures === undefined) {
    const state = row.isUnavailable ? 'not measured' : 'failed';
    return { name, own: '–', limit: '–', ratio: '–', bar: '–', state };
  }
  const { value, own, limit, unit } = figures;
  const barUnit = barOn === 'own' || limit === undefined ? ` ${unit}` : '';
  const reached = reachesBar(row);
  return {
    name,
    own: `${shown(own)} ${unit}`,
    limit: limit === undefined || row.group === 'growth' ? '–' : `${shown(limit)} ${unit}`,
    ratio: limit === undefined ? '–' : shown(value),
    bar: bar === undefined ? '–' : `${better === 'lower' ? '≤' : '≥'} ${bar}${barUnit}`,
    state: reached === undefined ? '–' : reached ? 'ok' : 'missed',
  };
}

/** Three digits that count. @param {number} value */
export function shown(value) {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

/** @param {readonly Row[]} rows */
export function textTable(rows) {
  const head = ['Group', 'Measure', 'svc', 'Limit', 'Ratio', 'Bar', '', ''];
  const lines = rows.map((row) => {
    const { name, own, limit, ratio, bar, state } = cellsOf(row);
    return [row.group, name, own, limit, ratio, bar, state, row.figures?.note ?? row.problem ?? ''];
  });
  return alignedColumns([head, ...lines]);
}

/** @param {readonly (readonly string[])[]} lines */
export function alignedColumns(lines) {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const pad = (/** @type {readonly string[]} */ line) =>
    line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return lines.map((line) => pad(line).trimEnd()).join('\n');
}

/** @param {readonly (readonly string[])[]} lines the first is the head */
export function markdownTable([head = [], ...lines]) {
  const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}
