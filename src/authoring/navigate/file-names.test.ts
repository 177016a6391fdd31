import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { analyseText } from '../analysed-text.js';
import { NamePool, summarize } from './file-names.js';
import { pathFrom } from './shown-path.js';

describe('the summary of a file', () => {
  it('has its names, their places and what it takes from other files', () => {
    const text = dedent`
      # @import ./base.http
      import more.http
      @host = http://127.0.0.1
      ### sign in
      # @name login
      # @set n = {{$HOME}}
      POST {{host}}/{{stage.url}}

      >>>capture
      global token from body.token
      <<<
      ### orders
      # @depends login, "../auth/in.http#a, b"
      GET {{host}}/{{login.token}}
      ###
      GET {{host}}
    `;
    expect(summarize(analyseText(text, 'shop/a.http'))).toEqual({
      path: 'shop/a.http',
      requests: [
        {
          name: 'login',
          line: 4,
          nameLine: 5,
          column: 9,
          given: [
            { name: 'n', line: 6, column: 8 },
            { name: 'token', line: 10, column: 8, global: true },
          ],
        },
        { name: 'orders', line: 12, nameLine: 12, column: 5, depends: ['login', '../auth/in.http#a, b'] },
        { name: '', line: 15, nameLine: 15, column: 1 },
      ],
      variables: [{ name: 'host', line: 3, column: 2 }],
      others: [{ path: 'auth/in.http', name: 'a, b', line: 13, column: 36, request: 1 }],
      imports: ['shop/more.http', 'shop/base.http'],
      shares: ['shop/base.http'],
      uses: ['$HOME', 'host', 'stage.url', 'login.token'],
    });
  });

  it('has the files that it executes', () => {
    const text = '### a\nGET /\n\n###\nrun ./smoke.http\n\n###\nrun ../b.http\n\n###\nrun #a\n';
    expect(summarize(analyseText(text, 'shop/a.http')).runs).toEqual(['shop/smoke.http', 'b.http']);
  });

  it('says that a file has errors', () => {
    expect(summarize(analyseText('GET a\n>>>', 'a.http'))).toMatchObject({ hasErrors: true });
  });

  it('is plain data', () => {
    const names = summarize(analyseText('### a\nGET {{b}}', 'a.http'));
    expect(JSON.parse(JSON.stringify(names))).toEqual(names);
  });

  it('finds a dependency that is written with escapes', () => {
    const text = '### x\n# @depends "b.http#a \\"b\\""\nGET a';
    expect(summarize(analyseText(text, 'a.http')).others).toEqual([
      { path: 'b.http', name: 'a "b"', line: 1, column: 1, request: 0 },
    ]);
  });

  it('shares names of a pool', () => {
    const pool = new NamePool();
    expect(pool.share('orders')).toBe('orders');
    expect(pool.share('or'.concat('ders'))).toBe('orders');
  });
});

describe('a path that a file names', () => {
  it.each([
    ['a.http', './b.http', 'b.http'],
    ['shop/a.http', 'b.http', 'shop/b.http'],
    ['shop/a.http', '../b.http', 'b.http'],
    ['shop/in/a.http', '..\\.\\b.http', 'shop/b.http'],
    ['a.http', '../../b.http', '../../b.http'],
    ['shop/a.http', '/etc/b.http', '/etc/b.http'],
    ['/w/a.http', 'b.http', '/w/b.http'],
    ['/w/a.http', '../../b.http', '/b.http'],
  ])('is, from %s and %s, %s', (from, written, expected) => {
    expect(pathFrom(from, written)).toBe(expected);
  });
});
