import { dirname, resolve } from 'node:path';
import { findConfig } from '../../workspace/config/config-search.js';
import { workspaceFolders, type OutputFile } from '../../workspace/output/output-file.js';
import type { ProcessContext } from '../process/process-context.js';
import { existingPaths } from './request-paths.js';

/** The value of a flag that stands for standard output. */
export const STDOUT = '-';

export interface OutputInvocation {
  readonly context: ProcessContext;
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, unknown>> & { readonly config?: string | undefined };
}

/** Resolves a file named on the command line, which may be anywhere. */
export async function resolveOutput(shown: string, invocation: OutputInvocation): Promise<OutputFile> {
  const { cwd } = invocation.context;
  return { absolute: resolve(cwd, shown), shown, folders: await findWorkspaceFolders(invocation) };
}

/** Finds the folders of the workspace that a command works on. */
export async function findWorkspaceFolders(invocation: OutputInvocation): Promise<readonly string[]> {
  const { cwd } = invocation.context;
  const paths = existingPaths(invocation.positionals, cwd);
  const found = await findConfig({ named: invocation.flags.config, cwd, firstPath: paths[0] });
  return workspaceFolders({ cwd, paths, configDirectory: found && dirname(found.absolute) });
}
