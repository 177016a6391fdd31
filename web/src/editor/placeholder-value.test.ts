import { expect, it } from 'vitest';
import { placeholderValue, type ValueContext } from './placeholder-value.js';

const request = { method: 'GET', title: '', tags: [], url: '/', line: 1, requestLine: 1 };
const CONTEXT: ValueContext = {
  outline: {
    requests: [{ ...request, name: 'login', captures: ['token'], title: '', tags: [] }],
    variables: [
      { name: 'host', value: 'first', secret: false },
      { name: 'host', value: 'last', secret: false },
      { name: 'pin', value: '1234', secret: true },
    ],
  },
  environment: 'dev',
  variables: {
    host: 'hidden by the file',
    user: { name: 'Ada', password: 'hunter2', ids: [7, 8] },
    'a.b': 1,
    password: 'hunter2',
    long: 'x'.repeat(300),
  },
  clientVariables: ['token2', 'place'],
  isSecret: (name) => name.endsWith('password'),
};

it.each([
  ['host', 'last', 'variable of this file'],
  ['pin', '••••••', 'variable of this file'],
  ['password', '••••••', 'environment dev'],
  ['user', '{"name":"Ada","password":"••••••","ids":[7,8]}', 'environment dev'],
  ['user.name', 'Ada', 'environment dev'],
  ['user.password', '••••••', 'environment dev'],
  ['user.ids[1]', '8', 'environment dev'],
  ['a.b', '1', 'environment dev'],
  ['long', `${'x'.repeat(200)}…`, 'environment dev'],
  ['token', 'token', 'captured by login'],
  ['place.city', 'place.city', 'environment file of another client'],
  ['login.token.id', 'login.token.id', 'captured by login'],
  ['login.response.status', 'login.response.status', 'captured by login'],
])('%s is %s of %s', (name, value, source) => {
  expect(placeholderValue(name, CONTEXT)).toEqual({ value, source });
});

it.each(['nope', 'user.gone', 'login.other', 'constructor', 'user.__proto__'])('%s has no value', (name) => {
  expect(placeholderValue(name, CONTEXT)).toBeUndefined();
});
