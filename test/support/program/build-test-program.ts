import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

export interface TestProgram {
  readonly file: URL;
  readonly remove: () => Promise<void>;
}

/** A worker program of a test, which may import files of the sources by the names they are given here. */
export async function buildTestProgram(
  source: string,
  modules: Readonly<Record<string, string>>,
): Promise<TestProgram> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-test-program-'));
  await build({
    input: 'program',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? 'program.ts' : modules[id]),
        load: (id) => (id === 'program.ts' ? source : undefined),
      },
    ],
    output: { file: join(directory, 'program.mjs') },
  });
  return {
    file: pathToFileURL(join(directory, 'program.mjs')),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
