import type { AssertionResult } from '../../runner/outcome/result.js';
import { expectedText, failureOf, messageNote, type Failure } from '../results/failed-assertion.js';
import { IN_REPORTS, type ValueDisplay } from '../results/shown-values.js';
import { escapeHtml } from './html-text.js';
import { longValue } from '../../evaluation/values/value-text.js';

/** A section of a test under a heading; `content` is HTML. */
export function section(heading: string, content: string): string {
  return `<section><h4>${heading}</h4>${content}</section>\n`;
}

/** A table of two columns, with names as row headings. */
export function nameTable(name: string, value: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map(
    ([key, text]) =>
      `<tr><th scope="row" class="mono">${escapeHtml(key)}</th><td class="mono">${escapeHtml(text)}</td></tr>`,
  );
  return `<div class="scroll"><table><thead class="quiet"><tr><th scope="col">${name}</th><th scope="col">${value}</th></tr></thead><tbody>${cells.join('')}</tbody></table></div>`;
}

const COLUMNS = ['Result', 'Assertion', 'Expected', 'Actual'];

export function assertionTable(assertions: readonly AssertionResult[]): string {
  const columns = COLUMNS.map((column) => `<th scope="col">${column}</th>`).join('');
  const head = `${columns}<th scope="col" class="number">Line</th>`;
  const rows = assertions.map(assertionRow).join('');
  return `<div class="scroll"><table class="verdicts"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

const IN_TABLES: ValueDisplay = { ...IN_REPORTS, notedText: longValue };

function assertionRow(assertion: AssertionResult): string {
  const { subject, operator, passed, line, skipped } = assertion;
  const verdict = skipped
    ? '<td class="quiet">– skipped</td>'
    : passed
      ? '<td class="good">✓ passed</td>'
      : '<td class="bad">✗ failed</td>';
  const { expected, actual, note } = passed ? passedValues(assertion) : failureOf(assertion, IN_TABLES);
  const cells = [`${subject} ${operator}`, expected, actual];
  const values = cells.map((text) => `<td class="mono">${escapeHtml(text)}</td>`).join('');
  const place = `<td class="number">${line > 0 ? line : ''}</td>`;
  if (note === '') return `<tr>${verdict}${values}${place}</tr>`;
  const noted = `<tr><td></td><td class="note" colspan="4">${escapeHtml(note)}</td></tr>`;
  return `<tr class="noted">${verdict}${values}${place}</tr>${noted}`;
}

function passedValues(assertion: AssertionResult): Pick<Failure, 'expected' | 'actual' | 'note'> {
  const { operator, expected, actual } = assertion;
  return {
    expected: expectedText(operator, expected),
    actual: assertion.skipped ? '' : longValue(actual),
    note: assertion.skipped ? assertion.message : messageNote(assertion),
  };
}
