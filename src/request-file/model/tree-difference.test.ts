import { describe, expect, it } from 'vitest';
import type { Assertion, Request, RequestFile } from './model.js';
import { parseText } from '../parse-file.js';
import { dedent } from '../../../test/support/dedent.js';
import { treeDifference } from './tree-difference.js';

const parse = (text: string): RequestFile => parseText(text, 'a.http');

const BASE = dedent`
  # c

  @v = 1
  ### a
  # @line 5
  POST u
  # h
  A: b

  {}
  >>>
  expect x == {"line": 1}
  <<<
`;

describe('treeDifference', () => {
  it('finds none between texts that are laid out differently', () => {
    const other = dedent`


      # c


      @v=1
      ####a
      //@line = 5
      POST u HTTP/1.1
      # h
      A:b

      {}

      >>>

        expect x = {"line": 1}
      <<< end
    `;
    expect(treeDifference(parse(BASE), parse(other))).toBeUndefined();
  });

  it.each([
    ['comments[0]', '# c', '# d'],
    ['comments[0]', '# c\n', ''],
    ['variables[0].value', '= 1', '= 2'],
    ['variables[0].name', '@v', '@w'],
    ['variables[1]', '@v = 1', '@v = 1\n@w = 2'],
    ['requests[0].name', '### a', '### b'],
    ['requests[0].metadata.line', '@line 5', '@line 6'],
    ['requests[0].metadata.more', '# @line 5', '# @line 5\n# @more'],
    ['requests[0].method', 'POST', 'PUT'],
    ['requests[0].headers[0].value', 'A: b', 'A: c'],
    ['requests[0].headers[0].comments[0]', '# h\n', ''],
    ['requests[0].headers[0].comments[0]', '# h', '# i'],
    ['requests[0].body.raw', '{}', '{ }'],
    ['requests[0].body', '{}', ''],
    ['requests[0].assertions[0].expected.line', '"line": 1', '"line": 2'],
    ['requests[0].assertions[0].expected.line', '"line": 1', '"lines": 1'],
    ['requests[0].assertions[0].raw', '{"line": 1}', '{"line":1}'],
    [
      'requests[1]',
      '<<<\n',
      dedent`
        <<<
        ### b
        GET u
      `,
    ],
  ])('names %s', (field, before, after) => {
    expect(BASE).toContain(before);
    expect(treeDifference(parse(BASE), parse(BASE.replace(before, after)))).toBe(field);
  });

  it('leaves out what a built tree leaves to the printer', () => {
    const text = dedent`
      ###
      POST u

      < ./x.json

      >>>
      expect status 200
      <<<
    `;
    const read = parse(text);
    const [request] = read.requests as readonly [Request];
    const [{ raw: _raw, ...assertion }] = request.assertions as readonly [Assertion];
    const body: Request['body'] = {
      contentType: 'file',
      raw: '',
      line: 0,
      path: './x.json',
      interpolate: false,
    };
    expect(
      treeDifference({ ...read, requests: [{ ...request, body, assertions: [assertion] }] }, read),
    ).toBeUndefined();
  });

  it('compares form fields, not the text they were read from', () => {
    expect(
      treeDifference(
        parse('POST u\n\n&a=b'),
        parse(dedent`
          POST u

           & a = b
        `),
      ),
    ).toBeUndefined();
    expect(treeDifference(parse('POST u\n\n&a=b'), parse('POST u\n\n&a=c'))).toBe(
      'requests[0].body.fields[0].value',
    );
  });
});
