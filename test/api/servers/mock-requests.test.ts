import { describe, expect, it } from 'vitest';
import { sendRequest } from '../../support/servers/running-server.js';
import { serve, start, type MockStatus } from './mock-calls.js';
import { whole } from './mock-requests-setup.js';

describe('requests of the mock server', () => {
  it('say why a route was chosen among those of its method and path', async () => {
    const page = (name: string, query: string, directive = ''): string =>
      `### ${name}\n# @name ${name}\n${directive}GET {{baseUrl}}/pages${query}\n`;
    const pages = [
      page('one', '?page=1'),
      page('two', '?page=2'),
      page('tenant', '', '# @mock.when query.page == 2 and header X-Tenant exists\n'),
    ].join('\n');
    const server = await serve({ 'pages.http': pages });
    const { json } = await start(server, { files: ['pages.http'] });
    const mock = `http://127.0.0.1:${(json as MockStatus).port}`;
    await sendRequest(mock, 'GET', '/pages?page=2');
    await sendRequest(mock, 'GET', '/pages?page=2', { headers: { 'X-Tenant': 'north' } });
    await sendRequest(mock, 'GET', '/pages?page=3');
    const why = async (id: number): Promise<unknown> => {
      const { matched, choice, others } = (await whole(server, id)).why;
      return [matched?.name, choice, others.map(({ name, reason }) => `${name}: ${reason}`)];
    };
    expect(await why(1)).toEqual([
      'two',
      'matches: query page',
      ['one: query page is 2, not 1', 'tenant: `header X-Tenant exists` does not hold, there is no value'],
    ]);
    expect(await why(2)).toEqual([
      'tenant',
      'holds: `query.page == 2`, `header X-Tenant exists`',
      ['one: query page is 2, not 1', 'two: it matches, but by 1 instead of 2'],
    ]);
    expect(await why(3)).toEqual([
      'one',
      'no route fits, so the first one responds',
      ['two: query page is 3, not 2', 'tenant: `query.page == 2` does not hold, it is "3"'],
    ]);
  });
});
