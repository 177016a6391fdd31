import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { repositoryRoot, runProgram } from '../program/run-svc.js';

export interface LoopbackRegistry {
  readonly url: string;
  close(): Promise<void>;
}

interface PackedModule {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
}

/** A registry that knows the named packages as they are installed here, so that an installation needs no network. */
export async function loopbackRegistry(
  names: readonly string[],
  directory: string,
): Promise<LoopbackRegistry> {
  const modules = new Map<string, PackedModule>();
  for (const name of names) modules.set(name, await packModule(name, directory));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const packed = modules.get(path.replace(/\.tgz$/, ''));
    if (packed === undefined) response.writeHead(404).end();
    else if (path.endsWith('.tgz')) response.end(packed.tarball);
    else response.end(JSON.stringify(packageDocument(packed, `http://${request.headers.host}`)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function packModule(name: string, directory: string): Promise<PackedModule> {
  const installed = join(repositoryRoot, 'node_modules', name);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory, installed];
  const env = { HOME: directory };
  const { stdout } = await runProgram('npm', args, { cwd: directory, env, timeout: 60_000 });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { manifest, tarball: await readFile(join(directory, packed?.filename ?? '')) };
}

function packageDocument({ manifest, tarball }: PackedModule, origin: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const dist = { tarball: `${origin}/${encodeURIComponent(name)}.tgz`, integrity };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, hasInstallScript: true, dist } },
  };
}
