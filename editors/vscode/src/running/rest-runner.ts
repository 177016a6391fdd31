/** Runs requests by a running `svc serve`, which reads the files on its disk. */
import * as vscode from 'vscode';
import type { KeptResponse, RequestPlace, RunResult } from '../client/messages.js';
import { requestsIn } from '../requests.js';
import { toRunResult, type RestReport, type RestTest } from './rest-result.js';
import type { ServeAddress } from './serve-address.js';

interface Execution {
  readonly id: string;
  /** 0 when the server keeps no history. */
  readonly runId: number;
  readonly cancelled?: boolean;
}

interface StoredRun {
  readonly results: readonly { readonly requestName: string; readonly bodyPreview: string }[];
}

interface LastRun {
  readonly runId: number;
  readonly test: RestTest;
}

/** The history keeps that much of a body. */
const KEPT_BODY_LENGTH = 64 * 1024;

export class RestRunner {
  readonly #address: ServeAddress;
  readonly #environment: () => string | undefined;
  /** By URI and line. */
  readonly #last = new Map<string, LastRun>();

  constructor(address: ServeAddress, environment: () => string | undefined) {
    this.#address = address;
    this.#environment = environment;
  }

  async run({ uri, line }: RequestPlace, token: vscode.CancellationToken): Promise<RunResult> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const file = shownPath(document.uri);
    if (document.isDirty) throw new Error(`Save ${file} first; svc serve runs the file on its disk.`);
    const requestName = line === undefined ? undefined : nameAt(document, line);
    const selection = { file, requestName, environment: this.#environment() };
    const signal = signalOf(token);
    const body = { ...selection, reports: true, results: 'summary' };
    const execution = await this.#address.call<Execution>('/execute', { body, signal });
    const report = await this.#address.call<RestReport>('/reports', {
      body: { executions: [execution.id], format: 'json' },
    });
    const uriOf = (path: string): string => uriBeside(document.uri, path);
    for (const test of report.tests) {
      this.#last.set(keyOf(uriOf(test.file), test.line), { runId: execution.runId, test });
    }
    const isCancelled = execution.cancelled === true;
    return toRunResult(report, { id: execution.id, isCancelled, uriOf });
  }

  /** The last response of a request, as the history of the server keeps it: without secrets. */
  async response({ uri, line = 0 }: RequestPlace): Promise<KeptResponse | null> {
    const last = this.#last.get(keyOf(uri, line));
    if (last?.test.response === undefined) return null;
    const { status, headers } = last.test.response;
    if (last.runId === 0) return { status, headers, body: '', truncated: true };
    const run = await this.#address.call<StoredRun>(`/history/runs/${last.runId}`, {});
    const body = run.results.find(({ requestName }) => requestName === last.test.name)?.bodyPreview ?? '';
    return {
      status,
      headers,
      body,
      truncated: new TextEncoder().encode(body).length >= KEPT_BODY_LENGTH - 3,
    };
  }

  async exportCurl({ uri, line = 0 }: RequestPlace): Promise<string> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const selection = { file: shownPath(document.uri), requestName: nameAt(document, line) };
    const body = { ...selection, environment: this.#environment() };
    const { commands } = await this.#address.call<{ commands: readonly string[] }>('/export/curl', { body });
    return commands.join('\n');
  }
}

function keyOf(uri: string, line: number): string {
  return `${uri}#${line}`;
}

/** The path as the server knows it: relative to its workspace, which is the folder. */
function shownPath(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri, false);
}

/** The URI of another file in the folder of a document. */
function uriBeside(document: vscode.Uri, path: string): string {
  const folder = vscode.workspace.getWorkspaceFolder(document);
  const base = folder === undefined ? vscode.Uri.joinPath(document, '..') : folder.uri;
  return vscode.Uri.joinPath(base, path).toString();
}

function nameAt(document: vscode.TextDocument, line: number): string {
  const found = requestsIn(document.getText(), document.uri.path).find((request) => request.line === line);
  if (found === undefined) throw new Error(`${shownPath(document.uri)}:${line}: no request starts here.`);
  return found.name;
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
