/** The language server on a desktop: the program if there is one, else the server of the extension. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind, type ServerOptions } from 'vscode-languageclient/node';
import { clientOptions, type ServerSettings } from '../client/client-options.js';
import { serveFiles } from '../client/file-requests.js';
import type { StartedServer, StartServer } from '../client/language-server.js';
import { withoutCommands } from '../client/plain-client.js';
import { findProgram, needsShell } from './find-program.js';
import { sayProgramIsMissing } from './missing-program.js';
import { startThread } from './thread-server.js';

const PlainClient = withoutCommands(LanguageClient);

export function desktopServer(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
): StartServer {
  return async (settings) => {
    // A program reads the disk only; folders elsewhere are read through the editor.
    if (isOnDisk()) {
      const program = await findProgram(places());
      if (program !== undefined) return startProgram(program, settings, output);
      void sayProgramIsMissing(context.globalState);
    }
    return startOwnServer(context, settings, output);
  };
}

function isOnDisk(): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.every(({ uri }) => uri.scheme === 'file');
}

function places(): Parameters<typeof findProgram>[0] {
  return {
    path: vscode.workspace.getConfiguration('svc').get<string>('path', '').trim(),
    folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    isTrusted: vscode.workspace.isTrusted,
    searchPath: process.env['PATH'] ?? '',
    platform: process.platform,
  };
}

async function startProgram(
  program: string,
  settings: ServerSettings,
  output: vscode.LogOutputChannel,
): Promise<StartedServer> {
  const further = vscode.workspace.getConfiguration('svc').get<readonly string[]>('serverArguments', []);
  const shell = needsShell(program);
  const options: ServerOptions = {
    command: shell ? `"${program}"` : program,
    args: ['lsp', ...further],
    transport: TransportKind.stdio,
    options: { shell },
  };
  const client = new PlainClient('svc', 'svc request files', options, clientOptions(settings, output, true));
  await client.start();
  return { client, canRun: true };
}

async function startOwnServer(
  context: vscode.ExtensionContext,
  settings: ServerSettings,
  output: vscode.LogOutputChannel,
): Promise<StartedServer> {
  const directory = join(context.extensionUri.fsPath, 'dist');
  const options: ServerOptions = () => Promise.resolve(startThread(directory));
  const client = new PlainClient('svc', 'svc request files', options, clientOptions(settings, output, false));
  serveFiles(client);
  await client.start();
  return { client, canRun: false };
}
