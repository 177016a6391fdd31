import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';

export const LANGUAGE = 'http';

/** Settings that the server takes at its start and when they change. */
export interface ServerSettings {
  readonly environment: string | undefined;
}

/** What the client itself does; nothing that needs a run where none is possible. */
const RUN_COMMANDS = ['svc.run', 'svc.runFile', 'svc.copyAsCurl'];

export function serverSettings({ environment }: ServerSettings): { svc: object } {
  const codeLens = vscode.workspace.getConfiguration('svc').get<boolean>('codeLens', true);
  return { svc: { environment: environment ?? '', codeLens } };
}

export function clientOptions(
  settings: ServerSettings,
  output: vscode.LogOutputChannel,
  canRun: boolean,
): LanguageClientOptions {
  const serverUrl = vscode.workspace.getConfiguration('svc').get<string>('serverUrl', '');
  return {
    documentSelector: [{ language: LANGUAGE }, { language: 'yaml', pattern: '**/service.{yaml,yml}' }],
    outputChannel: output,
    initializationOptions: {
      svc: {
        ...serverSettings(settings).svc,
        clientCommands: canRun || serverUrl.trim() !== '' ? RUN_COMMANDS : [],
        clientNotifications: ['svc/runEvent'],
      },
    },
    // The server says itself, once, what a user has to know.
    initializationFailedHandler: () => false,
  };
}
