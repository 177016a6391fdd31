import { dedent } from '../../../test/support/dedent.js';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { refuseUnparsable, refuseUnrunnable } from './refuse-file.js';

const parse = (text: string): RequestFile => parseText(text, 'shop/a.http');

function refusalOf(refuse: (file: RequestFile) => void, text: string): ServiceError | undefined {
  try {
    refuse(parse(text));
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

const TWICE = dedent`
  ### a
  # @name login
  GET http://x/

  ### b
  # @name login
  GET http://x/

  ### c
  # @depends login
  GET http://x/
`;
const CYCLE = dedent`
  ### a
  # @depends b
  GET http://x/

  ### b
  # @depends a
  GET http://x/
`;
const SAME_TITLES = dedent`
  ### t
  GET http://x/

  ### t
  GET http://x/

  ### u
  # @depends t
  GET http://x/
`;

describe('refused files', () => {
  it('lets good files pass', () => {
    expect(refusalOf(refuseUnrunnable, 'GET http://x/')).toBeUndefined();
    expect(refusalOf(refuseUnparsable, '')).toBeUndefined();
  });

  it('accepts for display a file that cannot be run', () => {
    for (const text of [TWICE, CYCLE, SAME_TITLES]) expect(refusalOf(refuseUnparsable, text)).toBeUndefined();
  });

  it('names the first error, counts the others and gives all', () => {
    for (const refuse of [refuseUnparsable, refuseUnrunnable]) {
      const refusal = refusalOf(
        refuse,
        dedent`
          nonsense
          ###
          GET

          ### n
          GET http://x/

          >>>
          status 200
          <<<
        `,
      );
      expect(refusal?.kind).toBe('request-file');
      expect(refusal?.message).toBe(
        'shop/a.http:1:1: expected a request line such as `GET http://…`, found `nonsense` (and 2 more)',
      );
      expect(refusal?.details).toMatchObject({
        diagnostics: [{ code: 'expected_request_line' }, { code: 'empty_url' }, { code: 'expect_syntax' }],
      });
      const [first] = (refusal?.details?.['diagnostics'] ?? []) as object[];
      expect(Object.keys(first ?? {})).toEqual([
        'severity',
        'code',
        'message',
        'line',
        'column',
        'endColumn',
      ]);
    }
  });

  it('reports that a name is used twice', () => {
    expect(refusalOf(refuseUnrunnable, TWICE)?.message).toBe(
      'shop/a.http:6: request name "login" is already used in line 2',
    );
  });

  it('shows a cycle', () => {
    expect(refusalOf(refuseUnrunnable, CYCLE)?.message).toBe('shop/a.http: dependency cycle: a -> b -> a');
  });

  it('refuses to run an ambiguous file', () => {
    expect(refusalOf(refuseUnrunnable, SAME_TITLES)?.message).toMatch(
      /^shop\/a\.http:8:\d+: `t` means several/,
    );
  });

  it('does not count warnings', () => {
    expect(refusalOf(refuseUnrunnable, '### a\n# @frobnicate\nGET http://x/')).toBeUndefined();
    expect(
      refusalOf(
        refuseUnparsable,
        dedent`
          x
          ### a
          # @frobnicate
          GET http://x/
        `.trimEnd(),
      )?.message,
    ).not.toContain('more');
  });
});
