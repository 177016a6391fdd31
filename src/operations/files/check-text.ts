import { dirname, join } from 'node:path';
import { compareDiagnostics, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { validateFiles } from '../../request-file/validate.js';
import { missingFiles } from '../../workspace/files/missing-files.js';
import { NeedsHeavyThread } from '../../workspace/files/needs-heavy-thread.js';
import type { IndexedFiles } from './indexed-files.js';

export interface CheckedText {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** As many as stay parsed in memory; checking while a user types must not read a large workspace again and again. */
const MAX_OTHERS = 200;

/** Returns all findings that `svc validate` would report for a text among the files of the workspace on disk. */
export async function checkText(
  sent: string,
  content: string,
  files: IndexedFiles,
  root: string,
): Promise<CheckedText> {
  const { path } = await files.checkPath(sent);
  const file = await parseRequestFile(Buffer.from(content, 'utf8'), path);
  const workspaceFindings = await validateInWorkspace(file, files);
  const missing = await missingFiles(file, dirname(join(root, path)), root, content);
  return {
    file: path,
    diagnostics: [...file.diagnostics, ...workspaceFindings, ...missing].sort(compareDiagnostics),
  };
}

/** Reads other files only when they can change the result. */
async function validateInWorkspace(file: RequestFile, files: IndexedFiles): Promise<readonly Diagnostic[]> {
  const alone = validateFiles([file]).get(file) ?? [];
  if (!alone.some(isUnusedCapture) && !dependsOnOthers(file)) return alone;
  const others = (await files.paths()).filter((path) => path !== file.path);
  if (others.length > MAX_OTHERS) return alone.filter((finding) => !isUnusedCapture(finding));
  const parsed: RequestFile[] = [];
  for (const path of others) {
    const found = await files.parsed(path).catch((error: unknown) => {
      if (error instanceof NeedsHeavyThread) throw error;
      // Findings in another file are reported for that file.
      return undefined;
    });
    if (found) parsed.push(found);
  }
  return validateFiles([file, ...parsed]).get(file) ?? [];
}

function isUnusedCapture({ code }: Diagnostic): boolean {
  return code === 'unused_capture';
}

function dependsOnOthers({ requests }: RequestFile): boolean {
  return requests.some(({ metadata }) => metadata.depends?.some((name) => otherFileDependency(name)));
}
