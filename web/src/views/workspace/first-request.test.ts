import { expect, it } from 'vitest';
import { parseRequestFile } from '../../../../src/request-file/parse-file.js';
import { firstRequest } from './first-request.js';

it.each([
  ['without a base URL defines one', {}, ['baseUrl']],
  ['with the base URL of the environment defines none', { baseUrl: 'http://x' }, []],
  ['with a base URL that is no text defines one', { baseUrl: 7 }, ['baseUrl']],
])('a new file %s', async (_name, variables, defined) => {
  const file = await parseRequestFile(firstRequest('local', variables), 'a.http');
  expect(file.diagnostics).toEqual([]);
  expect(file.variables.map(({ name }) => name)).toEqual(defined);
  expect(file.requests.map(({ name, url }) => [name, url])).toEqual([['readSomething', '{{baseUrl}}/']]);
});
