/** The entry of the extension on a desktop. */
import type * as vscode from 'vscode';
import { desktopServer } from './desktop/start-server.js';
import type { LanguageServer } from './client/language-server.js';
import { startExtension } from './extension.js';

let server: LanguageServer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  server = await startExtension(context, (output) => desktopServer(context, output));
}

/** The editor waits for the end of the server. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
