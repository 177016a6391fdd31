import { dirname, join } from 'node:path';
import type { WrittenJson } from '../evaluation/json-in-steps.js';
import { compareDiagnostics, type Diagnostic } from '../request-file/diagnostic.js';
import { otherFileDependency } from '../request-file/directive-values.js';
import type { RequestFile } from '../request-file/model.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { validateFiles } from '../request-file/validate.js';
import { missingFiles } from '../workspace/missing-files.js';
import type { ExecutionThread } from './execution-thread.js';
import { LARGE_FILE } from './large-texts.js';
import type { ServiceOptions } from './service-options.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** A request file as somebody is writing it, judged among the files of the workspace as they are on disk. */
export interface TextChecks {
  /** All that `svc validate` would say of it, as JSON for a large one; throws the refusal of a path. */
  check(sent: string, content: string): Promise<CheckedText | WrittenJson>;
}

interface CheckedText {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface TextChecksInput {
  readonly options: Pick<ServiceOptions, 'root'>;
  readonly files: Pick<WorkspaceFiles, 'judge' | 'list' | 'parsed'>;
  /** Checks large texts beside the event loop; without one that is done here. */
  readonly thread?: Pick<ExecutionThread, 'check'> | undefined;
}

/** As many as are kept parsed; whoever types must not make the server read a large workspace again and again. */
const MOST_OTHERS = 200;

export function createTextChecks({ options, files, thread }: TextChecksInput): TextChecks {
  const { root } = options;
  return {
    check: async (sent, content) => {
      if (thread && content.length >= LARGE_FILE) return thread.check(sent, content);
      const { path } = await files.judge(sent);
      const file = await parseRequestFile(Buffer.from(content, 'utf8'), path);
      const among = await furtherFindings(file, files);
      const missing = await missingFiles(file, dirname(join(root, path)), root, content);
      return {
        file: path,
        diagnostics: [...file.diagnostics, ...among, ...missing].sort(compareDiagnostics),
      };
    },
  };
}

/** Other files are looked at only where they can make a difference. */
async function furtherFindings(
  file: RequestFile,
  files: TextChecksInput['files'],
): Promise<readonly Diagnostic[]> {
  const alone = validateFiles([file]).get(file) ?? [];
  if (!alone.some(isUnusedCapture) && !dependsOnOthers(file)) return alone;
  const others = (await files.list()).filter(({ relativePath }) => relativePath !== file.path);
  if (others.length > MOST_OTHERS) return alone.filter((finding) => !isUnusedCapture(finding));
  const parsed: RequestFile[] = [];
  for (const { relativePath } of others) {
    // What is wrong with another file is said there.
    const found = await files.parsed(relativePath).catch(() => undefined);
    if (found) parsed.push(found.file);
  }
  return validateFiles([file, ...parsed]).get(file) ?? [];
}

function isUnusedCapture({ code }: Diagnostic): boolean {
  return code === 'unused_capture';
}

function dependsOnOthers({ requests }: RequestFile): boolean {
  return requests.some(({ metadata }) => metadata.depends?.some((name) => otherFileDependency(name)));
}
