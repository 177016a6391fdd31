import { expect, it } from 'vitest';
import { environmentKeyPlace } from './environment-place.js';

const TEXT = `environments:
  dev: &dev
    host: a
    "my key": 1
    user: { name: x }
    a.b: 2
  qa: *dev
  empty:
`;

it.each([
  ['host', 'dev', '3:5-9'],
  ['my key', 'dev', '4:5-13'],
  ['user.name', 'dev', '5:5-9'],
  ['user[0]', 'dev', '5:5-9'],
  ['a.b', 'dev', '6:5-8'],
  ['host', 'qa', '3:5-9'],
])('finds %s of %s', (name, environment, expected) => {
  const found = environmentKeyPlace(TEXT, environment, name);
  expect(found && `${found.line}:${found.column}-${found.endColumn}`).toBe(expected);
});

it.each([
  ['other', 'dev', TEXT],
  ['constructor', 'dev', TEXT],
  ['host', 'empty', TEXT],
  ['host', 'prod', TEXT],
  ['host', 'dev', 'environments: ['],
  ['host', 'dev', ''],
])('finds no %s of %s', (name, environment, text) => {
  expect(environmentKeyPlace(text, environment, name)).toBeUndefined();
});
