/** All findings of one text among the files of its folder, as `svc validate` of the folder would report them. */
import { dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { findDependencyProblems, joinFindings } from '../../operations/files/dependency-findings.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { NameSite } from '../../request-file/model/name-site.js';
import type { FileAccess, RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { FileIndex } from '../../workspace/files/file-index.js';
import { missingFiles } from '../../workspace/files/missing-files.js';
import { resolveFile } from '../../workspace/paths/boundary.js';
import { isRequestFileName, resolvePathText } from '../../workspace/paths/path-text.js';
import type { FolderIndex } from './index-types.js';
import { unusedCapturesIn } from './used-captures.js';

export interface FolderFindingsOptions {
  /** The folder, absolute and free of symbolic links. */
  readonly root: string;
  /** Left out for a folder that is not indexed, whose only file is the one that is checked. */
  readonly index?: Pick<FolderIndex, 'progress' | 'filesThatDependOn' | 'namesOf'> | undefined;
  /** The parsed text of an open document, which counts instead of the file on disk; undefined if it is not open. */
  readonly openFile: (path: string) => RequestFile | Promise<RequestFile | undefined> | undefined;
}

export class FolderFindings {
  readonly #options: FolderFindingsOptions;
  /** Keeps the files that others depend on parsed, as long as they are the same. */
  readonly #parsed: FileIndex;

  constructor(options: FolderFindingsOptions) {
    this.#options = options;
    this.#parsed = new FileIndex(options.root, () => undefined);
  }

  /**
   * In order. An empty file is no mistake while it is written, so that it has no finding. `names` are those of the file,
   * if they were noted.
   */
  async findingsOf(file: RequestFile, names: readonly NameSite[] = []): Promise<Diagnostic[]> {
    const { root, openFile } = this.#options;
    const runnable = this.#runnable(file);
    const isOpen = (path: string): boolean => openFile(path) !== undefined;
    const problems = await findDependencyProblems([runnable], this.loadFile);
    return joinFindings([
      file.diagnostics,
      this.#unusedCaptures(file, names),
      await missingFiles(file, runnable.directory, root, isOpen),
      problems.get(runnable) ?? [],
    ]);
  }

  /** While files are still read, a capture may be used by one of them. */
  #unusedCaptures(file: RequestFile, names: readonly NameSite[]): readonly Diagnostic[] {
    const { index } = this.#options;
    if (index && !index.progress.isComplete) return [];
    return unusedCapturesIn(file, names, index);
  }

  #runnable(file: RequestFile): RunnableFile {
    return { file, shown: file.path, directory: dirname(join(this.#options.root, file.path)) };
  }

  /** A file that others depend on, as it is in the editor or on disk. */
  readonly loadFile: FileAccess['loadFile'] = async (path, from) => {
    const { root, openFile } = this.#options;
    const rules = { root, from, requestFile: 'command-line' } as const;
    const written = resolvePathText(path, rules);
    const named = written.ok ? await openFile(written.path) : undefined;
    if (named) return this.#runnable(named);
    const resolved = await resolveFile(path, rules);
    if (!resolved.ok) return undefined;
    const open = await openFile(resolved.path);
    if (open) return this.#runnable(open);
    // Files that only the command line accepts are in no index.
    if (!isRequestFileName(resolved.path))
      return workspaceFileAccess({ root, shownFrom: root }).loadFile(path, from);
    try {
      return this.#runnable((await this.#parsed.parsed(resolved.path)).file);
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  };
}
