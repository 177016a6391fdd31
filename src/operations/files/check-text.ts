import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { Hint } from '../../request-file/check/undefined-variables.js';
import { parseEditedText, parseRequestFile, type EditedFile } from '../../request-file/parse-file.js';
import type { ReadScript } from '../../request-file/script-access.js';
import { validateFiles } from '../../request-file/validate.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { missingFiles } from '../../workspace/files/missing-files.js';
import { NeedsHeavyThread } from '../../workspace/files/needs-heavy-thread.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { findDependencyProblems, joinFindings } from './dependency-findings.js';
import type { IndexedFiles } from './indexed-files.js';
import { createServerFileAccess } from './server-file-access.js';
import { clientNames, findHints, type HintSources } from './undefined-variable-hints.js';

export interface CheckedText {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Only if they were asked for. */
  readonly hints?: readonly Hint[];
  /** The names of variables that environment files of other clients give, if there are any and hints are wanted. */
  readonly clientVariables?: readonly string[];
}

/** Undefined when the settings cannot be read. */
type LoadHintSources = (runnable: RunnableFile) => Promise<HintSources | undefined>;

/** As many as stay parsed in memory; checking while a user types must not read a large workspace again and again. */
const MAX_OTHERS = 200;

/** Returns all findings that `svc validate` would report for a text among the files of the workspace on disk. */
export async function checkText(
  sent: string,
  content: string,
  files: IndexedFiles,
  root: string,
  hintSources?: LoadHintSources,
): Promise<CheckedText> {
  const { path } = await files.checkPath(sent);
  const directory = dirname(join(root, path));
  const readScript = scriptReader(directory, async () => root);
  const edited = await parseContent(content, path, hintSources !== undefined, readScript);
  const { file } = edited;
  const workspaceFindings = await validateInWorkspace(file, files);
  const missing = await missingFiles(file, directory, root);
  const runnable = { file, shown: path, directory };
  const access = createServerFileAccess(root, files);
  const problems = (await findDependencyProblems([runnable], access.loadFile)).get(runnable) ?? [];
  const sources = await hintSources?.(runnable);
  const clientVariables = sources === undefined ? [] : clientNames(sources);
  const hints =
    sources === undefined ? [] : await findHints(edited, async () => ({ ...sources, directory, access }));
  return {
    file: path,
    diagnostics: joinFindings([file.diagnostics, workspaceFindings, missing, problems]),
    ...(hintSources !== undefined && { hints }),
    ...(clientVariables.length > 0 && { clientVariables }),
  };
}

async function parseContent(
  content: string,
  path: string,
  isEdited: boolean,
  readScript: ReadScript,
): Promise<EditedFile> {
  if (isEdited) return parseEditedText(content, path, readScript);
  const file = await parseRequestFile(Buffer.from(content, 'utf8'), path, readScript);
  return { file, placeholders: [] };
}

/** Reads other files only when they can change the result. */
async function validateInWorkspace(file: RequestFile, files: IndexedFiles): Promise<readonly Diagnostic[]> {
  const alone = validateFiles([file]).get(file) ?? [];
  if (!alone.some(isUnusedCapture)) return alone;
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
