import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { outcome } from '../../../test/support/runs/build-outcome.js';
import type { LoopbackResponse } from '../../../test/support/runs/run-requests.js';
import {
  spansIn,
  traceCollector,
  type TraceCollector,
} from '../../../test/support/servers/trace-collector.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { spanLines } from '../../reports/traces/span-json.js';
import { readOtlpTarget } from '../settings/otlp-target.js';
import { TraceExporter, type ExporterOptions } from './trace-exporter.js';

const CONTEXT = { secrets: new SecretSet(), environment: 'dev', now: Date.UTC(2031, 3, 5) };
const spans = (count: number): string[] =>
  spanLines(
    Array.from({ length: count }, () => outcome()),
    CONTEXT,
  );

interface Setup {
  readonly exporter: TraceExporter;
  readonly warnings: readonly string[];
  readonly host: string;
}

function open({ url }: Pick<TraceCollector, 'url'>, options: Partial<ExporterOptions> = {}): Setup {
  const warnings: string[] = [];
  const target = readOtlpTarget({ text: url, by: 'flag' }, {});
  const onWarning = (message: string): void => void warnings.push(message);
  const times = { timeoutMs: 5000, retryMs: 1, closeMs: 5000 };
  const exporter = new TraceExporter(target, { process: {}, onWarning, ...times, ...options });
  return { exporter, warnings, host: target.host };
}

/** Responds with these in turn, then as a collector that takes everything. */
const inTurn =
  (...responses: readonly LoopbackResponse[]) =>
  (_request: unknown, _response: unknown, number: number): LoopbackResponse =>
    number <= responses.length ? responses[number - 1] : { json: {} };

