/** Joins the parts of the extension; both entries differ only in the language server that they start. */
import * as vscode from 'vscode';
import { LanguageServer, type StartServer } from './client/language-server.js';
import { registerRequestCommands } from './commands.js';
import { EnvironmentChoice } from './environment.js';
import { ResponseDocuments } from './shown/response-documents.js';
import { ServeAddress } from './running/serve-address.js';
import { Runner } from './running/runner.js';
import { RequestTests } from './testing/request-tests.js';

export async function startExtension(
  context: vscode.ExtensionContext,
  startServer: (output: vscode.LogOutputChannel) => StartServer,
): Promise<LanguageServer> {
  const output = vscode.window.createOutputChannel('svc request files', { log: true });
  const environment = new EnvironmentChoice(context.workspaceState);
  const server = new LanguageServer(startServer(output), () => environment.chosen);
  const address = new ServeAddress(context.secrets);
  const runner = new Runner(server, address, () => environment.chosen);
  const tests = new RequestTests(server, runner);
  const responses = new ResponseDocuments();
  context.subscriptions.push(output, environment, tests, responses, server);
  context.subscriptions.push(...registerRequestCommands({ tests, runner, responses }));
  context.subscriptions.push(
    vscode.commands.registerCommand('svc.selectEnvironment', () => environment.choose(server)),
    vscode.commands.registerCommand('svc.restartServer', () => server.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => void applySettings(change, server)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
  );
  server.onReady(() => {
    // A server that is stopped meanwhile says nothing more.
    void environment.show(server).catch(() => undefined);
    void tests.refresh();
  });
  await server.restart();
  return server;
}

/** Settings that count at the start only need another one; the rest is said to the running one. */
async function applySettings(change: vscode.ConfigurationChangeEvent, server: LanguageServer): Promise<void> {
  const atStart = ['svc.path', 'svc.serverArguments', 'svc.serverUrl'];
  if (atStart.some((name) => change.affectsConfiguration(name))) await server.restart();
  else if (change.affectsConfiguration('svc.codeLens')) await server.sendSettings();
}
