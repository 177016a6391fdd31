import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sampleRun } from '../../test/reports/sample-run.js';
import { githubSummary } from './github-summary.js';
import { RUN_REPORTS } from './report-files.js';
import { renderConsole } from './console/run-console.js';
import { styler } from './console/style.js';

const GOLDEN = new URL('../../test/reports/golden/', import.meta.url);

/** All names end with `.txt`, so that no formatter changes the files. `UPDATE_GOLDEN=1` writes them again; review the diff. */
async function golden(name: string, text: string): Promise<string> {
  const file = new URL(`${name}.txt`, GOLDEN);
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, text);
  return readFile(file, 'utf8');
}

describe('a run with everything in it', () => {
  it.each(Object.entries(RUN_REPORTS))(
    'is rendered as %s as the golden file shows',
    async (format, report) => {
      const render = await report.load();
      const text = [...render(sampleRun(), { version: '1.4.0' })].join('');
      expect(text).toBe(await golden(report.fileName ?? format, text));
    },
  );

  it.each([0, 1, 2, 3])('is printed with -v given %i times as the golden file shows', async (verbosity) => {
    const text = await renderConsole(sampleRun(), { style: styler(false), verbosity, version: '1.4.0' });
    expect(text).toBe(await golden(`console-${verbosity}`, text));
  });

  it('is printed in colour as the golden file shows', async () => {
    const text = await renderConsole(sampleRun(), { style: styler(true), verbosity: 1, version: '1.4.0' });
    expect(text).toBe(await golden('console-colour', text));
  });

  it('is summed up for GitHub as the golden file shows', async () => {
    const text = githubSummary(sampleRun());
    expect(text).toBe(await golden('github-summary.md', text));
  });

  it('leaves nothing in any report that a terminal could obey', async () => {
    for (const [format, report] of Object.entries(RUN_REPORTS)) {
      const render = await report.load();
      const text = [...render(sampleRun(), { version: '1.4.0' })].join('');
      expect(text, format).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});
