import { describe, expect, it } from 'vitest';
import { readPages } from '../support/files/markdown.js';
import { runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startTarget } from './target.js';

const page = (await readPages()).find(({ path }) => path.endsWith('load-testing.md'));
const lines = (page?.examples ?? [])
  .filter(({ language }) => language === 'console')
  .flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('$ svc stress')));

/** Long tests are made short: of a repeated flag the last value counts. */
const SHORT = ['--duration', '300ms', '--ramp-up', '0s', '--think-time', '20ms', '--no-color'];

describe('the examples of docs/load-testing.md', () => {
  it('are found', () => {
    expect(lines.length).toBeGreaterThan(5);
  });

  it.each(lines)('%s', async (line) => {
    const { url, seen } = await startTarget((path, response) => {
      if (path === '/orders') response.writeHead(201).end();
      else response.end(JSON.stringify(path === '/login' ? { token: 'abc' } : { items: [1] }));
    });
    const file = page?.examples.find(({ notes }) => notes.get('file') === 'shop.http')?.text ?? '';
    const config = page?.examples.find(({ language }) => language === 'yaml')?.text ?? '';
    const cwd = await temporaryWorkspace({ 'shop.http': file, 'service.yaml': config });
    const words = Array.from(
      line.slice('$ svc '.length).matchAll(/'([^']*)'|[^ ]+/g),
      ([word, quoted]) => quoted ?? word,
    );
    const port = words.includes('--metrics-port') ? ['--metrics-port', '0'] : [];
    const outcome = await runSvc([...words, ...SHORT, ...port, '--variable', `baseUrl=${url}`], { cwd });
    // Limits on time may not hold on a busy machine.
    expect(line.includes('threshold') || line.includes('profile') ? [0, 1] : [0], outcome.stderr).toContain(
      outcome.code,
    );
    if (!words.includes('--output-file')) expect(outcome.stdout).toMatch(/ ok, 0 errors \(0\.00%\)/);
    expect(seen[0]).toBe('POST /login');
    expect(seen.at(-1)).toBe('DELETE /sessions/abc');
    expect(seen.length).toBeGreaterThan(3);
  });
});
