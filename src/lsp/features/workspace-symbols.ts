/** The requests of all indexed files, and what clients of our own ask about folders. */
import { SymbolKind, type SymbolInformation, type WorkspaceSymbolParams } from 'vscode-languageserver';
import type { Feature } from './feature.js';

const MAX_SYMBOLS = 500;

export const workspaceSymbols: Feature = {
  capabilities: { workspaceSymbolProvider: true },
  register({ session, onRequest }) {
    onRequest('workspace/symbol', ({ query }: WorkspaceSymbolParams) =>
      session.folders
        .all()
        .flatMap((folder) =>
          (folder.host.index?.symbols(query) ?? []).map(({ name, path, line }): SymbolInformation => {
            const start = { line: line - 1, character: 0 };
            const location = { uri: session.uriOf(folder, path), range: { start, end: start } };
            return { name, kind: SymbolKind.Method, location, containerName: path };
          }),
        )
        .slice(0, MAX_SYMBOLS),
    );
  },
};

export const folderRequests: Feature = {
  capabilities: {},
  register({ session, onRequest }) {
    onRequest('svc/environments', async () => {
      const found = await Promise.all(
        session.folders.ofClient().map(({ host }) => host.environments(session.environment)),
      );
      const names = [...new Set(found.flatMap((each) => each.names))];
      return { names, active: found[0]?.active ?? session.environment ?? '' };
    });
    onRequest('svc/files', async () => {
      const folders = session.folders.all();
      await Promise.all(folders.map(async ({ host }) => host.index?.whenComplete(MAX_WAIT_MS)));
      return folders.flatMap((folder) =>
        (folder.host.index?.files() ?? []).map(({ path, requests }) => ({
          uri: session.uriOf(folder, path),
          requests,
        })),
      );
    });
  },
};

/** Afterwards a list is shown that may lack files. */
const MAX_WAIT_MS = 5000;
