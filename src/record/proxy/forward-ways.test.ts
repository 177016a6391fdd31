/** Compares both ways of forwarding: the same traffic must give the same responses, requests and recordings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NodeForwarding } from './forward-by-node.js';
import { PlainForwarding } from './forward-plain.js';
import { caseCount } from '../../../test/support/generated-cases.js';
import { startWay, comparable, expectSame } from '../../../test/support/unit/forward-ways-setup.js';

describe('both ways of forwarding', () => {
  it('agree on any traffic', async () => {
    const [plain, byNode] = [await startWay(PlainForwarding), await startWay(NodeForwarding)];
    const percent = fc.integer({ min: 0, max: 100 });
    const splits = fc.array(percent, { maxLength: 6 }).map((all) => all.toSorted((a, b) => a - b));
    const body = fc.oneof(
      fc.constantFrom('', '{}', '{"id":12345678,"token":"k3y-0123456789abcdef"}', '\xff\0binary', 'x'),
      fc
        .tuple(fc.constantFrom('a', '{"a":1}', '\x80'), fc.integer({ min: 1, max: 40_000 }))
        .map(([unit, times]) => unit.repeat(times)),
    );
    const cases = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      requestBody: body,
      status: fc.constantFrom('200 OK', '201 Created', '404 Not Found', '500', '204 None', '304 Same'),
      interim: fc.constantFrom('', '', 'HTTP/1.1 103 Hint\r\nLink: </a>\r\n\r\n'),
      headers: fc.constantFrom('', 'ETag: "a1"\r\n', 'X-A: b\r\nx-a:  c \r\n', 'Content-Encoding: gzip\r\n'),
      body,
      framing: fc.constantFrom('length', 'chunked', 'close'),
      chunks: splits,
      closes: fc.boolean(),
      splits,
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ status, interim, headers, framing, chunks, closes, ...rest }) => {
        const isEmpty = rest.method === 'HEAD' || /^(?:204|304)/.test(status);
        const content = isEmpty ? '' : framed(rest.body, framing, chunks);
        const length = isEmpty && framing === 'chunked' ? '' : framingHeader(framing, rest.body);
        const response = `${interim}HTTP/1.1 ${status}\r\n${headers}${length}\r\n${content}`;
        await expectSame(plain, byNode, { ...rest, response, closes: closes || framing === 'close' });
      }),
      { numRuns: caseCount(150, 10) },
    );
    expect(comparable(await plain.list())).toBe(comparable(await byNode.list()));
    expect((await plain.list()).length).toBeGreaterThan(caseCount(100, 5));
  });
});

function framingHeader(framing: string, body: string): string {
  if (framing === 'length') return `Content-Length: ${body.length}\r\n`;
  return framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : '';
}

function framed(body: string, framing: string, splits: readonly number[]): string {
  if (framing !== 'chunked') return body;
  let text = '';
  let from = 0;
  for (const share of [...splits, 100]) {
    const to = Math.floor((body.length * share) / 100);
    if (to > from) text += `${(to - from).toString(16)}\r\n${body.slice(from, to)}\r\n`;
    from = Math.max(from, to);
  }
  return `${text}0\r\n\r\n`;
}
