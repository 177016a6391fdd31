/** Runs the examples against their API with one change of its source at a time. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startDemoApi } from '../../examples/demo-api/server.mjs';
import { run } from '../../src/library.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import type { PlantedFault } from './planted-faults.js';

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

/** Whether each request of the folder passes, by file, name and row. */
export async function runTests(folder: string, url: string): Promise<ReadonlyMap<string, boolean>> {
  const { files } = await run(['.'], { cwd: folder, variables: { baseUrl: url }, ci: true });
  const passed = new Map<string, boolean>();
  for (const { file, results } of files) {
    for (const [place, result] of results.entries())
      passed.set(`${file} ${place} ${result.name}`, result.passed);
  }
  return passed;
}

/** Whether a request fails that passes against the API as it should be. */
export function noticesFault(
  sound: ReadonlyMap<string, boolean>,
  broken: ReadonlyMap<string, boolean>,
): boolean {
  return [...sound].some(([key, passed]) => passed && broken.get(key) !== true);
}
