import { dirname, relative, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { validateFiles } from '../../request-file/validate.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { findConfig } from '../../workspace/config/config-search.js';
import { missingFiles } from '../../workspace/files/missing-files.js';
import { collectRequestFiles, loadRequestFile, type FoundFile } from '../../workspace/files/request-files.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { checkClientEnv } from './client-env-findings.js';
import { findConfigProblems } from '../../workspace/config/config-findings.js';
import { findDependencyProblems, joinFindings } from './dependency-findings.js';
import { unreadableFileMessage } from './find-request-files.js';

export interface ValidationInput {
  readonly paths: readonly string[];
  readonly cwd: string;
  /** The config file named by the user, whose directory becomes the workspace. */
  readonly config: string | undefined;
  /** A request file that is not on disk; its paths are relative to the current directory. */
  readonly stdin: { readonly name: string; readonly source: Uint8Array } | undefined;
}

export interface Validation {
  readonly validations: readonly FileValidation[];
  readonly warnings: readonly string[];
}

export interface FileValidation {
  readonly file: string;
  readonly kind: 'request-file' | 'config';
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Set when there was nothing to check: the path is missing, unreadable or not a request file. */
  readonly problem?: string;
}

export type Finding = Omit<Diagnostic, 'code' | 'phase'> & { readonly code: string };

/** Checks everything that can be checked without running the files: request files first, then config files. */
export async function validatePaths(input: ValidationInput): Promise<Validation> {
  const { paths, cwd, config } = input;
  const inUse = await findConfig({ named: config, cwd, firstPath: paths[0] });
  const root = inUse === undefined ? cwd : dirname(inUse.absolute);
  const found = await collectRequestFiles(paths, cwd);
  const validations = await validateRequestFiles(input, found.files, root);
  const directories = found.files.map(({ absolute }) => ({ directory: dirname(absolute) }));
  const clientEnv = await checkClientEnv(directories, root, cwd);
  for (const each of clientEnv.files) validations.push({ ...each, kind: 'config', requests: 0 });
  for (const path of found.configs) validations.push(await validateConfig(path, cwd));
  for (const { path, message } of found.problems)
    validations.push(unreadablePath(path, 'request-file', message));
  return { validations, warnings: [...(inUse?.warnings ?? []), ...clientEnv.warnings] };
}

async function validateRequestFiles(
  input: ValidationInput,
  found: readonly FoundFile[],
  root: string,
): Promise<FileValidation[]> {
  const validations: FileValidation[] = [];
  const loaded: RunnableFile[] = [];
  const findRoot = async (): Promise<string> => root;
  if (input.stdin !== undefined) {
    const { source, name } = input.stdin;
    const file = await parseRequestFile(source, name, scriptReader(input.cwd, findRoot));
    loaded.push({ file, shown: name, directory: input.cwd });
  }
  for (const each of found) {
    try {
      const { absolute, shown } = each;
      loaded.push({ file: await loadRequestFile(each, findRoot), shown, directory: dirname(absolute) });
    } catch (error) {
      validations.push(unreadablePath(each.shown, 'request-file', unreadableFileMessage(error)));
    }
  }
  const crossFileFindings = validateFiles(loaded.map(({ file }) => file));
  const { loadFile } = workspaceFileAccess({ root, shownFrom: input.cwd });
  const problems = await findDependencyProblems(loaded, loadFile);
  for (const runnable of loaded) {
    const { file, directory } = runnable;
    const findings = joinFindings([
      file.diagnostics,
      crossFileFindings.get(file) ?? [],
      await missingFiles(file, directory, root),
      problems.get(runnable) ?? [],
    ]);
    validations.push({ file: file.path, kind: 'request-file', requests: file.requests.length, findings });
  }
  return validations;
}

async function validateConfig(absolute: string, cwd: string): Promise<FileValidation> {
  const file = relative(cwd, absolute).replaceAll(sep, '/');
  // The YAML parser is loaded only when there is a config file.
  const { readConfig } = await import('../../workspace/config/config-file.js');
  try {
    const bytes = await readConfig({ absolute, shown: file, root: dirname(absolute) });
    const findings = await findConfigProblems(bytes);
    return { file, kind: 'config', requests: 0, findings };
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'input')
      return unreadablePath(file, 'config', error.message);
    throw error;
  }
}

function unreadablePath(file: string, kind: FileValidation['kind'], problem: string): FileValidation {
  return { file, kind, requests: 0, findings: [], problem };
}
