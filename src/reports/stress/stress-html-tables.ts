import { escapeHtml } from '../html/html-text.js';

export interface HtmlRow {
  /** A CSS class; may be empty. */
  readonly kind: string;
  /** Plain texts. */
  readonly cells: readonly string[];
}

/** A table with its heading, or nothing without rows; columns from `firstNumber` on hold numbers. */
export function htmlTable(
  title: string,
  heads: readonly string[],
  rows: readonly HtmlRow[],
  firstNumber = 1,
): string {
  if (rows.length === 0) return '';
  const kindOf = (index: number): string =>
    firstNumber > 0 && index >= firstNumber ? ' class="number"' : '';
  const head = heads
    .map((text, index) => `<th scope="col"${kindOf(index)}>${escapeHtml(text)}</th>`)
    .join('');
  const lines = rows.map(({ kind, cells }) => {
    const [first = '', ...others] = cells.map(escapeHtml);
    const rest = others.map((cell, index) => `<td${kindOf(index + 1)}>${cell}</td>`).join('');
    return `<tr${kind === '' ? '' : ` class="${kind}"`}><th scope="row">${first}</th>${rest}</tr>`;
  });
  return `<section class="block"><h2>${escapeHtml(title)}</h2>
<div class="sheet scroll" role="region" aria-label="${escapeHtml(title)}" tabindex="0"><table class="rows"><thead><tr>${head}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody></table></div></section>
`;
}

export const TABLE_STYLE = `
.block{margin:1.75rem 0}.block h2{margin-bottom:.625rem}
.rows th,.rows td{padding:.5rem .75rem}
.rows thead th{background:var(--sunk);white-space:nowrap}
.rows tbody th{color:inherit;font-weight:550;overflow-wrap:anywhere;min-width:7rem}
.rows td{overflow-wrap:anywhere}
.rows .good th,.good .change{color:var(--passed)}.rows .bad th,.bad .change{color:var(--failed)}
.validity{margin-top:1rem;font-weight:550}.validity.passed{color:var(--passed)}.validity.failed{color:var(--failed)}
.remarks{padding-left:1.125rem}
details{margin-top:1.5rem}summary{cursor:pointer;font-weight:600}
`;