/** How many spans of which run a request has. */
function countsOf(body: string): readonly (readonly [runId: string, spans: number])[] {
  return body
    .split('{"resource":')
    .slice(1)
    .map((part) => [
      /"svc.run.id","value":\{"stringValue":"(\w+)"/.exec(part)?.[1] ?? '',
      part.split('"spanId"').length - 1,
    ]);
}

describe('an exporter of traces', () => {
  it('sends full batches at once and the rest at the end, of each run apart', async () => {
    const collector = await traceCollector();
    const { exporter, warnings } = open(collector);
    exporter.add({ runId: 'first', spans: spans(500) });
    expect(collector.requests).toHaveLength(0);
    exporter.add({ runId: 'second', spans: spans(30) });
    await exporter.close();
    expect(collector.requests.map(({ body }) => countsOf(body))).toEqual([
      [
        ['first', 500],
        ['second', 12],
      ],
      [['second', 18]],
    ]);
    expect(await spansIn(collector.requests[1]?.body ?? '')).toHaveLength(18);
    expect(warnings).toEqual([]);
  });

  it('sends nothing when there is nothing', async () => {
    const collector = await traceCollector();
    const { exporter } = open(collector);
    exporter.add({ runId: 'a', spans: [] });
    exporter.flush();
    await exporter.close();
    expect(collector.requests).toEqual([]);
  });

  it('sends less than 512 in one batch where they are long', async () => {
    const collector = await traceCollector();
    const { exporter } = open(collector);
    const long = JSON.stringify({ text: 'x'.repeat(3 * 1024 * 1024) });
    exporter.add({ runId: 'a', spans: [long, long, long] });
    await exporter.close();
    expect(collector.requests).toHaveLength(3);
  });

  it.each<[string, readonly LoopbackResponse[], number, string]>([
    ['tries again after 503 and 429', [503, 429], 3, ''],
    ['gives up after two further attempts', [503, 503, 503], 3, 'the collector responded with status 503'],
    ['waits as long as it is told', [{ status: 429, headers: { 'retry-after': '0' } }], 2, ''],
    [
      'does not wait for long',
      [{ status: 503, headers: { 'retry-after': '3600' } }],
      1,
      'the collector responded with status 503',
    ],
    ['does not try again after 400', [400], 1, 'the collector responded with status 400'],
    [
      'follows no redirect',
      [{ status: 308, headers: { location: '/' } }],
      1,
      'the collector responded with status 308, and redirects are not followed',
    ],
    [
      'tells what was rejected',
      [{ json: { partialSuccess: { rejectedSpans: '2', errorMessage: 'too\u001b[31m old' } } }],
      1,
      'the collector rejected 2 spans: too\\u001b[31m old',
    ],
    ['takes any other response with 200', [{ text: '<html>' }], 1, ''],
    ['takes a warning for success', [{ json: { partialSuccess: { errorMessage: 'slow down' } } }], 1, ''],
  ])('%s', async (_case, responses, count, reason) => {
    const collector = await traceCollector(inTurn(...responses));
    const { exporter, warnings, host } = open(collector);
    exporter.add({ runId: 'a', spans: spans(1) });
    await exporter.close();
    expect(collector.requests).toHaveLength(count);
    expect(warnings).toEqual(reason === '' ? [] : [`traces were not delivered to ${host}: ${reason}`]);
  });

  it('warns once of a run, and once of each outage of a process that stays', async () => {
    for (const warnsAgain of [false, true]) {
      const collector = await traceCollector(inTurn(500, 500, 200, 500));
      const { exporter, warnings } = open(collector, { warnsAgain });
      exporter.add({ runId: 'a', spans: spans(4 * 512) });
      await exporter.close();
      expect(collector.requests).toHaveLength(4);
      expect(warnings).toHaveLength(warnsAgain ? 2 : 1);
    }
  });

  it('waits for a collector that does not respond only so long', async () => {
    const collector = await traceCollector(() => undefined);
    const clock = new ManualClock();
    const { exporter, warnings, host } = open(collector, { closeMs: 50, clock });
    exporter.add({ runId: 'a', spans: spans(600) });
    const closed = exporter.close();
    // Its request has arrived before the time is over.
    await expect.poll(() => collector.requests.length).toBe(1);
    await clock.turn(50);
    await closed;
    expect(collector.requests).toHaveLength(1);
    expect(warnings).toEqual([
      `traces were not delivered to ${host}: not done 0.05 s after the end of the run`,
    ]);
  });

  it('waits less when it is interrupted, and for one attempt only so long', async () => {
    const collector = await traceCollector(() => undefined);
    const interrupted = open(collector, { closeMs: 20 });
    interrupted.exporter.add({ runId: 'a', spans: spans(1) });
    const stop = new AbortController();
    const closing = interrupted.exporter.close(stop.signal);
    stop.abort();
    await closing;
    expect(interrupted.warnings).toHaveLength(1);
    const limited = open(collector, { timeoutMs: 30 });
    limited.exporter.add({ runId: 'a', spans: spans(1) });
    await limited.exporter.close();
    expect(limited.warnings).toEqual([
      `traces were not delivered to ${limited.host}: ${limited.host} gave no complete response in 30 ms`,
    ]);
  });

  it('keeps no more than it can for a collector that is slow', async () => {
    const collector = await traceCollector(() => undefined);
    const { exporter, warnings, host } = open(collector, { closeMs: 1 });
    const long = 'x'.repeat(8 * 1024 * 1024);
    exporter.add({ runId: 'a', spans: Array.from({ length: 10 }, () => long) });
    await exporter.close();
    expect(warnings).toEqual([
      `traces were not delivered to ${host}: it is too slow, and spans were dropped`,
    ]);
  });

  it('masks what it sends to the collector in messages', async () => {
    const collector = await traceCollector(() => ({
      json: { partialSuccess: { rejectedSpans: 1, errorMessage: 'bad key k3y-of-mine' } },
    }));
    const warnings: string[] = [];
    const target = readOtlpTarget(
      { text: 'env', by: 'flag' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k3y-of-mine' },
    );
    const exporter = new TraceExporter(target, {
      process: {},
      onWarning: (text) => void warnings.push(text),
    });
    exporter.add({ runId: 'a', spans: spans(1) });
    await exporter.close();
    expect(warnings).toEqual([
      `traces were not delivered to ${target.host}: the collector rejected 1 span: bad key [REDACTED]`,
    ]);
  });
});
