/** The entry of the extension in an editor that runs in a browser. */
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { clientOptions } from './client/client-options.js';
import { serveFiles } from './client/file-requests.js';
import { withoutCommands } from './client/plain-client.js';
import type { LanguageServer } from './client/language-server.js';
import { startExtension } from './extension.js';

const PlainClient = withoutCommands(LanguageClient);

let server: LanguageServer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  server = await startExtension(context, (output) => async (settings) => {
    const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'browser.js');
    const worker = new Worker(script.toString(true));
    const client = new PlainClient(
      'svc',
      'svc request files',
      worker,
      clientOptions(settings, output, false),
    );
    serveFiles(client);
    await client.start();
    return { client, canRun: false };
  });
}

/** The editor waits for the end of the server. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
