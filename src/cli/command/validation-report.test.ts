import { describe, expect, it } from 'vitest';
import type { FileValidation, Finding } from '../../operations/files/validate-files.js';
import { hasFailed, validationJson, validationText } from './validation-report.js';

const place = { line: 2, column: 1, endColumn: 4 };
const info: Finding = {
  ...place,
  severity: 'info',
  code: 'comment_in_body',
  message: 'this line is not sent',
};
const warning: Finding = {
  ...place,
  endLine: 3,
  severity: 'warning',
  code: 'extra_mock',
  message: 'only one',
};

function validation(...findings: Finding[]): FileValidation {
  return { file: 'a.http', kind: 'request-file', requests: 1, findings };
}

function text(verbose: boolean): string {
  const shown = { strict: true, verbose };
  return [...validationText([validation(info)], shown, (_, word) => word)].join('');
}

describe('an info finding', () => {
  it('changes no verdict, also not where warnings do', () => {
    expect(hasFailed(validation(info), true)).toBe(false);
    expect(hasFailed(validation(info, warning), true)).toBe(true);
    expect(hasFailed(validation(info, warning), false)).toBe(false);
  });

  it('is shown as text only on request, and counted nowhere', () => {
    const head = 'OK    a.http (1 request)\n';
    const foot = '1 file, 1 request: 1 ok\n';
    expect(text(false)).toBe(head + foot);
    expect(text(true)).toBe(`${head}      2:1 info comment_in_body this line is not sent\n${foot}`);
  });

  it('is in the JSON, but not among the errors', () => {
    const [entry] = JSON.parse([...validationJson([validation(info, warning)], true)].join('')) as [object];
    expect(entry).toEqual({
      file: 'a.http',
      ok: false,
      requests: 1,
      errors: ['a.http:2:1: warning extra_mock: only one'],
      diagnostics: [info, warning],
    });
  });
});
