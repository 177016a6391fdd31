/** Runs the examples against their API with one change of its source at a time. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startDemoApi } from '../../examples/demo-api/server.mjs';
import type * as Library from '../../src/library.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import type { RequestResult } from '../../src/programs/result-types.js';
import type { PlantedFault } from './planted-faults.js';

/** As built: its threads are programs that the sources do not have. */
const library = (await import(
  pathToFileURL(join(repositoryRoot, 'dist', 'index.mjs')).href
)) as typeof Library;

type Api = Awaited<ReturnType<typeof startDemoApi>>;

/** Starts the API from a copy of its own, because a module is loaded once only. */
export async function startApi(folder: string, fault?: PlantedFault): Promise<Api> {
  await mkdir(folder, { recursive: true });
  await cp(join(repositoryRoot, 'examples', 'demo-api'), folder, { recursive: true });
  if (fault) {
    const path = join(folder, fault.file);
    const text = await readFile(path, 'utf8');
    const parts = text.split(fault.from);
    if (parts.length !== 2) throw new Error(`${fault.file} has ${parts.length - 1} times: ${fault.from}`);
    await writeFile(path, parts.join(fault.to));
  }
  const module = (await import(pathToFileURL(join(folder, 'server.mjs')).href)) as {
    readonly startDemoApi: typeof startDemoApi;
  };
  return module.startDemoApi(0);
}

/** Why each request of the folder fails, by file, name and row; empty for those that pass. */
export async function runTests(folder: string, url: string): Promise<ReadonlyMap<string, string>> {
  const { files } = await library.run(['.'], { cwd: folder, variables: { baseUrl: url }, ci: true });
  const failures = new Map<string, string>();
  for (const { file, results } of files) {
    for (const [place, result] of results.entries())
      failures.set(`${file} ${place} ${result.name}`, failureOf(result));
  }
  return failures;
}

/** Empty for a request that passes. */
export function failureOf({ passed, error, skipReason, assertions }: RequestResult): string {
  if (passed) return '';
  const failed = assertions.filter((assertion) => !assertion.passed);
  const lines = failed.map(({ line, message }) => `line ${line}: ${message}`);
  return [error, skipReason, ...lines].join('\n').trim() || 'failed';
}

/** Whether a request fails that passes against the API as it should be. */
export function noticesFault(
  sound: ReadonlyMap<string, string>,
  broken: ReadonlyMap<string, string>,
): boolean {
  return [...sound].some(([key, failure]) => failure === '' && broken.get(key) !== '');
}
