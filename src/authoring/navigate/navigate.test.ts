import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import type { AnalysedText } from '../analysed-text.js';
import { definitionAt } from './definition.js';
import { memoryIndex } from './memory-index.js';
import type { NamesIndex } from './names-index.js';
import { referencesOf } from './references.js';

const FILES = {
  'auth/login.http': dedent`
    @base = http://127.0.0.1
    ### login
    # @name login
    POST {{base}}/login

    >>>capture
    token from body.token
    global tenant from body.tenant
    <<<
    ### logout
    # @depends login
    GET {{base}}/{{token}}
  `,
  'shop/orders.http': dedent`
    @host = http://127.0.0.1
    @host = {{stage.url}}
    ### list
    # @depends ../auth/login.http#login
    # @data rows.csv
    GET {{host}}/{{login.token}}/{{row.id}}/{{tenant}}/{{$HOME}}/{{$uuid}}

    >>>capture
    id from body.id
    <<<
    ### one
    # @depends list
    # @set id = {{list.id}}
    POST {{host}}/{{token}}/{{id}}/{{list.response.body.x}}

    < ./body.json
  `,
  'shop/other.http': dedent`
    # @import ./orders.http
    ### login
    GET {{host}}/{{login.token}}/{{stage.name}}
    ### each
    # @loop for x of {{list}}
    # @ref one
    GET {{x.id}}
    ### every
    # @loop for x of {{list}}
    GET {{x.id}}{{one.id}}
  `,
  'shop/each.http': dedent`
    @each = 1
    ### objects
    # @each {{l}} as o
    GET {{o.id}}
    ### numbers
    # @each 1..3
    GET {{each}}{{each_number}}
    ### last
    GET last/{{each}}
  `,
};

async function open(index: NamesIndex, path: string): Promise<AnalysedText> {
  const analysed = await index.analyse(path);
  if (analysed === undefined) throw new Error(`no file ${path}`);
  return analysed;
}

/** The place of the text before and after the bar, as in `{{login.|token}}`. */
function placeOf({ text }: AnalysedText, marked: string, line?: number): { line: number; column: number } {
  const bar = marked.indexOf('|');
  const lines = text.split('\n');
  const sought = marked.replace('|', '');
  const at = line === undefined ? lines.findIndex((each) => each.includes(sought)) : line - 1;
  return { line: at + 1, column: (lines[at]?.indexOf(sought) ?? 0) + bar + 1 };
}

