import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { builtMain, runProgram } from '../../support/program/run-svc.js';
import { env, workspace } from './run-reports-setup.js';

const FORMATS = {
  json: 'r.json',
  junit: 'r.xml',
  tap: 'r.tap',
  html: 'r.html',
  ctrf: 'c.json',
  har: 'r.har',
};

describe('reports of svc run', () => {
  it('are all written in one run, beside the console', async () => {
    const cwd = await workspace();
    const reports = Object.entries(FORMATS).flatMap(([format, path]) => [
      '--report',
      `${format}=out/${path}`,
    ]);
    const args = ['run', 'a.http', ...reports, '--report', 'github', '--report', 'console=out/r.txt'];
    const { code, stdout, stderr } = await runInProcess(args, { cwd, env });
    expect(code).toBe(1);
    expect(stdout).toContain('Tests: 1 passed, 1 failed, 1 skipped, 3 total');
    expect(stdout).toMatch(
      /\n::error file=a\.http,line=9,title=bad::.*\n::notice::1 passed, 1 failed, 1 skipped\n$/,
    );
    const paths = [...Object.values(FORMATS), 'r.txt'].map((path) => `out/${path}`);
    expect(stderr).toBe(paths.map((path) => `Note: wrote ${path}\n`).join(''));
    const texts = new Map<string, string>();
    for (const path of paths) texts.set(path, await readFile(join(cwd, path), 'utf8'));
    expect(JSON.parse(texts.get('out/r.json') ?? '')).toMatchObject({
      schemaVersion: 1,
      environment: 'dev',
      summary: { total: 3, passed: 1, failed: 1, skipped: 1 },
    });
    expect(texts.get('out/r.xml')).toMatch(/^<\?xml version="1\.0"[^]*<failure [^]*<\/testsuites>\n$/);
    expect(texts.get('out/r.tap')).toContain('not ok 2 - bad\n');
    expect(texts.get('out/r.html')).toMatch(/^<!doctype html>[^]*<\/html>\n$/i);
    expect(JSON.parse(texts.get('out/c.json') ?? '')).toMatchObject({ reportFormat: 'CTRF' });
    const har = JSON.parse(texts.get('out/r.har') ?? '') as { log: { entries: unknown[] } };
    expect(har.log.entries).toHaveLength(2);
    expect(texts.get('out/r.txt')).toBe(stdout.slice(0, stdout.indexOf('::error')));
    for (const text of texts.values()) expect(text).not.toContain('\u001b');
    expect((await readdir(join(cwd, 'out'))).sort()).toEqual([...Object.values(FORMATS), 'r.txt'].sort());
  });
});

describe('what svc run says', () => {
  it('shows progress on a terminal only, and cleans up', async () => {
    const cwd = await workspace();
    const inTerminal = async (flag: string, variables: Record<string, string> = {}) => {
      const command = [process.execPath, '--', builtMain, 'run', 'a.http', flag].join(' ');
      const outcome = await runProgram('script', ['-qec', command, '/dev/null'], {
        cwd,
        env: { ...env, TERM: 'xterm', ...variables },
      });
      return outcome.stdout;
    };
    const shown = await inTerminal('--no-color');
    expect(shown).toMatch(/\[[#.]{16}\] \d\/3 {2}\d ok/);
    // What is left on the last line after the bar are blanks and the report.
    expect(shown.split('\n').at(-2)).toMatch(/Time: {2}[\d.]+m?s\r?$/);
    for (const flag of ['--no-progress', '--ci', '-q']) expect(await inTerminal(flag)).not.toContain('] ');
    expect(await inTerminal('--no-color', { SVC_NO_PROGRESS: 'true' })).not.toContain('] ');
  });
});
