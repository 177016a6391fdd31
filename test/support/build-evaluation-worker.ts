/** Threads load built files only: before the unit tests, the evaluation worker is built from the present sources. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly evaluationWorker: string;
  }
}

let directory: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'svc-evaluation-worker-'));
  await build({
    input: { 'evaluation-worker': 'src/evaluation/bounded/evaluation-worker.ts' },
    platform: 'node',
    logLevel: 'silent',
    output: { dir: directory, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  });
  project.provide('evaluationWorker', pathToFileURL(join(directory, 'evaluation-worker.mjs')).href);
}

export async function teardown(): Promise<void> {
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
}
