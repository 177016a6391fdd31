import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';

export const LANGUAGE = 'http';

/** Settings that the server takes at its start and when they change. */
export interface ServerSettings {
  readonly environment: string | undefined;
}

export function serverSettings({ environment }: ServerSettings): { svc: object } {
  const codeLens = vscode.workspace.getConfiguration('svc').get<boolean>('codeLens', true);
  return { svc: { environment: environment ?? '', codeLens } };
}

export function clientOptions(
  settings: ServerSettings,
  output: vscode.LogOutputChannel,
): LanguageClientOptions {
  return {
    documentSelector: [{ language: LANGUAGE }, { language: 'yaml', pattern: '**/service.{yaml,yml}' }],
    outputChannel: output,
    initializationOptions: {
      svc: {
        ...serverSettings(settings).svc,
        clientCommands: ['svc.copyAsCurl'],
        clientNotifications: ['svc/runEvent'],
      },
    },
    // The server says itself, once, what a user has to know.
    initializationFailedHandler: () => false,
  };
}
