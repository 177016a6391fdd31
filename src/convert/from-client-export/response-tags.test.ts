import { describe, expect, it } from 'vitest';
import { exportedRequest } from '../../../test/support/runs/foreign-definitions.js';
import { importedFiles, importedText, lossLines } from '../../../test/support/runs/imported.js';
import { convert, tag, headers } from '../../../test/support/unit/response-tags-setup.js';

const folder = (id: string): object => ({ _id: id, _type: 'request_group', parentId: 'w', name: id });

describe('template tags of responses', () => {
  it('become captures, dependencies and placeholders', async () => {
    const converted = await convert(
      false,
      exportedRequest('use', 'w', {
        authentication: { type: 'bearer', token: tag('body', 'log in', '$.data.token') },
        ...headers(`${tag('header', 'log in', 'X-Trace')} ${tag('body', 'log in', '$.data.token')}`),
        body: { text: `${tag('raw', 'log in')}${tag('url', 'log in')}${tag('body', 'log in', '//a/@href')}` },
      }),
      exportedRequest('log in', 'w', { method: 'POST' }),
    );
    expect(importedText(converted)).toBe(`# Shop (imported from clientexport)

### use
# @depends log_in
# @auth bearer {{log_in_token}}
GET http://x.test
X-A: {{log_in_X-Trace}} {{log_in_token}}

{{log_in_body}}{{log_in_url}}{{log_in_href}}

### log in
# @name log_in
POST http://x.test

>>>capture
log_in_body from body
log_in_url from url
log_in_href from xpath //a/@href
log_in_token from jsonpath $.data.token
log_in_X-Trace from header X-Trace
<<<
`);
    expect(converted.losses).toEqual([]);
  });

  it('are followed through variables, which keep their names', async () => {
    const converted = await convert(
      false,
      exportedRequest('login', 'w', {}),
      exportedRequest('use', 'w', headers('{{ _.header }}')),
      exportedRequest('other', 'w', headers('{{ _.plain }}')),
      {
        _id: 'e',
        _type: 'environment',
        parentId: 'w',
        data: {
          header: 'Token {{ _.login_token }}',
          login_token: tag('body', 'login', '$.token'),
          plain: 'x',
        },
      },
    );
    const text = importedText(converted);
    expect(text).toContain('@header = Token {{login_token}}\n@login_token = {{login_token_2}}\n');
    expect(text).toContain('### use\n# @depends login\n');
    expect(text).toContain('### other\nGET');
    expect(text).toContain('login_token_2 from jsonpath $.token');
    expect(text).not.toContain('Needs');
  });

  it('reach into other files', async () => {
    const converted = await convert(
      true,
      folder('auth'),
      folder('shop'),
      exportedRequest('login', 'auth', {}),
      exportedRequest('use', 'shop', headers(tag('body', 'login', '$.token'))),
    );
    const files = importedFiles(converted);
    expect(files['shop.http']).toContain('# @depends ./auth.http#login\n');
    expect(files['shop.http']).not.toContain('Needs');
    expect(files['auth.http']).toContain('>>>capture\nlogin_token from jsonpath $.token\n<<<');
  });

  it.each([
    [
      tag('body', 'gone', '$.a'),
      'the template tag response of a request that is not here has no counterpart',
    ],
    [
      tag('body', 'login', '$.a['),
      'the template tag response whose filter svc does not read has no counterpart',
    ],
    [
      tag('body', 'login', '///'),
      'the template tag response whose filter svc does not read has no counterpart',
    ],
    [
      tag('header', 'login', 'a b'),
      'the template tag response whose filter svc does not read has no counterpart',
    ],
    [
      tag('cookies', 'login', 'x'),
      'the template tag response whose filter svc does not read has no counterpart',
    ],
    [tag('raw', 'use'), 'it uses the response of use, which needs its response in turn'],
    [tag('raw', 'empty'), 'it uses the response of empty, which cannot be carried'],
  ])('%s are lost where they cannot be kept', async (written, reason) => {
    const converted = await convert(
      false,
      exportedRequest('login', 'w', {}),
      exportedRequest('use', 'w', headers(written)),
      exportedRequest('empty', 'w', { url: '' }),
    );
    expect(lossLines(converted)).toContain(`/resources/2: ${reason}`);
    expect(importedText(converted)).not.toContain('@depends');
  });
});
