import { describe, expect, it } from 'vitest';
import { RouteUse } from '../route-use.js';
import { dedent } from '../../../test/support/dedent.js';
import { routesOf } from '../../../test/support/runs/mock-routes.js';

/** Method, path, status and `Location` of each route. */
async function routes(text: string, stateful = true): Promise<readonly string[]> {
  const all = await routesOf(text, { stateful, environment: { baseUrl: 'http://depot.test' } });
  return all.map(({ method, path, response: { status, headers } }) =>
    [
      method,
      path.shown,
      status,
      ...headers.flatMap(([name, value]) => (name === 'Location' ? value : [])),
    ].join(' '),
  );
}

function request(line: string, ...assertions: readonly string[]): string {
  return dedent`
    ### any
    ${line}

    >>>
    ${assertions.map((each) => `expect ${each}`).join('\n')}
    <<<
  `;
}

describe('a request of a stateful mock that expects another address than its own', () => {
  it('is redirected to where its response is', async () => {
    const text = request('GET {{baseUrl}}/old', 'url endsWith /new/place?from=old', 'body.a == 1');
    expect(await routes(text)).toEqual(['GET /old 302 /new/place?from=old', 'GET /new/place 200']);
    expect(await routes(text, false)).toEqual(['GET /old 200']);
  });

  it.each([
    ['GET {{baseUrl}}/old', 'url == "{{baseUrl}}/new"', ['GET /old 302 /new', 'GET /new 200']],
    ['POST {{baseUrl}}/old', 'url endsWith /new', ['POST /old 303 /new', 'GET /new 200']],
    ['GET {{baseUrl}}/old/{{id}}', 'url endsWith /new', ['GET /old/{id} 200']],
    ['GET {{baseUrl}}/old/{{id}}', 'url endsWith /a/b', ['GET /old/{id} 302 /a/b', 'GET /a/b 200']],
    ['GET {{baseUrl}}/v1/old', 'url endsWith /old', ['GET /v1/old 200']],
    ['GET {{baseUrl}}/old?a=1', 'url == "{{baseUrl}}/old?a=1"', ['GET /old 200']],
    ['GET {{baseUrl}}/old/{{id}}', 'url endsWith /old/7', ['GET /old/{id} 200']],
    ['GET {{baseUrl}}/old', 'url endsWith old', ['GET /old 200']],
    ['GET {{baseUrl}}/old', 'url contains /new', ['GET /old 200']],
    ['GET {{baseUrl}}/old/{{id}}', 'url endsWith /new/{{id}}', ['GET /old/{id} 200']],
  ])('%s, %s', async (line, assertion, expected) => {
    expect(await routes(request(line, assertion))).toEqual(expected);
  });

  it('keeps the response of a block, and of a request that follows no redirect', async () => {
    const text = request('GET {{baseUrl}}/old', 'url endsWith /new');
    expect(await routes(`${text}\n>>>mock\n200 OK\n<<<\n`)).toEqual(['GET /old 200']);
    expect(await routes(text.replace('GET', '# @no-redirect\nGET'))).toEqual(['GET /old 200']);
  });

  it('ends at the route that the files have', async () => {
    const own = `\n${request('GET {{baseUrl}}/new', 'status == 203')}`;
    expect(await routes(request('GET {{baseUrl}}/old', 'url endsWith /new') + own)).toEqual([
      'GET /old 302 /new',
      'GET /new 203',
    ]);
  });
});

describe('a route that is added for a request', () => {
  it('is none that has to be used', async () => {
    const text = request('GET {{baseUrl}}/old', 'url endsWith /new');
    const environment = { baseUrl: 'http://depot.test' };
    const all = await routesOf(text, { stateful: true, environment });
    const use = new RouteUse(all);
    expect(use.unused().map(({ path }) => path.shown)).toEqual(['/old']);
    for (const route of all) use.note(route);
    expect(use.unused()).toEqual([]);
  });
});
