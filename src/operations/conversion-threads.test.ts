import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../test/support/workspace.js';
import type { ImportTask } from './conversion.js';
import { ConversionThreads } from './conversion-threads.js';

/** Does what its source says, in place of a conversion. */
const PROGRAM = `
const { parentPort, threadId } = require('node:worker_threads');
parentPort.on('message', ({ source }) => {
  if (source === 'loop') for (;;);
  if (source === 'exit') process.exit(0);
  if (source === 'throw') throw new TypeError('broken');
  if (source === 'memory') throw Object.assign(new Error('full'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  if (source === 'fault') return parentPort.postMessage({ fault: { message: 'a defect', stack: 'there' } });
  if (source === 'failure')
    return parentPort.postMessage({ failure: { kind: 'input', message: 'not a thing', hint: 'try', details: { a: 1 } } });
  parentPort.postMessage({ result: threadId });
});
`;

const { signal } = new AbortController();

async function threads(): Promise<ConversionThreads> {
  const root = await temporaryWorkspace({ 'worker.cjs': PROGRAM });
  const made = new ConversionThreads(pathToFileURL(join(root, 'worker.cjs')));
  onTestFinished(() => made.close());
  return made;
}

function task(source: string): () => Promise<ImportTask> {
  return () => Promise.resolve({ kind: 'import', format: 'curl', source, location: '' });
}

describe('ConversionThreads', () => {
  it('uses a thread again, and two at a time at most', async () => {
    const pool = await threads();
    const run = (): Promise<unknown> => pool.run<'import'>(task('id'), signal);
    const first = await run();
    expect(await run()).toBe(first);
    const many = await Promise.all(Array.from({ length: 10 }, run));
    expect(new Set(many).size).toBeLessThanOrEqual(2);
  });

  it('gives failures and defects to the caller', async () => {
    const pool = await threads();
    await expect(pool.run<'import'>(task('failure'), signal)).rejects.toMatchObject({
      name: 'ServiceError',
      kind: 'input',
      message: 'not a thing',
      hint: 'try',
      details: { a: 1 },
    });
    await expect(pool.run<'import'>(task('fault'), signal)).rejects.toMatchObject({
      name: 'Error',
      message: 'a defect',
      stack: 'there',
    });
    await expect(pool.run<'import'>(() => Promise.reject(new Error('no file')), signal)).rejects.toThrow(
      'no file',
    );
  });

  it('survives the end of a thread', async () => {
    const pool = await threads();
    await expect(pool.run<'import'>(task('throw'), signal)).rejects.toThrow('broken');
    await expect(pool.run<'import'>(task('exit'), signal)).rejects.toThrow(
      'the thread of a conversion ended',
    );
    await expect(pool.run<'import'>(task('memory'), signal)).rejects.toMatchObject({
      kind: 'too-large',
      message: 'the source takes more memory than one conversion may; convert it in parts',
    });
    expect(await pool.run<'import'>(task('id'), signal)).toBeTypeOf('number');
  });

  it('stops what is cancelled, at work or waiting, and goes on with others', async () => {
    const pool = await threads();
    const leaving = new AbortController();
    const gone = Array.from({ length: 5 }, () => pool.run<'import'>(task('loop'), leaving.signal));
    const stays = pool.run<'import'>(task('id'), signal);
    const all = Promise.allSettled(gone);
    leaving.abort(new Error('gone'));
    for (const outcome of await all) expect(outcome).toMatchObject({ reason: new Error('gone') });
    expect(await stays).toBeTypeOf('number');
    await expect(pool.run<'import'>(task('id'), leaving.signal)).rejects.toThrow('gone');
  });

  it('ends with everything that runs', async () => {
    const pool = await threads();
    const running = pool.run<'import'>(task('loop'), signal);
    const failed = expect(running).rejects.toThrow('the thread of a conversion ended');
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    await pool.close();
    await failed;
  });

  it('converts by itself where there is no build', async () => {
    const pool = new ConversionThreads();
    const { requestCount } = await pool.run<'import'>(task('curl http://h'), signal);
    expect(requestCount).toBe(1);
  });
});
