import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { comparePaths } from '../../test/support/runs/compare-paths.js';

describe('both paths meet the same trouble', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['no answer', () => undefined],
    ['half an answer', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')],
  ])('%s', async (_case, respond) => {
    // The ordinary path has its time limits from the system: long enough to send the request on a busy machine.
    const { result } = await comparePaths(
      (socket, _text, _number, hold) => {
        respond(socket);
        void hold(Infinity);
      },
      '# @timeout 5000\nPOST URL/a\n',
      { stress: { duration: 20, rate: 50 } },
    );
    expect(result.errorKinds).toEqual({ timeout: 1 });
    expect(result.latency.max).toBe(5000);
  });
});
