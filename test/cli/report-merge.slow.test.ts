import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { loopback } from '../support/runs/run-requests.js';
import { type Document, workspace, run, merge, shards, documentOf } from './report-merge-setup.js';

const FORMATS = ['junit', 'tap', 'ctrf', 'github', 'html'] as const;

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
    .replaceAll(/[\d.]+ <small>m?s<\/small>/g, 'SPENT')
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
    for (let count = 1; count <= 8; count++) {
      const files = await shards(cwd, count);
      // Every count has another order.
      const shuffled = files.toSorted(
        (a, b) => ((Number(a[0]) * 5 + count) % 8) - ((Number(b[0]) * 5 + count) % 8),
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

  it.each([
    ['of another file', ['suite']],
    ['that is selected before them', ['login.http', 'suite']],
    ['that is selected after them', ['suite', 'login.http']],
  ])('joins the passes of shards that need a request %s', async (_where, paths) => {
    const { url } = await loopback(({ path }) => (path === '/d' ? 404 : 200));
    const request = (name: string): string =>
      `### ${name}\n# @depends ../login.http#${name < 'c' ? 'login' : 'logout'}\nGET ${url}/${name}\n\n`;
    const cwd = await temporaryWorkspace({
      'suite/a.http': ['c', 'b', 'a'].map(request).join(''),
      'suite/b.http': ['d', 'e'].map(request).join(''),
      'login.http': `### login\nGET ${url}/login\n\n### logout\nGET ${url}/logout\n`,
    });
    const write = async (name: string, args: readonly string[]): Promise<Document> => {
      await run(cwd, ['--repeat', '3', '-o', 'json', '--output-file', name, ...args], paths);
      return documentOf(cwd, name);
    };
    const whole = await write('whole.json', []);
    for (const count of [2, 3]) {
      const files = Array.from({ length: count }, (_shard, index) => `${index + 1}-of-${count}.json`);
      const parts = await Promise.all(
        files.map((file, index) => write(file, ['--shard', `${index + 1}/${count}`])),
      );
      expect(parts.flatMap(({ tests }) => tests).length).toBeGreaterThan(whole.tests.length);
      const merged = await merge(cwd, ['-o', 'json', '--output-file', 'merged.json', ...files]);
      expect(merged.code, merged.stderr).toBe(1);
      const document = await documentOf(cwd, 'merged.json');
      const tests = document.tests.map(({ warnings, name, ...test }) => {
        expect(warnings === undefined || String(name).startsWith('log'), String(warnings)).toBe(true);
        return { name, ...test };
      });
      expect(withoutTimes({ ...document, tests })).toEqual(withoutTimes(whole));
    }
  });
});
