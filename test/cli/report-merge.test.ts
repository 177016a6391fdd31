import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';

const ENV = { SVC_NO_HISTORY: '1' };
const FORMATS = ['junit', 'tap', 'ctrf', 'github', 'html'] as const;

interface Document {
  readonly time: string;
  readonly duration: number;
  readonly shard?: { readonly index: number; readonly count: number; readonly files: readonly string[] };
  readonly parts?: number;
  readonly tests: readonly Readonly<Record<string, unknown>>[];
}

/** Files whose shards have no request in common, with one of everything that a report shows. */
async function workspace(): Promise<string> {
  const { url } = await loopback(({ path }) => (path === '/none' ? 404 : { total: 40, list: [1, 2] }));
  return temporaryWorkspace({
    'service.yaml': `environments:\n  dev:\n    base: ${url}\n`,
    'rows.csv': 'id\n1\n2\n',
    'suite/a.http': dedent`
      ### last
      # @depends first
      # @tags smoke, orders
      GET {{base}}/last?token={{token}}

      >>>
      expect body.total == 41
      expect body.gone exists
      expect body.list each > 1
      <<<

      ### alone
      GET {{base}}/alone

      ###
      GET {{base}}/unnamed

      ### first
      # Describes what comes first.
      GET {{base}}/first
      Authorization: Bearer very-secret-token

      >>>
      capture token = body.total
      <<<
    `,
    'suite/b.http': dedent`
      ### rows
      # @data ../rows.csv
      GET {{base}}/{{row.id}}

      ###
      # @skip later
      GET {{base}}/skipped

      ### missing
      # @depends ghost
      GET {{base}}/missing

      ### lost
      GET {{base}}/none
    `,
    'suite/c.http': dedent`
      ### broken
      GTE {{base}}/
    `,
    'suite/d.http': '# nothing to run\n',
    'suite/e.http': dedent`
      ### variable
      GET {{base}}/{{unset}}

      ### needsLogin
      # @depends ../login.http#login
      GET {{base}}/after
    `,
    'login.http': dedent`
      ### login
      GET {{base}}/login
    `,
  });
}

const run = (cwd: string, args: readonly string[]): Promise<RunOutcome> =>
  runInProcess(['run', 'suite', '--output-dir', '.', ...args], { cwd, env: ENV });

const merge = (cwd: string, args: readonly string[]): Promise<RunOutcome> =>
  runInProcess(['report', 'merge', ...args], { cwd, env: ENV });

async function shards(cwd: string, count: number): Promise<string[]> {
  const files: string[] = [];
  for (let index = 1; index <= count; index++) {
    files.push(`${index}-of-${count}.json`);
    await run(cwd, ['--shard', `${index}/${count}`, '-o', 'json', '--output-file', files.at(-1) ?? '']);
  }
  return files;
}

async function documentOf(cwd: string, file: string): Promise<Document> {
  return JSON.parse(await readFile(join(cwd, file), 'utf8')) as Document;
}

/** What may differ between a run and the merge of its shards. */
function withoutTimes(document: Document): unknown {
  const { time: _time, duration: _duration, shard: _shard, parts: _parts, ...rest } = document;
  return JSON.parse(
    JSON.stringify(rest, (key, value: unknown) => (key === 'duration' || key === 'Date' ? 0 : value)),
  );
}

function withoutTimesInText(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g, 'TIME')
    .replaceAll(/<time[^]*?<\/time>/g, 'TIME')
    .replaceAll(/"(start|stop|duration)": \d+/g, '"$1": 0')
    .replaceAll(/( time|data-duration)="[\d.]+"/g, '$1="0"')
    .replaceAll(/\b[\d.]+(?: |&nbsp;|\u202f|\u00a0)?m?s\b/g, 'SPENT')
    .replaceAll(/<td class="mono">\w{3}, \d\d \w{3} [^<]*<\/td>/g, 'DATE')
    .replaceAll(/<pre[^]*?<\/pre>/g, '');
}

describe('svc report merge', () => {
  it('makes of all shards, in any order, the reports of the run without shards', async () => {
    const cwd = await workspace();
    const others = FORMATS.flatMap((format) => ['--report', `${format}=whole.${format}`]);
    const whole = await run(cwd, ['-o', 'json', '--output-file', 'whole.json', ...others]);
    expect(whole.code).toBe(2);
    const expected = await documentOf(cwd, 'whole.json');
    expect(expected.tests).toHaveLength(13);
    for (let count = 1; count <= 7; count++) {
      const files = await shards(cwd, count);
      // Every count has another order.
      const shuffled = files.toSorted(
        (a, b) => ((Number(a[0]) * 5 + count) % 7) - ((Number(b[0]) * 5 + count) % 7),
      );
      const reports = FORMATS.flatMap((format) => ['--report', `${format}=merged.${format}`]);
      const merged = await merge(cwd, [
        '-o',
        'json',
        '--output-file',
        'merged.json',
        ...reports,
        ...shuffled,
      ]);
      expect(merged.code, merged.stderr).toBe(2);
      const document = await documentOf(cwd, 'merged.json');
      expect(withoutTimes(document)).toEqual(withoutTimes(expected));
      expect(document.parts).toBe(count);
      for (const format of FORMATS) {
        const [own, other] = await Promise.all(
          ['merged', 'whole'].map((name) => readFile(join(cwd, `${name}.${format}`), 'utf8')),
        );
        expect(withoutTimesInText(own ?? '')).toBe(withoutTimesInText(other ?? ''));
      }
    }
  });
});
