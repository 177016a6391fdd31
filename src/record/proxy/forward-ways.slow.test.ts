/** Compares both ways of forwarding: the same traffic must give the same responses, requests and recordings. */
import { describe, expect, it } from 'vitest';
import { NodeForwarding } from './forward-by-node.js';
import { PlainForwarding } from './forward-plain.js';
import { startWay, comparable, expectSame } from '../../../test/support/unit/forward-ways-setup.js';
import './forward-ways.test.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

describe('both ways of forwarding', () => {
  it.each([
    ['a body of known length', `${OK}Content-Length: 9\r\n\r\n{"id":17}`],
    ['no body', `${OK}Content-Length: 0\r\n\r\n`],
    ['chunks and trailers', `${CHUNKED}2\r\n{}\r\n1;x=y\r\n \r\n0\r\nX-Sum: 7\r\nTE: x\r\n\r\n`],
    ['a body up to the end of the connection', `${OK}\r\n{"id":17}`],
    ['a response of HTTP/1.0', 'HTTP/1.0 203 Fine\r\nA: b\r\n\r\nup to the end'],
    ['the status 204', 'HTTP/1.1 204 No Content\r\nA: b\r\n\r\n'],
    ['the status 304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
    ['interim responses', `HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hint\r\nLink: </a>\r\n\r\n${OK}\r\nhi`],
    ['headers for one connection', `${OK}Connection: X-A\r\nX-A: b\r\nKeep-Alive: timeout=5\r\n\r\nhi`],
    ['a redirect and a cookie', `HTTP/1.1 302\r\nLocation: /base/x\r\nSet-Cookie: a=b; Domain=x\r\n\r\n`],
    ['bytes above ASCII', 'HTTP/1.1 200 G\xfct\r\nA: \xff\xc3\xa9\r\nContent-Length: 2\r\n\r\n\xff\0'],
    ['more than the response', `${OK}Content-Length: 2\r\n\r\nhi${OK}`],
    ['a length and chunks', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`],
    ['a folded header', `${OK}A: b\r\n c\r\nContent-Length: 0\r\n\r\n`],
    ['a control character in a header', `${OK}A: b\x01\r\nContent-Length: 0\r\n\r\n`],
    ['a body that ends too soon', `${OK}Content-Length: 9\r\n\r\n{"id"`],
    ['a chunk that is none', `${CHUNKED}2\r\n{}\r\nzz\r\n`],
    ['another protocol', 'SSH-2.0-Server\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['a head that is too long', `${OK}A: ${'b'.repeat(300_000)}\r\n\r\n`],
    ['nothing', ''],
  ])('agree on a response with %s', async (_, response) => {
    const [plain, byNode] = [await startWay(PlainForwarding), await startWay(NodeForwarding)];
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      for (const splits of [[], [10, 40, 41, 90]]) {
        const requestBody = method === 'POST' || method === 'PUT' ? '{"crateId":17}' : '';
        await expectSame(plain, byNode, { method, requestBody, response, closes: true, splits });
      }
    expect(comparable(await plain.list())).toBe(comparable(await byNode.list()));
  });
});
