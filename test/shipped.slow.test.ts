import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listening } from './support/servers/raw-server.js';
import { temporaryWorkspace } from './support/files/workspace.js';
import { readJson, list, lock, script } from './shipped-setup.js';

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
});
