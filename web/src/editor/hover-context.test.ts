import { expect, it } from 'vitest';
import { hoverAt } from '../../../src/authoring/hover/hover.js';
import { hoverContext } from './hover-context.js';

const request = { method: 'GET', title: '', tags: [], url: '/', line: 3, requestLine: 4, placeholders: [] };
const CONTEXT = hoverContext(
  {
    requests: [{ ...request, name: 'login', captures: ['token'] }],
    variables: [
      { name: 'host', value: 'last', secret: false, line: 1 },
      { name: 'pin', value: '1234', secret: true, line: 2 },
    ],
  },
  {
    environment: 'dev',
    variables: { host: 'hidden by the file', user: { name: 'Ada', ids: [7, 8] } },
    clientVariables: ['place'],
  },
);

it.each([
  ['host', 'last', 'variable of this file', 'line 1'],
  ['pin', '••••••', 'variable of this file', 'line 2'],
  ['user.ids[-1]', '8', 'environment dev', undefined],
  ['user.ids.length', '2', 'environment dev', undefined],
  ['login.token.id', undefined, 'captured by login', 'line 3'],
  ['place.city', undefined, 'environment file of another client', undefined],
])('%s is %s of %s', (name, value, source, place) => {
  const found = hoverAt({ text: `GET {{${name}}}`, region: 'head', line: 5, column: 7 }, CONTEXT);
  expect([found?.value, found?.source, found?.place]).toEqual([value, source, place]);
});

it.each(['nope', 'user.gone', 'user.__proto__'])('%s has no value', (name) => {
  expect(hoverAt({ text: `GET {{${name}}}`, region: 'head', line: 5, column: 7 }, CONTEXT)).toBeUndefined();
});
