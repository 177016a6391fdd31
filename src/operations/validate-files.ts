import { dirname, relative, sep } from 'node:path';
import { compareDiagnostics, type Diagnostic, type Severity } from '../request-file/diagnostic.js';
import type { RequestFile } from '../request-file/model.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { validateFiles } from '../request-file/validate.js';
import { missingFiles } from '../workspace/missing-files.js';
import { collectRequestFiles, loadRequestFile, type FoundFile } from '../workspace/request-files.js';
import { unreadableFile } from './find-request-files.js';

export interface ValidationInput {
  readonly paths: readonly string[];
  readonly cwd: string;
  /** What `{{…}}` and paths in files may reach; section 4 of cli.md says how it is found. */
  readonly root: string;
  /** A request file that is not on disk; its paths are relative to the current directory. */
  readonly stdin: { readonly name: string; readonly source: Uint8Array } | undefined;
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
export async function validatePaths(input: ValidationInput): Promise<readonly FileVerdict[]> {
  const found = await collectRequestFiles(input.paths, input.cwd);
  const verdicts = await requestFileVerdicts(input, found.files);
  for (const path of found.configs) verdicts.push(await configVerdict(path, input.cwd));
  for (const { path, message } of found.problems) verdicts.push(noFile(path, message));
  return verdicts;
}

async function requestFileVerdicts(
  input: ValidationInput,
  found: readonly FoundFile[],
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
      verdicts.push(noFile(each.shown, unreadableFile(error)));
    }
  }
  const further = validateFiles(loaded.map(({ file }) => file));
  for (const { file, directory, text } of loaded) {
    const missing = await missingFiles(file, directory, input.root, text);
    const findings = [...file.diagnostics, ...(further.get(file) ?? []), ...missing].sort(compareDiagnostics);
    verdicts.push({ file: file.path, kind: 'request-file', requests: file.requests.length, findings });
  }
  return verdicts;
}
