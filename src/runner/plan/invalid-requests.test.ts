import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { separateInvalid } from './invalid-requests.js';

async function separated(text: string): Promise<readonly string[] | undefined> {
  const found = separateInvalid(await parseRequestFile(Buffer.from(text), 'a.http'));
  return found?.file.requests.map(({ name, line, ...rest }, index) => {
    const request = found.file.requests[index];
    const why = request && found.invalid.get(request);
    return `${line} ${name} ${rest.metadata.depends?.join() ?? '-'}: ${why ?? 'runs'}`;
  });
}

describe('separateInvalid', () => {
  it('names the request of each bad line and keeps the others', async () => {
    const text = dedent`
      ### good
      GET http://h/a

      ### bad operator
      # @depends good
      GET http://h/b

      >>>
      exspect status 200
      exspect body.x 3
      <<<

      ### no line
      this is nothing

      ### last
      # @depends bad operator
      GET http://h/c
    `;
    expect(await separated(text)).toEqual([
      '1 good -: runs',
      expect.stringMatching(/^4 bad operator -: line 9: expected a line .* \(and 1 more\)$/),
      expect.stringMatching(/^13 no line -: line 14: expected a request line/),
      '16 last bad operator: runs',
    ]);
  });

  it.each([
    ['a wrong method', '### a\nGETT http://h/\n\n### b\nGET http://h/', ['1 a', '4 b']],
    ['a cycle', '### a\n# @depends b\nGET http://h/\n\n### b\n# @depends a\nGET http://h/', ['1 a', '5 b']],
    ['a directive without separator', '# @timeout x\nGET http://h/', ['2 ']],
    ['a part without title', 'nonsense\n\n### b\nGET http://h/', ['1 line 1', '3 b']],
  ])('finds one bad request: %s', async (_case, text, names) => {
    const found = (await separated(text)) ?? [];
    expect(found.map((each) => each.replace(/ \S+: .*$/, ''))).toEqual(names);
    expect(found.filter((each) => !each.endsWith(': runs'))).toHaveLength(1);
  });

  it('blames both requests for a directive between them', async () => {
    const text = '### a\nGET http://h/\n\n>>>\nexpect status 200\n<<<\n# @timeout x\nGET http://h/b';
    expect((await separated(text))?.every((each) => each.includes('line 7: '))).toBe(true);
  });

  it.each(['@base http://h\n\n### a\nGET {{base}}/', '### a\nGET http://h/\0'])(
    'gives up on an error of the whole file: %j',
    async (text) => {
      expect(await separated(text)).toBeUndefined();
    },
  );
});
