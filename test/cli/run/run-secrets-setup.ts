import { expect } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { echo, FILE, leaks, REPORTS, runAndCollect, SECRETS } from '../support/planted-secrets.js';

/** Runs a file full of secrets with these flags: they are sent, and are nowhere in what is left. */
export async function expectNoSecrets(args: readonly string[]): Promise<void> {
  const { url, requests } = await echo();
  const cwd = await temporaryWorkspace({
    'a.http': FILE(url),
    'service.yaml': 'secrets: [configured, hidden]\n',
  });
  const [outcome, texts] = await runAndCollect(cwd, args);
  expect(outcome.code).toBe(1);
  // They did go over the wire.
  const wire = requests.map(({ path, headers, body }) => path + JSON.stringify(headers) + body).join('\n');
  expect(wire).toContain(encodeURIComponent(SECRETS.flag));
  expect(wire).toContain(SECRETS.bearer);
  expect(wire).toContain('issued-access-token');
  expect(wire).toContain(encodeURIComponent(SECRETS.captured));
  expect([...texts.keys()].sort()).toEqual(
    expect.arrayContaining([...REPORTS, 'history.db', 'summary', 'stdout', 'stderr'].sort()),
  );
  const waiting = [...texts.keys()].filter((name) => /^history\.db\.spool[/\\].+\.json$/.test(name));
  expect(waiting).toHaveLength(1);
  for (const place of [...waiting, 'history.db']) expect(texts.get(place), place).toContain('[REDACTED]');
  expect(texts.get('json')).toContain('[REDACTED]');
  expect(leaks(texts)).toEqual([]);
  // Hidden by its place.
  for (const [place, text] of texts) expect(text.includes('cookie-value-18'), place).toBe(false);
}
