/** Responses as read-only documents, in the language of their content type. */
import * as vscode from 'vscode';
import type { KeptResponse } from '../client/messages.js';

const SCHEME = 'svc-response';

/** The last part of a content type, and the ending that gives the document its language. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/\bjson$/, 'json'],
  [/\bxml$/, 'xml'],
  [/^text\/html$/, 'html'],
  [/^text\/css$/, 'css'],
  [/javascript$/, 'js'],
  [/yaml$/, 'yaml'],
  [/markdown$/, 'md'],
];

export class ResponseDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
    });
  }

  async show(name: string, response: KeptResponse): Promise<void> {
    const uri = responseUri(name, response);
    this.#texts.set(uri.toString(), responseText(response));
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

function responseUri(name: string, { status, headers }: KeptResponse): vscode.Uri {
  // The name becomes the title of the tab; a slash would cut it.
  const title = `${name} ${status}`.replaceAll(/[/\\]/g, '∕');
  return vscode.Uri.from({ scheme: SCHEME, path: `/${title}.${endingOf(headers)}` });
}

export function endingOf(headers: Readonly<Record<string, string>>): string {
  const [, written = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const type = (written.split(';')[0] ?? '').trim().toLowerCase();
  return ENDINGS.find(([pattern]) => pattern.test(type))?.[1] ?? 'txt';
}

/** The body; of a response without one its status and headers. */
export function responseText({ status, headers, body, truncated }: KeptResponse): string {
  if (body === '') {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const note = truncated
      ? ['', 'The body is not shown: only a svc serve with a history keeps it without secrets.']
      : [];
    return [status, ...lines, ...note, ''].join('\n');
  }
  return truncated ? `${body}\n… (cut)\n` : body;
}
