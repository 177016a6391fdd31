import { expect, it } from 'vitest';
import type { ParsedFile } from '../../../../src/server/api-types.js';
import { requestLine } from './request-line.js';

const requests = [
  { name: 'login', method: 'POST', url: '/a', line: 3 },
  { name: '', method: 'GET', url: '{{base}}/b', line: 9 },
  { name: 'row [1]', method: 'GET', url: '/c', line: 20 },
] as unknown as ParsedFile['requests'];

it.each([
  ['login', 3],
  ['login [12]', 3],
  ['GET {{base}}/b', 9],
  ['row [1]', 20],
  ['row', 0],
  ['gone', 0],
])('finds the line of %s', (name, line) => {
  expect(requestLine({ requests }, name)).toBe(line);
});
