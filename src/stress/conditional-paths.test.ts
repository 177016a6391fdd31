import { expect, it } from 'vitest';
import { comparePaths } from '../../test/support/runs/compare-paths.js';

const ok = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Three iterations of two requests. */
const SPREAD = { duration: 1200, rate: 5, maxVUs: 1 };

it('both paths judge alike: conditions, globals, templates and variables that are set', async () => {
  const { result, requests } = await comparePaths(
    (socket, _text, number) => socket.write(ok(`{"id": ${number}, "token": "t${number}"}`)),
    `### login
# @name login
# @stress.weight 0
POST URL/login
>>>
expect body.token === "x" when status == 500
expect body.id == {{response.body.id}} unless body.gone exists
<<<
>>>capture
global token from text "{{response.body.token}}-{{response.status}}" when status == 200
<<<
### use
# @depends login
# @set path = {{token}}/end
GET URL/use/{{path}}
>>>
expect variable token endsWith "-200"
expect body.id === "text" when variable token truthy
<<<
`,
    { stress: SPREAD },
  );
  expect(result.perRequest.map(({ name, errorCount }) => [name, errorCount])).toEqual([
    ['login', 0],
    ['use', 3],
  ]);
  expect(requests[1]).toContain('GET /use/t1-200/end HTTP/1.1');
});

/** Every response to `use` has the same bytes, but every iteration has another token. */
async function errorsOfUse(assertion: string): Promise<number> {
  const { result } = await comparePaths(
    (socket, text, number) =>
      socket.write(ok(text.startsWith('POST /login') ? `{"token": "t${number}"}` : '{"id": 7}')),
    `### login
# @name login
# @stress.weight 0
POST URL/login
>>>capture
token from body.token
<<<
### use
# @depends login
GET URL/use
>>>
expect ${assertion}
<<<
`,
    { stress: SPREAD },
  );
  expect(result.totalRequests).toBe(6);
  return result.perRequest.find(({ name }) => name === 'use')?.errorCount ?? 0;
}

// The first request of each iteration logs in: t1, t3 and t5.
it.each([
  ['a variable that is compared', 'variable token == "t3"', 2],
  ['a variable that holds always', 'variable token startsWith "t"', 0],
  ['a condition on a variable', 'status 500 when variable token == "t3"', 1],
  ['an exception by a variable', 'status 500 unless variable token == "t3"', 2],
  ['a condition on the response', 'status 500 when body.id == 8', 0],
])('both paths judge each iteration by its own values: %s', async (_case, assertion, errors) => {
  expect(await errorsOfUse(assertion)).toBe(errors);
});
