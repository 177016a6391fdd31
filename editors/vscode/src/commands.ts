/** The commands about the request at the cursor, or the one of a lens. */
import * as vscode from 'vscode';
import type { RequestPlace } from './client/messages.js';
import { requestAt, requestsIn, type RequestEntry } from './requests.js';
import type { Runner } from './running/runner.js';
import type { ResponseDocuments } from './shown/response-documents.js';
import type { RequestTests } from './testing/request-tests.js';

interface Parts {
  readonly tests: RequestTests;
  readonly runner: Runner;
  readonly responses: ResponseDocuments;
}

export function registerRequestCommands({ tests, runner, responses }: Parts): readonly vscode.Disposable[] {
  const commands: Readonly<Record<string, (given?: unknown) => Promise<void>>> = {
    'svc.run': async (given) => tests.runRequest(await requestPlace(given)),
    'svc.runFile': async (given) => tests.runRequest({ uri: (await filePlace(given)).uri }),
    'svc.copyAsCurl': async (given) => {
      await vscode.env.clipboard.writeText(await runner.exportCurl(await requestPlace(given)));
      vscode.window.setStatusBarMessage('svc: copied as curl', 3000);
    },
    'svc.showResponse': async (given) => {
      const place = await requestPlace(given);
      const response = await runner.response(place);
      if (response === null) throw new Error(`${place.name} has not been run in this window.`);
      await responses.show(place.name, response);
    },
  };
  return Object.entries(commands).map(([name, perform]) =>
    vscode.commands.registerCommand(name, (given?: unknown) => perform(given).catch(showError)),
  );
}

/** Errors of this extension, of the server and of `svc serve` are sentences for users. */
export function showError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  void vscode.window.showErrorMessage(message.startsWith('svc') ? message : `svc: ${message}`);
}

async function requestPlace(given: unknown): Promise<RequestPlace & { line: number; name: string }> {
  const { uri, line } = await filePlace(given);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const request = line === undefined ? undefined : requestOf(document, line);
  if (request === undefined) throw new Error('The cursor is not in a request.');
  return { uri, line: request.line, name: request.name };
}

function requestOf(document: vscode.TextDocument, line: number): RequestEntry | undefined {
  return requestAt(requestsIn(document.getText(), document.uri.path), line);
}

/** What a lens gives, else the place of the cursor. */
async function filePlace(given: unknown): Promise<RequestPlace> {
  if (typeof given === 'object' && given !== null && 'uri' in given && typeof given.uri === 'string') {
    const line = 'line' in given && typeof given.line === 'number' ? given.line : undefined;
    return { uri: given.uri, line };
  }
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'http') throw new Error('Open a request file first.');
  return { uri: editor.document.uri.toString(), line: editor.selection.active.line + 1 };
}
