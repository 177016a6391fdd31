import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkAudit } from '../scripts/shipped/audit-rules.mjs';
import { builtNotices } from '../scripts/shipped/built-notices.mjs';
import { bundledPlaces, shippedProject } from '../scripts/shipped/shipped-packages.mjs';
import { listening } from './support/servers/raw-server.js';
import { repositoryRoot, runProgram, type RunOutcome } from './support/program/run-svc.js';
import { temporaryWorkspace } from './support/files/workspace.js';

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(repositoryRoot, name), 'utf8')) as T;
}

const list = await readJson<{ packages: string[] }>('scripts/shipped/bundled-packages.json');
const lock = await readJson<Parameters<typeof bundledPlaces>[0]>('package-lock.json');

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

interface Registry {
  readonly url: string;
  /** Names of all packages that were asked about. */
  readonly asked: () => readonly string[];
}

/** Responds to every audit with these advisories, or with an error. */
async function registry(advisories: object | undefined): Promise<Registry> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST') {
        const name = decodeURIComponent(request.url ?? '').slice(1);
        response.end(JSON.stringify({ name, versions: { '2.9.1': { name, version: '2.9.1' } } }));
        return;
      }
      asked.push(...Object.keys(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString()) as object));
      if (advisories === undefined) response.writeHead(405).end('{}');
      else response.end(JSON.stringify(advisories));
    });
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/`, asked: () => asked };
}

async function script(
  name: string,
  args: readonly string[],
  url = 'http://127.0.0.1:9/',
): Promise<RunOutcome> {
  const cwd = await temporaryWorkspace();
  const env = { HOME: cwd, npm_config_registry: url, npm_config_update_notifier: 'false' };
  const path = join(repositoryRoot, 'scripts', 'shipped', name);
  return runProgram(process.execPath, [path, ...args], { cwd, env, timeout: 60_000 });
}

describe('an audit', () => {
  it('asks about what is bundled, and fails where that has a known flaw', async () => {
    const advisory = { id: 1, title: 'Endless loop', url: 'https://a.example/1', severity: 'high' };
    const { url, asked } = await registry({ yaml: [{ ...advisory, vulnerable_versions: '<99' }] });
    const { code, stderr } = await script('audit.mjs', ['--release'], url);
    expect(stderr).toContain('(high): Endless loop, https://a.example/1\n');
    expect(stderr).toContain('Shipped packages have known flaws (moderate or worse); update them first.');
    expect(code).toBe(1);
    expect(asked()).toEqual(expect.arrayContaining(['yaml', 'preact', '@photostructure/sqlite']));
    expect(asked()).not.toContain('vitest');
  });

  it('passes where nothing is known', async () => {
    const { url } = await registry({});
    const { code, stdout } = await script('audit.mjs', ['--release'], url);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^The \d+ shipped packages have no known flaw that is moderate or worse\.\n$/,
      ) as string,
    });
  });

  it('fails a release where none can be made, in one sentence', async () => {
    const { url } = await registry(undefined);
    const { code, stdout, stderr } = await script('audit.mjs', ['--release'], url);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^The \d+ shipped packages could not be audited: 405 .*A release needs one; try again later\.\n$/,
    );
  });
});

describe('the SBOM', () => {
  it('lists exactly what is shipped, as CycloneDX', async () => {
    const folder = await temporaryWorkspace();
    const file = join(folder, 'svc.cdx.json');
    expect(await script('sbom.mjs', [file])).toMatchObject({ code: 0, stderr: '' });
    const sbom = JSON.parse(await readFile(file, 'utf8')) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { name: string; version: string; scope: string }[];
    };
    const { name, version } = await readJson<{ name: string; version: string }>('package.json');
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } });
    const labels = sbom.components
      .filter(({ scope }) => scope === 'required')
      .map((each) => `${each.name} ${each.version}`);
    const bundled = list.packages.map(
      (place) => `${place.replace(/^.*node_modules\//, '')} ${lock.packages[place]?.version}`,
    );
    expect(labels.sort()).toEqual(bundled.sort());
  });

  it('needs a file to go to', async () => {
    expect(await script('sbom.mjs', [])).toMatchObject({
      code: 64,
      stderr: 'Usage: npm run sbom -- <file>\n',
    });
  });
});
