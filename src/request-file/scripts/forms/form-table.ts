/** Every form of a script with the lines that it becomes, for the tests and for the page of the documentation. */
import { CHECK_FORMS } from './check-forms.js';
import { EXPRESSION_FORMS } from './expression-forms.js';
import type { Form, FormGroup } from './form.js';
import { STATEMENT_FORMS } from './statement-forms.js';

export const FORM_GROUPS: readonly FormGroup[] = [...EXPRESSION_FORMS, ...CHECK_FORMS, ...STATEMENT_FORMS];

/** The tables of the page, one per group. */
export function formTables(): string {
  return FORM_GROUPS.map(({ title, forms }) => {
    const rows = forms.map((each) => `| ${code(each.script)} | ${lineCell(each)} |`);
    return [`### ${title}`, '', '| Script | Request file |', '| --- | --- |', ...rows].join('\n');
  }).join('\n\n');
}

function lineCell({ lines }: Form): string {
  if (lines.length === 0) return 'left out';
  return lines
    .map((line) => (line.startsWith('reported:') ? 'not translated, reported' : code(line)))
    .join('<br>');
}

/** Code in a cell of a table, where a bar ends the cell. */
function code(text: string): string {
  const marks = text.includes('`') ? '``' : '`';
  return `${marks}${text.replaceAll('|', String.raw`\|`)}${marks}`;
}
