import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { rawServer } from '../../support/servers/raw-server.js';
import { startServerProcess, type RunningServer } from '../../support/servers/running-server.js';

const MEBIBYTE = 1024 * 1024;
/** The limit of request bodies. */
const MAX_BODY_BYTES = 10 * MEBIBYTE;
/** The limit of the responses of targets, as the workspace sets it. */
const MAX_RESPONSE_BYTES = 4 * MEBIBYTE;
const PIECES = 400_000;
const PIECE = 'a';
const AT_ONCE = 10_000;
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';

/** A short text with many values. */
const values = (size: number): string => `[${'[],'.repeat(size / 3)}[]]`;

describe('the memory of a server', () => {
  it('stays below eight times the limits for any number of chunks and values', async () => {
    const target = await rawServer((socket, { text }) => {
      if (text.includes('/pieces')) void sendPieces(socket, `HTTP/1.1 200 OK\r\n${CHUNKED}`);
      else {
        const body = values(MAX_RESPONSE_BYTES - 100);
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
        'service.yaml': `maxBodyBytes: ${MAX_RESPONSE_BYTES}\n`,
        'pieces.http': file('/pieces', `size == ${PIECES}`),
        'values.http': file('/values', 'body[0] exists'),
      },
    });
    await server.get('/workspace');
    const before = memoryOf(server);
    const growth = (): number => memoryOf(server) - before;

    const pieces = await server.call('POST', '/execute', { json: { file: 'pieces.http' } });
    expect(pieces.json).toMatchObject({ passed: 1, failed: 0 });
    expect(growth()).toBeLessThan(8 * MAX_RESPONSE_BYTES + FIRST_WORK_BYTES);
    const found = await server.call('POST', '/execute', { json: { file: 'values.http' } });
    expect(found.text).toContain('the JSON of the body has too many values');
    expect(growth()).toBeLessThan(8 * MAX_RESPONSE_BYTES + FIRST_WORK_BYTES);
    expect(await sentInPieces(server)).toMatch(
      /^HTTP\/1\.1 400 .*request body is not valid JSON: unexpected/s,
    );
    expect(growth()).toBeLessThan(8 * MAX_BODY_BYTES);
    const many = await server.call('POST', '/execute', {
      body: `{"file":${values(MAX_BODY_BYTES - 100)}}`,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(many.status).toBe(400);
    expect(many.text).toContain('request body is not valid JSON: too many values at line 1, column ');
    expect(growth()).toBeLessThan(8 * MAX_BODY_BYTES);
  });
});

/** The memory that the first work of any kind takes. */
const FIRST_WORK_BYTES = 40 * MEBIBYTE;

/** The peak memory of the process where the system shows it, else its present memory. */
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
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => (response += text));
  await sendPieces(
    socket,
    `POST /api/v1/execute HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Type: application/json\r\n${CHUNKED}`,
  );
  await once(socket, 'close');
  return response;
}
