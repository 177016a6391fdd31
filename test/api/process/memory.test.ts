import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { rawServer } from '../../support/raw-server.js';
import { startServerProcess, type RunningServer } from '../../support/running-server.js';

const MEBIBYTE = 1024 * 1024;
/** Of the bodies that clients send. */
const BODY_LIMIT = 10 * MEBIBYTE;
/** Of the answers of targets, as the workspace says. */
const ANSWER_LIMIT = 4 * MEBIBYTE;
const PIECES = 400_000;
const PIECE = 'a';
const AT_ONCE = 10_000;
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';

/** Many values in little text. */
const values = (size: number): string => `[${'[],'.repeat(size / 3)}[]]`;

describe('the memory of a server', () => {
  it('stays within eight times the limits, whatever the number of pieces and values', async () => {
    const target = await rawServer((socket, { text }) => {
      if (text.includes('/pieces')) void sendPieces(socket, `HTTP/1.1 200 OK\r\n${CHUNKED}`);
      else {
        const body = values(ANSWER_LIMIT - 100);
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
        );
        socket.write(body);
      }
    });
    const file = (path: string, assertion: string): string =>
      dedent`
        ### a
        GET ${target.url}${path}

        >>>
        expect ${assertion}
        <<<
      `;
    const server = await startServerProcess({
      files: {
        'service.yaml': `maxBodyBytes: ${ANSWER_LIMIT}\n`,
        'pieces.http': file('/pieces', `size == ${PIECES}`),
        'values.http': file('/values', 'body[0] exists'),
      },
    });
    await server.get('/workspace');
    const before = memoryOf(server);
    const growth = (): number => memoryOf(server) - before;

    const pieces = await server.call('POST', '/execute', { json: { file: 'pieces.http' } });
    expect(pieces.json).toMatchObject({ passed: 1, failed: 0 });
    expect(growth()).toBeLessThan(8 * ANSWER_LIMIT + SLACK);
    const found = await server.call('POST', '/execute', { json: { file: 'values.http' } });
    expect(found.text).toContain('the JSON of the body has too many values');
    expect(growth()).toBeLessThan(8 * ANSWER_LIMIT + SLACK);
    expect(await sentInPieces(server)).toMatch(
      /^HTTP\/1\.1 400 .*request body is not valid JSON: unexpected/s,
    );
    expect(growth()).toBeLessThan(8 * BODY_LIMIT);
    const many = await server.call('POST', '/execute', {
      body: `{"file":${values(BODY_LIMIT - 100)}}`,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(many.status).toBe(400);
    expect(many.text).toContain('request body is not valid JSON: too many values at line 1, column ');
    expect(growth()).toBeLessThan(8 * BODY_LIMIT);
  });
});

/** What a server takes for its first work of any kind. */
const SLACK = 40 * MEBIBYTE;

/** The most that it ever had where the system tells that, else what it has. */
function memoryOf({ svc: { pid } }: RunningServer): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  }
}

async function sendPieces(socket: Socket, head: string): Promise<void> {
  const pieces = `1\r\n${PIECE}\r\n`.repeat(AT_ONCE);
  socket.write(head);
  for (let sent = 0; sent < PIECES && !socket.destroyed; sent += AT_ONCE) {
    if (!socket.write(pieces)) await once(socket, 'drain');
  }
  socket.write('0\r\n\r\n');
}

async function sentInPieces({ port }: RunningServer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  await sendPieces(
    socket,
    `POST /api/v1/execute HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Type: application/json\r\n${CHUNKED}`,
  );
  await once(socket, 'close');
  return answer;
}
