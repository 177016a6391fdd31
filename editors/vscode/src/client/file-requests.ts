/** Gives a server without a file system the files of the workspace, and nothing outside of it. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { READ_FILE, READ_FOLDER } from './messages.js';

/** Larger files are no request files, configurations or tables. */
const MAX_BYTES = 16 * 1024 * 1024;

interface FileRequest {
  readonly uri: string;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export function serveFiles(client: BaseLanguageClient): void {
  client.onRequest(READ_FILE, async ({ uri }: FileRequest) => readText(vscode.Uri.parse(uri)));
  client.onRequest(READ_FOLDER, async ({ uri }: FileRequest) => readFolder(vscode.Uri.parse(uri)));
}

/** Null for what is not there, not readable or outside. */
async function readText(uri: vscode.Uri): Promise<string | null> {
  if (!isInside(uri)) return null;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_BYTES) return null;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}

async function readFolder(uri: vscode.Uri): Promise<readonly FolderEntry[]> {
  if (!isInside(uri)) return [];
  try {
    const entries = await vscode.workspace.fs.readDirectory(uri);
    return entries.flatMap(([name, type]) => {
      // A link may lead out of the folder.
      if ((type & vscode.FileType.SymbolicLink) !== 0) return [];
      return { name, isFolder: (type & vscode.FileType.Directory) !== 0 };
    });
  } catch {
    return [];
  }
}

/** A file that is open without a folder is a workspace of its own directory. */
function isInside(uri: vscode.Uri): boolean {
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) return true;
  return vscode.workspace.textDocuments.some(({ uri: open, languageId }) => {
    const directory = vscode.Uri.joinPath(open, '..');
    return languageId === 'http' && isBelow(directory, uri);
  });
}

function isBelow(directory: vscode.Uri, uri: vscode.Uri): boolean {
  const base = directory.path.endsWith('/') ? directory.path : `${directory.path}/`;
  const isSamePlace = directory.scheme === uri.scheme && directory.authority === uri.authority;
  return (
    isSamePlace &&
    (uri.path === directory.path || uri.path.startsWith(base)) &&
    !/\/\.\.?(\/|$)/.test(uri.path)
  );
}
