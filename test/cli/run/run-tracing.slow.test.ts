import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { traceCollector } from '../../support/servers/trace-collector.js';
import { run } from '../support/run-results.js';

describe('--otlp', () => {
  it('sends batches of 512, and the rest at the end', async () => {
    const { url } = await loopback();
    const collector = await traceCollector();
    const rows = `n\n${Array.from({ length: 600 }, (_, index) => `${index}\n`).join('')}`;
    const text = `### rows\n# @data ./rows.csv\nGET ${url}/{{row.n}}\n`;
    const { code } = await run({ 'a.http': text, 'rows.csv': rows }, ['--otlp', collector.url]);
    expect(code).toBe(0);
    const counts = collector.requests.map(({ body }) => body.split('"spanId"').length - 1);
    expect(counts).toEqual([512, 88]);
    const ids = collector.requests.flatMap(({ body }) => body.match(/"traceId":"[0-9a-f]{32}"/g) ?? []);
    expect(new Set(ids).size).toBe(600);
  });
});