describe('a definition', () => {
  const index = memoryIndex(FILES);

  it.each([
    ['auth/login.http', '@depends |login', ['auth/login.http:3:9-14']],
    ['auth/login.http', '{{tok|en}}', ['auth/login.http:7:1-6']],
    ['auth/login.http', '{{base|}}', ['auth/login.http:1:2-6']],
    ['shop/orders.http', 'GET {{ho|st}}', ['shop/orders.http:2:2-6']],
    ['shop/orders.http', '{{log|in.token}}', ['auth/login.http:3:9-14']],
    ['shop/orders.http', '{{login.to|ken}}', ['auth/login.http:7:1-6']],
    ['shop/orders.http', '#log|in', ['auth/login.http:3:9-14']],
    ['shop/orders.http', '@depends .|./auth', ['file auth/login.http']],
    ['shop/orders.http', '@data row|s.csv', ['file shop/rows.csv']],
    ['shop/orders.http', '{{row.i|d}}', ['file shop/rows.csv']],
    ['shop/orders.http', '< ./bo|dy.json', ['file shop/body.json']],
    ['shop/orders.http', '{{ten|ant}}', ['auth/login.http:8:8-14']],
    ['shop/orders.http', '{{$HO|ME}}', ['dotenv HOME']],
    ['shop/orders.http', '{{stage|.url}}', ['environment stage.url']],
    ['shop/orders.http', '{{stage.u|rl}}', ['environment stage.url']],
    ['shop/orders.http', '{{$uu|id}}', []],
    ['shop/orders.http', '/{{|token}}', ['auth/login.http:7:1-6']],
    ['shop/orders.http', '{{i|d}}', ['shop/orders.http:9:1-3', 'shop/orders.http:13:8-10']],
    ['shop/orders.http', '{{list.i|d}}', ['shop/orders.http:9:1-3']],
    ['shop/orders.http', '{{list.response.bo|dy.x}}', ['shop/orders.http:3:5-9']],
    ['shop/orders.http', 'PO|ST', []],
    // A request of the same file goes before one that another file would give.
    ['shop/other.http', '{{log|in.token}}', ['shop/other.http:2:5-10']],
    ['shop/other.http', '{{ho|st}}', ['shop/orders.http:2:2-6']],
    ['shop/each.http', '{{o.i|d}}', ['shop/each.http:3:18-19']],
    ['shop/each.http', '{{eac|h}}', ['shop/each.http:6:4-8']],
    ['shop/each.http', '{{each_num|ber}}', []],
    ['shop/each.http', 'last/{{eac|h}}', ['shop/each.http:1:2-6']],
    ['shop/other.http', '@ref o|ne', ['shop/orders.http:11:5-8']],
    ['shop/other.http', '{{one.i|d}}', ['shop/orders.http:13:8-10']],
    ['shop/other.http', '{{x.i|d}}', ['shop/other.http:5:13-14']],
  ])('in %s of %s', async (path, marked, expected) => {
    const analysed = await open(index, path);
    const { line, column } = placeOf(analysed, marked);
    const found = definitionAt(analysed, index, line, column)?.definitions ?? [];
    const shown = found.map((each) =>
      each.kind === 'name'
        ? `${each.path}:${each.line}:${each.column}-${each.endColumn}`
        : `${each.kind} ${'path' in each ? each.path : each.name}`,
    );
    expect(shown).toEqual(expected);
  });

  it('of an element is the one of its own request', async () => {
    const analysed = await open(index, 'shop/other.http');
    const found = definitionAt(analysed, index, 10, 7);
    expect(found?.definitions).toEqual([
      { kind: 'name', path: 'shop/other.http', line: 9, column: 13, endColumn: 14 },
    ]);
  });

  it('is found in a text that the index does not have', async () => {
    const analysed = await open(index, 'shop/orders.http');
    const { line, column } = placeOf(analysed, 'GET {{ho|st}}');
    expect(definitionAt(analysed, memoryIndex({}), line, column)?.definitions).toHaveLength(1);
  });
});

describe('references', () => {
  const index = memoryIndex(FILES);

  it.each([
    [
      'a request',
      'auth/login.http',
      '@name |login',
      ['auth/login.http:3:9=', 'auth/login.http:11:12', 'shop/orders.http:4:31', 'shop/orders.http:6:16'],
    ],
    [
      'a capture',
      'auth/login.http',
      '|token from',
      ['auth/login.http:7:1=', 'auth/login.http:12:16', 'shop/orders.http:6:22', 'shop/orders.http:14:17'],
    ],
    ['a global', 'auth/login.http', '|tenant from', ['auth/login.http:8:8=', 'shop/orders.http:6:43']],
    [
      'a shared variable',
      'shop/orders.http',
      'GET {{|host}}',
      [
        ...['shop/orders.http:1:2=', 'shop/orders.http:2:2=', 'shop/orders.http:6:7'],
        ...['shop/orders.http:14:8', 'shop/other.http:3:7'],
      ],
    ],
    ['an environment', 'shop/orders.http', '{{|stage', ['shop/orders.http:2:11', 'shop/other.http:3:32']],
    ['the process', 'shop/orders.http', '{{$|HOME', ['shop/orders.http:6:55']],
    ['an element', 'shop/other.http', '{{|x.id', ['shop/other.http:5:13=', 'shop/other.http:7:7']],
    ['a function', 'shop/orders.http', '{{$|uuid', []],
  ])('of %s are found in all files', async (_name, path, marked, expected) => {
    const analysed = await open(index, path);
    const found = await referencesOf(analysed, index, placeOf(analysed, marked), true);
    expect(
      found.map((each) => `${each.path}:${each.line}:${each.column}${each.isDefinition ? '=' : ''}`),
    ).toEqual(expected);
  });

  it('leave definitions out unless they are wanted', async () => {
    const analysed = await open(index, 'auth/login.http');
    const found = await referencesOf(analysed, index, placeOf(analysed, '|tenant from'), false);
    expect(found).toEqual([
      { path: 'shop/orders.http', line: 6, column: 43, endColumn: 49, isDefinition: false },
    ]);
  });
});
