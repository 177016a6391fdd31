/** Runs by command in a folder on disk. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenText, Permissions } from '../commands/command-request.js';
import type { RunCommands } from '../commands/run-commands.js';
import { runFindings } from '../commands/run-findings.js';
import { summarizeRun } from '../commands/run-summary.js';
import type { HostRuns, RunTarget } from '../host/host.js';
import { pathBelow, schemeOf } from '../protocol/uris.js';

export interface RunOptions {
  readonly commands: RunCommands;
  readonly permissions: Permissions;
  /** Undefined leaves it to the config. */
  readonly history: boolean | undefined;
}

export interface NodeRunsOptions extends RunOptions {
  readonly root: string;
  /** The URI of the folder. */
  readonly uri: string;
  readonly config: string | undefined;
  readonly process: Readonly<Record<string, string | undefined>>;
}

export function createNodeRuns(options: NodeRunsOptions): HostRuns {
  const { commands, permissions, history, root, config, process } = options;
  const requestOf = ({ uri, path, environment, openTexts }: Omit<RunTarget, 'line'>) => ({
    folder: root,
    uri,
    path: path === undefined ? undefined : join(root, path),
    environment,
    config,
    openTexts: openTexts.map(openText),
    process,
  });
  const shownPath = (uri: string): string => pathBelow(options.uri, uri) ?? uri;
  return {
    run: async ({ signal, onEvent, onWarning, line, ...target }) => {
      const result = await commands.run(
        {
          ...requestOf(target),
          line,
          permissions,
          history: history === undefined ? {} : { enabled: history },
        },
        { signal, onWarning, onEvent: (event, { done, total }) => onEvent(event, done, total) },
      );
      return { result, findings: runFindings(result), summary: summarizeRun(result, shownPath) };
    },
    exportCurl: ({ line, ...target }, signal) => commands.exportCurl({ ...requestOf(target), line }, signal),
    lastResponse: (wanted) => commands.lastResponse(wanted),
  };
}

function openText({ uri, text }: { readonly uri: string; readonly text: string }): OpenText {
  return { uri, path: pathOf(uri), text };
}

function pathOf(uri: string): string | undefined {
  if (schemeOf(uri) !== 'file') return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
