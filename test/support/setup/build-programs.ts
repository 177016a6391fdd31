/** Threads and child processes load built files only: before the unit tests, their programs are built from the sources. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import { smallPrograms } from '../../../scripts/bundle.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the folder that holds them. */
    readonly builtPrograms: string;
  }
}

let directory: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  // Among the packages, so that the programs find those that they load.
  directory = await mkdtemp(join(project.config.root, 'node_modules', '.svc-programs-'));
  await build({
    input: {
      ...smallPrograms,
      'evaluation-worker': 'src/evaluation/worker/evaluation-worker.ts',
      'names-worker': 'src/lsp/index/names-worker.ts',
    },
    platform: 'node',
    external: ['@photostructure/sqlite'],
    logLevel: 'silent',
    output: {
      dir: directory,
      format: 'cjs',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  });
  project.provide('builtPrograms', pathToFileURL(`${directory}/`).href);
}

export async function teardown(): Promise<void> {
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
}
