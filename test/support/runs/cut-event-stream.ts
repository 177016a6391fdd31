import type { StressResult } from '../../../src/stress/measure/stress-result.js';
import { dedent } from '../dedent.js';
import { rawServer } from '../servers/raw-server.js';
import { TurnedTime } from './load-time.js';
import { stressRun } from './stress-run.js';

const STREAM = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n';

/** A load of two requests whose responses never end, and which may take so many milliseconds. */
export async function cutEventStream(path: 'quick' | 'ordinary', limitMs: number): Promise<StressResult> {
  const time = new TurnedTime();
  const server = await rawServer((socket) => {
    socket.write(STREAM);
    // The ordinary path has its time limits from the system.
    if (path === 'quick') void time.hold(Infinity, socket);
  });
  const text = dedent`
    # @timeout ${limitMs}
    GET ${server.url}/
    >>>
    expect body contains "data: 1"
    <<<
  `;
  return stressRun({ 'a.http': text }, { time, path, stress: { duration: 100, rate: 20 } });
}
