import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_FILES } from '../scripts/package-files.mjs';
import { dedent } from './support/dedent.js';
import { filesBelow } from './support/program/built.js';
import { loopbackRegistry } from './support/servers/loopback-registry.js';
import { readPages } from './support/files/markdown.js';
import { repositoryRoot, runProgram, type RunOutcome } from './support/program/run-svc.js';
import { temporaryDirectory, writeFiles } from './support/files/workspace.js';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Native code cannot be bundled: the driver of the history and what loads it. */
const nativeParts = ['@photostructure/sqlite', 'node-addon-api', 'node-gyp-build'];

let root: string;
let packed: Packed;
let prefix: string;

beforeAll(async () => {
  root = await temporaryDirectory();
  prefix = join(root, 'prefix');
  await mkdir(prefix);
  const result = await npm(['pack', '--json', '--pack-destination', root], repositoryRoot);
  packed = firstPacked(result.stdout);
  const registry = await loopbackRegistry(nativeParts, root);
  try {
    const flags = ['--global', '--registry', registry.url, '--prefix', prefix];
    await npm(['install', ...flags, join(root, packed.filename)], root);
  } finally {
    await registry.close();
  }
}, 240_000);

afterAll(() => rm(root, { recursive: true, force: true }));

describe('the package', () => {
  it('carries the built program, the library, its types and the papers, nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    const expected = /^(LICENSE|README\.md|CHANGELOG\.md|package\.json|(?:dist|docs|schemas|share)\/.+)$/;
    expect(paths.filter((path) => !expected.test(path))).toEqual([]);
    expect(
      paths.filter((path) => /\.test\.|(?<!\.d)\.ts$|\.map$|build\.json|\.lock|\.new$/.test(path)),
    ).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'dist/svc',
        'dist/main.js',
        'dist/index.mjs',
        'dist/testing.mjs',
        'dist/types/index.d.ts',
        'dist/types/testing.d.ts',
        ...Object.keys(PACKAGE_FILES),
      ]),
    );
    const builds = new Set(paths.map((path) => /^dist\/(build-[^/]+)/.exec(path)?.[1]).filter(Boolean));
    expect(builds.size).toBe(1);
  });

  it('has the file name that README.md installs', async () => {
    const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/svc-http-[\w.*-]+\.tgz/g)].map(([name]) => name);
    expect([...new Set(named)]).toEqual([packed.filename]);
  });

  it('is small', () => {
    // Grew by a parser of JavaScript, the translation of scripts, the importers of other clients and the language server;
    // then by the manual page, completions and schemas, runs for agents and programs, traces and sign-in, elements,
    // the recognition of hidden text, and the pages about them; then by mock servers with state, rules, faults and
    // recordings, by the measurement of strength, and by a translation of scripts that passes where they do only.
    expect(packed.size).toBeLessThan(3_650_000);
    expect(packed.unpackedSize).toBeLessThan(8_600_000);
  });

  it('needs nothing else at run time but the driver of the history', async () => {
    const installed = [...filesBelow(join(prefix, 'lib', 'node_modules')).keys()];
    expect([...new Set(installed.map((path) => path.split('/')[0]))]).toEqual(['svc-http']);
    const inner = installed.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/.]+)\//.exec(path)?.[1] ?? []);
    expect([...new Set(inner)].sort()).toEqual(nativeParts);
  });

  it('tells no absolute path of the machine that built it', async () => {
    for (const [path, content] of filesBelow(join(prefix, 'lib', 'node_modules', 'svc-http', 'dist'))) {
      expect(content.includes(repositoryRoot), path).toBe(false);
    }
  });
});

describe('the installed command', () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await svc(['--version'])).toEqual({
      code: 0,
      signal: null,
      stdout: `svc ${version}\n`,
      stderr: '',
    });
  });

  it('brings its manual page', async () => {
    const page = await readFile(join(prefix, 'share', 'man', 'man1', 'svc.1'), 'utf8');
    expect(page).toContain('\n.SS "svc run [<path>...] [flags]"\n');
  });

  it('validates request files', async () => {
    writeFiles(root, {
      'good.http': 'GET http://127.0.0.1:8080/\n',
      'bad.http': 'GTE http://127.0.0.1:8080/\n',
    });
    const good = await svc(['validate', 'good.http']);
    expect(good.stdout).toMatch(/^OK {4}good\.http \(1 request\)/);
    expect(good.code).toBe(0);
    const bad = await svc(['validate', 'bad.http']);
    expect(bad.stdout).toContain('unknown_method');
    expect(bad.code).toBe(2);
  });

  it('finds the driver of the history', async () => {
    const installed = join(prefix, 'lib', 'node_modules', 'svc-http', 'dist');
    const paths = [...filesBelow(installed).keys()];
    const name = paths.find((path) => path.endsWith('history-worker.js'));
    const store = { path: join(root, 'store', 'history.db'), keepRuns: 1, check: 'whole', busyTimeout: 1000 };
    const workerData = { ...store, patience: 1000, retryAfter: 0 };
    const worker = new Worker(join(installed, name ?? ''), { workerData });
    const response = new Promise((resolve, reject) => {
      worker.on('message', (messages: readonly object[]) => {
        for (const message of messages) if ('id' in message) resolve(message);
      });
      worker.on('error', reject);
    });
    worker.postMessage([{ id: 7, operation: 'list', input: [{}] }], []);
    const line = new TextEncoder().encode('{"runs":[],"total":0,"limit":20,"offset":0}\n');
    expect(await response).toEqual({ id: 7, result: line });
    await worker.terminate();
  });

  it('can be imported as a library, as README.md shows', async () => {
    const examples = (await readPages()).find(({ path }) => path === 'README.md')?.examples ?? [];
    const programs = examples.filter(({ language }) => language === 'js');
    expect(programs).toHaveLength(1);
    writeFiles(join(prefix, 'lib'), { 'use.mjs': programs[0]?.text ?? '' });
    const outcome = await runProgram(process.execPath, [join(prefix, 'lib', 'use.mjs')], { cwd: root });
    const stdout = dedent`
      GET 0
      ###
      GET http://127.0.0.1:8080/health

    `;
    expect(outcome).toEqual({ code: 0, signal: null, stdout, stderr: '' });
  });
});

function svc(args: readonly string[]): Promise<RunOutcome> {
  return runProgram(join(prefix, 'bin', 'svc'), args, { cwd: root });
}

async function npm(args: readonly string[], cwd: string): Promise<RunOutcome> {
  const env = { HOME: root, npm_config_update_notifier: 'false' };
  const outcome = await runProgram('npm', args, { cwd, env, timeout: 100_000 });
  if (outcome.code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${outcome.stderr}`);
  return outcome;
}

/** The `prepare` script prints its own lines before the JSON. */
function firstPacked(output: string): Packed {
  const list = JSON.parse(output.slice(output.search(/^\[/m))) as Packed[];
  if (list[0] === undefined) throw new Error(`npm pack packed nothing:\n${output}`);
  return list[0];
}
