/** One request file of the workspace with everything that is found in it alone. */
import { compareDiagnostics, type Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { validateFiles } from '../../request-file/validate.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { openPath, type OpenedPath } from './workspace-paths.js';

export interface CheckedFile extends OpenedPath {
  readonly file: RequestFile;
  /** By their places. */
  readonly findings: readonly Diagnostic[];
  /** No finding is an error. */
  readonly isValid: boolean;
  readonly readScript: ReturnType<typeof scriptReader>;
}

/** Nothing is sent, and no variable is resolved. */
export async function checkFile(sent: string, root: string): Promise<CheckedFile> {
  const opened = await openPath({ field: 'file', sent }, root, true);
  const readScript = scriptReader(opened.directory, async () => root);
  const file = await parseRequestFile(opened.bytes, opened.path, readScript);
  const found = [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])];
  const isValid = found.every(({ severity }) => severity !== 'error');
  return { ...opened, file, findings: found.sort(compareDiagnostics), isValid, readScript };
}
