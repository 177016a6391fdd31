import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeResults } from '../../src/reports/merge/merge-results.js';
import { readResultPart } from '../../src/reports/merge/result-part.js';
import { renderJson } from '../../src/reports/run-json.js';
import { renderJunit } from '../../src/reports/run-junit.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { assertion, fileOf, outcome, runOf } from '../support/runs/build-outcome.js';

const PARTS = 8;
const TESTS_PER_FILE = 100;

/** The documents of all shards of a suite. */
function documents(tests: number): readonly Uint8Array[] {
  const files = Array.from({ length: tests / TESTS_PER_FILE }, (_file, index) => `tests/f${index}.http`);
  return Array.from({ length: PARTS }, (_part, part) => {
    const run = runOf(
      files.map((file, number) => {
        const places = Array.from({ length: TESTS_PER_FILE }, (_test, place) => place);
        const own = places.filter((place) => (place + number) % PARTS === part);
        return fileOf(
          file,
          own.map((place) => testAt(file, place)),
        );
      }),
    );
    const shard = { index: part + 1, count: PARTS, files };
    return Buffer.from([...renderJson(run, { version: '1.4.0', shard })].join(''));
  });
}

function testAt(file: string, place: number) {
  const status = assertion({ passed: true, subject: 'status', expected: 200, actual: 200, message: '' });
  return outcome({ name: `request${place}`, file, line: place * 9 + 1, assertions: [status] });
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function drain(chunks: Iterable<string>): number {
  let length = 0;
  for (const chunk of chunks) length += chunk.length;
  return length;
}

const parse = (sources: readonly Uint8Array[]): unknown[] =>
  sources.map((source): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(source)));

const merge = (sources: readonly Uint8Array[]) =>
  mergeResults(
    sources.map((source, index) => readResultPart(source, `${index}.json`, index)),
    'worst',
  );

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('a merge of 100,000 tests', () => {
  it.each([
    [
      'JSON',
      (result: ReturnType<typeof merge>) =>
        drain(renderJson(result.run, { version: '', document: result.document })),
    ],
    ['JUnit', (result: ReturnType<typeof merge>) => drain(renderJunit(result.run))],
  ] as const)('takes at most three times the parsing and one report, as %s', (format, render) => {
    const sources = documents(100_000);
    const one = merge(sources).run;
    const report =
      format === 'JSON' ? () => drain(renderJson(one, { version: '' })) : () => drain(renderJunit(one));
    const ratios = Array.from({ length: 5 }, () => {
      const allowed = 3 * cpuMs(() => parse(sources)) + cpuMs(report);
      return cpuMs(() => render(merge(sources))) / allowed;
    });
    expect(median(ratios)).toBeLessThan(1);
  });

  it('takes time and memory in proportion to the tests', () => {
    const small = documents(25_000);
    const large = documents(100_000);
    const ratios = Array.from({ length: 5 }, () => cpuMs(() => merge(large)) / cpuMs(() => merge(small)));
    expect(median(ratios)).toBeLessThan(4 * 1.5);
    const before = process.memoryUsage().heapUsed;
    const kept = merge(large);
    const bytes = large.reduce((sum, source) => sum + source.length, 0);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(6 * bytes);
    expect(kept.run.passed).toBe(100_000);
  });
});

it('refuses more than 256 MiB in all', async () => {
  const cwd = await temporaryWorkspace();
  await writeFile(join(cwd, 'a.json'), '{"tests": []}');
  const large = await open(join(cwd, 'b.json'), 'w');
  await large.truncate(256 * 1024 * 1024);
  await large.close();
  const merged = await runInProcess(['report', 'merge', 'a.json', 'b.json'], { cwd });
  expect(merged).toMatchObject({
    code: 3,
    stderr: 'Error: could not read b.json: the documents have more than 256 MiB in all\n',
  });
});
