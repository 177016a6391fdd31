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

export interface TextCheckParts {
  readonly options: { readonly root: string };
  readonly files: Pick<IndexedFiles, 'judge' | 'paths' | 'parsed'>;
}

/** As many as are kept parsed; whoever types must not make the server read a large workspace again and again. */
const MAX_OTHERS = 200;

/** All that `svc validate` would say of a text among the files of the workspace as they are on disk. */
export async function checkText(
  sent: string,
  content: string,
  { options: { root }, files }: TextCheckParts,
): Promise<CheckedText> {
  const { path } = await files.judge(sent);
  const file = await parseRequestFile(Buffer.from(content, 'utf8'), path);
  const among = await furtherFindings(file, files);
  const missing = await missingFiles(file, dirname(join(root, path)), root, content);
  return {
    file: path,
    diagnostics: [...file.diagnostics, ...among, ...missing].sort(compareDiagnostics),
  };
}

/** Other files are looked at only where they can make a difference. */
async function furtherFindings(
  file: RequestFile,
  files: TextCheckParts['files'],
): Promise<readonly Diagnostic[]> {
  const alone = validateFiles([file]).get(file) ?? [];
  if (!alone.some(isUnusedCapture) && !dependsOnOthers(file)) return alone;
  const others = (await files.paths()).filter((path) => path !== file.path);
  if (others.length > MAX_OTHERS) return alone.filter((finding) => !isUnusedCapture(finding));
  const parsed: RequestFile[] = [];
  for (const path of others) {
    const found = await files.parsed(path).catch((error: unknown) => {
      if (error instanceof NeedsHeavyThread) throw error;
      // What is wrong with another file is said there.
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
