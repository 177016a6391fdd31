/** Traces of a suite on workers: each names its own, and the coordinator tells the collector. */
import { expect, it } from 'vitest';
import { setProgramFolder } from '../../src/primitives/threads/program-file.js';
import { builtFolder } from '../support/program/built-folder.js';
import { startSuite, startSuiteWorker, suiteTarget, testsOf } from '../support/queue/suite-run.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { newQueue } from '../support/queue/worker-process.js';
import { traceCollector } from '../support/servers/trace-collector.js';

// Spans are checked against a schema in a thread of its own.
setProgramFolder(builtFolder());

it('has the ids that the target saw in its results and at the collector', async () => {
  const collector = await traceCollector();
  const target = await suiteTarget();
  const text = ['one', 'two', 'three'].map((name) => `### ${name}\nGET ${target.url}/${name}\n`);
  const cwd = await temporaryWorkspace({ 'a.http': text.join('\n') });
  const queue = await newQueue();
  const worker = await startSuiteWorker(queue, 'w-1');
  const suite = await startSuite(queue, cwd, ['--otlp', collector.url]).ended;
  expect(suite, suite.stderr).toMatchObject({ code: 0 });
  const seen = new Map(
    target.requests.map(({ path, headers }) => [path.slice(1), String(headers['traceparent']).split('-')]),
  );
  const tests = testsOf(suite) as readonly { readonly name: string; readonly traceId?: string }[];
  expect(tests.map(({ name, traceId }) => [name, traceId])).toEqual(
    ['one', 'two', 'three'].map((name) => [name, seen.get(name)?.[1]]),
  );
  const spans = await collector.spans();
  expect(spans.map(({ name, traceId, spanId }) => `${name} ${traceId} ${spanId}`).sort()).toEqual(
    [...seen].map(([name, [, traceId, spanId]]) => `${name} ${traceId} ${spanId}`).sort(),
  );
  for (const { start, end } of spans) expect(end).toBeGreaterThan(start);
  worker.send('SIGTERM');
  await worker.ended;
});
