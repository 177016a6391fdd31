import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  assertion,
  failed,
  notCompleted,
  outcome,
  runOfTests,
  skipped,
} from '../../test/support/runs/build-outcome.js';
import { requestFile } from '../../test/support/runs/request-file.js';
import { RUN_REPORTS } from './report-files.js';
import { renderConsole } from './console/run-console.js';
import { styler } from './console/style.js';

const page = await readFile(new URL('../../docs/reports.md', import.meta.url), 'utf8');

/** The block below `<!-- rendered: name -->`. */
function shown(name: string): string | undefined {
  return new RegExp(`<!-- rendered: ${name} -->\n\`\`\`\\w+\n([^]*?)\`\`\`\n`).exec(page)?.[1];
}

describe('docs/reports.md', () => {
  it('shows the console as it is', async () => {
    const run = runOfTests(
      outcome({ name: 'login', duration: 84 }),
      outcome({
        name: 'createOrder',
        duration: 132,
        attempts: 3,
        description: 'Places an order with two lines',
      }),
      failed('readOrder', assertion()),
      notCompleted('cancelOrder', 'connect', '127.0.0.1:8099 refused the connection', {
        line: 38,
        duration: 2100,
        request: { ...outcome().request, method: 'DELETE' },
      }),
      skipped('archiveOrder', 'dependency failed: readOrder'),
    );
    const file = await requestFile({
      24: '###',
      25: 'GET /',
      30: '>>>',
      31: 'expect body.total == 42.5',
      32: '<<<',
    });
    const options = { style: styler(false), verbosity: 0, version: '1.4.0', findFile: () => file };
    expect(shown('console')).toBe(await renderConsole(run, options));
  });

  it.each(['json', 'junit', 'tap', 'github'] as const)('shows %s as it is', async (format) => {
    const render = await RUN_REPORTS[format].load();
    const text = [...render(runOfTests(failed('readOrder', assertion())), { version: '1.4.0' })].join('');
    expect(shown(format)).toBe(text);
  });

  it('names the file of every format', () => {
    for (const [format, { fileName }] of Object.entries(RUN_REPORTS)) {
      expect(page).toMatch(
        new RegExp(
          `^\\| \`${format}\` \\|.*\\| ${fileName === undefined ? '' : `\`${fileName}\` `}\\|$`,
          'm',
        ),
      );
    }
  });
});
