import { dirname, relative, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { compareDiagnostics, type Severity } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { validateFiles } from '../../request-file/validate.js';
import { findConfig } from '../../workspace/config/config-search.js';
import { missingFiles } from '../../workspace/files/missing-files.js';
import { collectRequestFiles, loadRequestFile, type FoundFile } from '../../workspace/files/request-files.js';
import { unreadableFile } from './find-request-files.js';

export interface ValidationInput {
  readonly paths: readonly string[];
  readonly cwd: string;
  /** The config file that was named as the one in use; it makes its directory the workspace. */
  readonly config: string | undefined;
  /** A request file that is not on disk; its paths are relative to the current directory. */
  readonly stdin: { readonly name: string; readonly source: Uint8Array } | undefined;
}

export interface Validation {
  readonly verdicts: readonly FileVerdict[];
  readonly warnings: readonly string[];
}

export interface FileVerdict {
  readonly file: string;
  readonly kind: 'request-file' | 'config';
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Why there was nothing to check: the path is missing, unreadable or no request file. */
  readonly problem?: string;
}

export interface Finding {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** Everything that can be said about the files without running them: request files, then config files. */
export async function validatePaths(input: ValidationInput): Promise<Validation> {
  const { paths, cwd, config } = input;
  const inUse = await findConfig({ named: config, cwd, firstPath: paths[0] });
  const root = inUse === undefined ? cwd : dirname(inUse.absolute);
  const found = await collectRequestFiles(paths, cwd);
  const verdicts = await requestFileVerdicts(input, found.files, root);
  for (const path of found.configs) verdicts.push(await configVerdict(path, cwd));
  for (const { path, message } of found.problems) verdicts.push(noFile(path, 'request-file', message));
  return { verdicts, warnings: inUse?.warnings ?? [] };
}

async function requestFileVerdicts(
  input: ValidationInput,
  found: readonly FoundFile[],
  root: string,
): Promise<FileVerdict[]> {
  const verdicts: FileVerdict[] = [];
  const loaded: { readonly file: RequestFile; readonly directory: string; readonly text?: string }[] = [];
  if (input.stdin !== undefined) {
    const { source, name } = input.stdin;
    const text = Buffer.from(source).toString('utf8');
    loaded.push({ file: await parseRequestFile(source, name), directory: input.cwd, text });
  }
  for (const each of found) {
    try {
      loaded.push({ file: await loadRequestFile(each), directory: dirname(each.absolute) });
    } catch (error) {
      verdicts.push(noFile(each.shown, 'request-file', unreadableFile(error)));
    }
  }
  const further = validateFiles(loaded.map(({ file }) => file));
  for (const { file, directory, text } of loaded) {
    const missing = await missingFiles(file, directory, root, text);
    const findings = [...file.diagnostics, ...(further.get(file) ?? []), ...missing].sort(compareDiagnostics);
    verdicts.push({ file: file.path, kind: 'request-file', requests: file.requests.length, findings });
  }
  return verdicts;
}

async function configVerdict(absolute: string, cwd: string): Promise<FileVerdict> {
  const file = relative(cwd, absolute).replaceAll(sep, '/');
  // YAML is loaded for those who have a config file only.
  const { readConfig } = await import('../../workspace/config/config-file.js');
  const { parseConfig } = await import('../../workspace/config/config-text.js');
  try {
    const { problems, warnings } = parseConfig(
      await readConfig({ absolute, shown: file, root: dirname(absolute) }),
    );
    const findings = [
      ...problems.map((problem): Finding => ({ ...problem, severity: 'error' })),
      ...warnings.map((warning): Finding => ({ ...warning, severity: 'warning' })),
    ].sort((a, b) => a.line - b.line || a.column - b.column);
    return { file, kind: 'config', requests: 0, findings };
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'input') return noFile(file, 'config', error.message);
    throw error;
  }
}

function noFile(file: string, kind: FileVerdict['kind'], problem: string): FileVerdict {
  return { file, kind, requests: 0, findings: [], problem };
}
