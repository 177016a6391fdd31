import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { useEditor, type LspEditor } from '../support/program/lsp-editor.js';
import { type CountingServer } from '../support/runs/editor-run.js';

export const REFUSED = -32803;

export const runningEditor = useEditor({
  files: {
    'service.yaml':
      'defaultEnvironment: dev\nsecrets: [pin]\nenvironments:\n  dev:\n    stage: one\n  staging:\n    stage: two\n    pin: planted-pin\n',
    'login.http': '### login\nGET http://127.0.0.1:9/saved\n',
  },
  args: ['--no-history'],
  capabilities: { window: { workDoneProgress: true } },
});

interface RunCommandResult {
  readonly run: string;
  readonly verdict: string;
  readonly tests: readonly Record<string, unknown>[];
}

export function performCommand<T = RunCommandResult>(
  command: string,
  argument: unknown,
  { on = runningEditor(), ...options }: { readonly on?: LspEditor; readonly signal?: AbortSignal } = {},
): Promise<T> {
  return on.ask<T>('workspace/executeCommand', { command, arguments: [argument] }, options.signal);
}

/** Parameters of what the server has sent by a method since a place in the list. */
export function changesSince(seen: number, method: string, { received } = runningEditor()): unknown[] {
  return received
    .slice(seen)
    .filter((each) => each.method === method)
    .map(({ params }) => params);
}

export function hasRunFindings({ diagnostics }: PublishDiagnosticsParams): boolean {
  return diagnostics.some(({ source }) => source === 'svc run');
}

export async function orderRequests(
  { url }: CountingServer,
  name: string,
): Promise<{ uri: string; text: string }> {
  const uri = runningEditor().uri(name);
  const text = [
    `### readOrder\nGET ${url}/order/{{stage}}\n\n>>>\nexpect status 200\nexpect body.total == 42.5\n<<<\n`,
    `### other\nGET ${url}/other\n`,
  ].join('\n');
  await runningEditor().open(uri, text);
  return { uri, text };
}
