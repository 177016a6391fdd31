import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findConfig } from '../../workspace/config/config-search.js';
import { workspaceFolders, type OutputFile } from '../../workspace/output/output-file.js';
import type { ProcessContext } from '../process/process-context.js';

export interface OutputInvocation {
  readonly context: ProcessContext;
  readonly positionals: readonly string[];
  /** The value of `--config`, if the command has that flag. */
  readonly config?: string | undefined;
}

/** Resolves a file named on the command line, which may be anywhere. */
export async function resolveOutput(shown: string, invocation: OutputInvocation): Promise<OutputFile> {
  const { cwd } = invocation.context;
  return { absolute: resolve(cwd, shown), shown, folders: await findWorkspaceFolders(invocation) };
}

/** Finds the folders of the workspace that a command works on. */
export async function findWorkspaceFolders({
  context,
  positionals,
  config,
}: OutputInvocation): Promise<readonly string[]> {
  const { cwd } = context;
  const paths = positionals.filter((path) => exists(resolve(cwd, path)));
  const found = await findConfig({ named: config, cwd, firstPath: paths[0] });
  return workspaceFolders({ cwd, paths, configDirectory: found && dirname(found.absolute) });
}

/** A positional argument may also be a URL or a whole command. */
function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
