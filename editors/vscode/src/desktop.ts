/** The entry of the extension on a desktop. */
import type * as vscode from 'vscode';
import { desktopServer } from './desktop/start-server.js';
import { startExtension } from './extension.js';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  await startExtension(context, (output) => desktopServer(context, output));
}
