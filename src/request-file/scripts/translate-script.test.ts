import { describe, expect, it } from 'vitest';
import { parseText } from '../parse-file.js';
import { printFile } from '../print-file.js';
import { CHECK_FORMS } from './forms/check-forms.js';
import { EXPRESSION_FORMS } from './forms/expression-forms.js';
import { START, type Form } from './forms/form.js';
import { STATEMENT_FORMS } from './forms/statement-forms.js';
import { translateAssertLine, translateScript } from './translate-script.js';
import type { ScriptSource, Translation } from './translation.js';

const SOURCE: ScriptSource = {
  text: '',
  client: 'postman',
  stage: 'after',
  line: 1,
  requestName: 'Sign in',
  importing: true,
};

const translate = (text: string, more: Partial<ScriptSource> = {}): Translation =>
  translateScript({ ...SOURCE, ...more, text });

/** The lines of a request that the printer writes for a translation, without the request itself. */
function linesOf({ assertions, captures, sets, changes, reports }: Translation): string[] {
  const [base] = parseText('### Sign in\nGET http://127.0.0.1/\n', 'a.http').requests;
  if (!base) throw new Error('no request');
  const { layout: _, ...request } = base;
  const timeout = changes.findLast(({ kind }) => kind === 'timeout');
  const headers = changes.flatMap((change) =>
    change.kind === 'header' ? [{ key: change.name, value: change.value, line: 0 }] : [],
  );
  const text = printFile({
    path: 'a.http',
    variables: [],
    diagnostics: [],
    comments: [],
    requests: [
      {
        ...request,
        assertions,
        captures,
        headers,
        metadata: {
          ...(sets.length > 0 && { set: sets }),
          ...(timeout?.kind === 'timeout' && { timeout: timeout.milliseconds }),
        },
      },
    ],
  });
  expect(parseText(text, 'a.http').diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const written = text.split('\n').filter((line) => !/^(?:$|###|>>>|<<<|GET )/.test(line));
  return [...written, ...reports.map(({ form }) => `reported: ${form}`)];
}

describe.each([...EXPRESSION_FORMS, ...CHECK_FORMS, ...STATEMENT_FORMS])('$title', ({ forms }) => {
  it.each(forms)('$script', ({ script, lines, stage = 'after' }: Form) => {
    const text = stage === 'after' && script.includes('json') ? `${START}\n${script}` : script;
    expect(linesOf(translate(text, { stage }))).toEqual(lines);
  });
});
