import { describe, expect, it } from 'vitest';
import { checkAudit } from '../scripts/shipped/audit-rules.mjs';
import { builtNotices } from '../scripts/shipped/built-notices.mjs';
import { bundledPlaces, shippedProject } from '../scripts/shipped/shipped-packages.mjs';
import { readJson, list, lock, script } from './shipped-setup.js';

describe('the list of bundled packages', () => {
  it('is what the build has put into its bundles; npm run bundled writes it', async () => {
    const notices = await builtNotices();
    expect(list.packages).toEqual(bundledPlaces(lock, notices));
    // Of both bundles.
    expect(list.packages).toEqual(expect.arrayContaining(['node_modules/yaml', 'node_modules/preact']));
  });

  it('names what a build cannot have', () => {
    expect(() => bundledPlaces(lock, ['nothing 1.0.0 (MIT)'])).toThrow(
      'package-lock.json has no such package',
    );
  });

  it('makes dependencies of them, beside what is installed, and of nothing else', async () => {
    const manifest = await readJson<Parameters<typeof shippedProject>[0]>('package.json');
    const shipped = shippedProject(manifest, lock, list.packages);
    const places = Object.keys(shipped.lock.packages).filter((place) => place !== '');
    expect(places).toHaveLength(shipped.count);
    expect(places).toEqual(expect.arrayContaining([...list.packages, 'node_modules/@photostructure/sqlite']));
    expect(places).not.toContain('node_modules/vitest');
    expect(JSON.stringify(shipped.lock)).not.toMatch(/"dev(Optional)?":true/);
    expect(() => shippedProject(manifest, lock, ['node_modules/gone'])).toThrow('not in package-lock.json');
  });
});

describe('the check of an audit', () => {
  const flaw = (severity: string): string =>
    JSON.stringify({
      vulnerabilities: {
        yaml: { severity, range: '<3', via: [{ title: 'Endless loop', url: 'https://a.example/1' }] },
      },
    });
  const SENTENCE = 'yaml <3 (%): Endless loop, https://a.example/1';

  it.each(['moderate', 'high', 'critical', 'unheard of'])('fails at %s', (severity) => {
    const failures = [SENTENCE.replace('%', severity)];
    expect(checkAudit(flaw(severity))).toEqual({ kind: 'done', failures, others: [] });
  });

  it.each(['info', 'low'])('only tells of %s', (severity) => {
    const others = [SENTENCE.replace('%', severity)];
    expect(checkAudit(flaw(severity))).toEqual({ kind: 'done', failures: [], others });
  });

  it.each([
    ['', 'npm printed no report'],
    ['npm error', 'npm printed no report'],
    ['[]', 'npm printed no report'],
    ['{"message":"405 Method Not Allowed.","error":{"summary":""}}', '405 Method Not Allowed'],
    ['{"error":{"summary":"no answer\\nfrom there"}}', 'no answer'],
    ['{"vulnerabilities":{},"error":{}}', 'npm gave no reason'],
  ])('knows that %j is none', (output, reason) => {
    expect(checkAudit(output)).toEqual({ kind: 'unavailable', reason });
  });
});

describe('the SBOM', () => {
  it('needs a file to go to', async () => {
    expect(await script('sbom.mjs', [])).toMatchObject({
      code: 64,
      stderr: 'Usage: npm run sbom -- <file>\n',
    });
  });
});
