import { expect, it } from 'vitest';
import { firstCommand } from './first-command.js';

it.each([
  [
    [
      { method: 'POST', path: '/a' },
      { method: 'GET', path: '/crates/{id}/{b}.pdf' },
    ],
    "curl 'http://h:3000/crates/1/1.pdf'",
  ],
  [[{ method: 'POST', path: '/a' }], "curl -X 'POST' 'http://h:3000/a'"],
  [[], "curl 'http://h:3000/'"],
])('the first request to %j', (routes, command) => {
  expect(firstCommand(routes, 3000, 'h')).toBe(command);
});
