import { dedent } from '../../../test/support/dedent.js';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { clientFileView } from './client-file-view.js';

const view = (text: string): ReturnType<typeof clientFileView> => clientFileView(parseText(text, 'a.http'));

describe('clientFileView', () => {
  it('has the fields of the API in their order, additions last', () => {
    const file = view('# note\n\n@secret key = "v"\n\n### Get\nGET http://x/\n');
    expect(Object.keys(file)).toEqual(['path', 'variables', 'requests', 'diagnostics', 'comments']);
    expect(Object.keys(file.requests[0] ?? {}).slice(0, 11)).toEqual([
      'name',
      'description',
      'tags',
      'method',
      'url',
      'headers',
      'queryParams',
      'assertions',
      'captures',
      'line',
      'metadata',
    ]);
    expect(file.variables).toEqual([{ name: 'key', value: '"v"', line: 3, secret: true }]);
    expect(JSON.stringify(file)).not.toContain('layout');
  });

  it('groups directives with a dot', () => {
    const text =
      '### a\n# @timeout 5s\n# @stress.weight 3\n# @stress.setup\n# @contract.provider depot\n# @contract.state "full"\n# @stress.think {{t}}\nGET http://x/\n';
    expect(view(text).requests[0]?.metadata).toEqual({
      timeout: 5000,
      stress: { weight: 3, setup: true },
      contract: { provider: 'depot', state: 'full' },
      dynamicValues: { 'stress.think': '{{t}}' },
    });
  });

  it('has no key for absent directives', () => {
    expect(view('GET http://x/').requests[0]?.metadata).toEqual({});
  });

  it('gives typed literals, and null where an operator takes none', () => {
    const text = dedent`
      GET http://x/

      >>>
      expect status 200
      expect body.a exists
      expect body.b == "1"
      expect body.c == [1, null]
      <<<

      >>>capture
      a from $.x
      s from status
      <<<
    `;
    const [request] = view(text).requests;
    expect(request?.assertions.map(({ operator, expected }) => [operator, expected])).toEqual([
      ['equals', 200],
      ['exists', null],
      ['equals', '1'],
      ['equals', [1, null]],
    ]);
    expect(request?.captures.map(({ source, path }) => [source, path])).toEqual([
      ['body', '$.x'],
      ['status', ''],
    ]);
  });
});
