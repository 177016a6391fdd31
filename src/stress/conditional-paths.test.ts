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
