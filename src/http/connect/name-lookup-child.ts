/** Entry of the process that looks names up; it ends with the one that started it. */
import { lookup } from 'node:dns';
import { MAX_RUNNING_LOOKUPS, type LookupResult, type LookupRequest } from './name-lookup-messages.js';

// libuv lets look-ups use half of its threads, which it starts with the first of them.
process.env['UV_THREADPOOL_SIZE'] = String(2 * MAX_RUNNING_LOOKUPS);
// The other side decides: a signal of the terminal goes to both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Nobody waits for what is still being looked up, so it ends hard.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', ({ id, host, ...options }: LookupRequest) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    reply(error ? { id, error: { ...error, message: error.message } } : { id, addresses });
  });
});

function reply(message: LookupResult): void {
  if (process.connected) process.send?.(message);
}
