/** Asks programs for the secrets of requests that are exported. */
import { createFileContext } from '../../runner/file-context.js';
import type { CommandSecrets } from '../../runner/commands/secrets/command-secrets.js';
import { settleTexts } from '../../runner/commands/secrets/with-secrets.js';
import { createOwner } from '../../runner/plan/graph.js';
import type { RunOptions } from '../../runner/plan/options.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { openRun } from '../../runner/run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { Request } from '../../request-file/model/model.js';
import { interpolatedTexts } from '../../request-file/model/references.js';

export interface ExportedRequests {
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly file: RunnableFile;
  readonly requests: readonly Request[];
  readonly options: RunOptions;
}

/** A secret that cannot be had stays without a value. Throws when the signal stops a program. */
export async function settleExport({
  file,
  requests,
  ...given
}: ExportedRequests): Promise<CommandSecrets | undefined> {
  const { directory } = file;
  const fileAccess = workspaceFileAccess({ root: directory, shownFrom: directory });
  const run = openRun({ ...given, files: [file], fileAccess });
  try {
    const { scope } = createFileContext(run, createOwner(file, false));
    const headers = Object.values(given.options.headers);
    await settleTexts(run, scope, [...headers, ...requests.flatMap(interpolatedTexts)]);
    return run.commandSecrets;
  } finally {
    run.close();
  }
}
