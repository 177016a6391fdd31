import { expect, it } from 'vitest';
import { statusPhrase } from './status-phrase.js';

it.each([
  [200, 'OK'],
  [418, "I'm a Teapot"],
  [599, ''],
  [0, ''],
])('calls %d %j', (status, phrase) => {
  expect(statusPhrase(status)).toBe(phrase);
});
