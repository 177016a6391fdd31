import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findConfig } from '../../workspace/config/config-search.js';
import { workspaceFolders, type OutputFile } from '../../workspace/output/output-file.js';
import type { ProcessContext } from '../process/process-context.js';

export interface NamedBy {
  readonly context: ProcessContext;
  readonly positionals: readonly string[];
  /** `--config`, where the command has it. */
  readonly config?: string | undefined;
}

/** A file that the command line names: it may lie anywhere. */
export async function namedOutput(shown: string, invocation: NamedBy): Promise<OutputFile> {
  const { cwd } = invocation.context;
  return { absolute: resolve(cwd, shown), shown, folders: await foldersInUse(invocation) };
}

/** The workspace that a command works on. */
export async function foldersInUse({ context, positionals, config }: NamedBy): Promise<readonly string[]> {
  const { cwd } = context;
  const paths = positionals.filter((path) => exists(resolve(cwd, path)));
  const found = await findConfig({ named: config, cwd, firstPath: paths[0] });
  return workspaceFolders({ cwd, paths, configDirectory: found && dirname(found.absolute) });
}

/** A source may be a URL or a whole command. */
function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
