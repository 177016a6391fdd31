/** The items of the Testing view: request files, and the requests of those that were expanded. */
import * as vscode from 'vscode';
import type { IndexedFile, RequestPlace } from '../client/messages.js';
import { requestsIn, type RequestEntry } from '../requests.js';

export class TestTree {
  readonly #controller: vscode.TestController;

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
  }

  /** Shows these files; requests that were found before stay. */
  setFiles(files: readonly IndexedFile[]): void {
    const kept = files
      .filter(({ requests }) => requests > 0)
      .map(({ uri }) => this.#fileItem(vscode.Uri.parse(uri)));
    this.#controller.items.replace(kept.sort((a, b) => (a.id < b.id ? -1 : 1)));
  }

  /** Finds the requests of a file. */
  async resolve(item: vscode.TestItem): Promise<void> {
    if (item.uri === undefined || !item.canResolveChildren) return;
    try {
      const document = await vscode.workspace.openTextDocument(item.uri);
      this.setRequests(item, requestsIn(document.getText(), item.id));
    } catch (error) {
      item.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Shows the requests of a text that changed, if its file was expanded. */
  noteText(document: vscode.TextDocument): void {
    const item = this.#controller.items.get(this.pathOf(document.uri.toString()));
    if (item === undefined || item.children.size === 0) return;
    this.setRequests(item, requestsIn(document.getText(), item.id));
  }

  setRequests(item: vscode.TestItem, requests: readonly RequestEntry[]): void {
    item.error = undefined;
    const items = requests.map(({ name, line }) => {
      const id = `${item.id}#${line}`;
      const present = item.children.get(id);
      // What was said about a request stays as long as it is the same one.
      if (present?.label === name) return present;
      const child = this.#controller.createTestItem(id, name, item.uri);
      child.range = new vscode.Range(line - 1, 0, line - 1, 0);
      child.sortText = String(line).padStart(8, '0');
      return child;
    });
    item.children.replace(items);
  }

  /** The item of a request or of a file, which is made when it is not there yet. */
  async itemFor({ uri, line }: RequestPlace): Promise<vscode.TestItem> {
    const path = this.pathOf(uri);
    const known = this.#controller.items.get(path);
    const item = known ?? this.#fileItem(vscode.Uri.parse(uri));
    if (known === undefined) this.#controller.items.add(item);
    if (item.children.size === 0) await this.resolve(item);
    return (line === undefined ? undefined : item.children.get(`${path}#${line}`)) ?? item;
  }

  childrenOf(item: vscode.TestItem): readonly vscode.TestItem[] {
    return [...item.children].map(([, child]) => child);
  }

  /** What an item means to the runner. */
  placeOf(item: vscode.TestItem): RequestPlace | undefined {
    const uri = item.uri?.toString();
    if (uri === undefined) return undefined;
    return item.parent === undefined ? { uri } : { uri, line: (item.range?.start.line ?? 0) + 1 };
  }

  /** Beside the name, such as the reason why a request was skipped. */
  describe(item: vscode.TestItem, text: string): void {
    item.description = text;
  }

  /** The path that is shown, with its folder when there are several. */
  pathOf(uri: string): string {
    return vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
  }

  all(): readonly vscode.TestItem[] {
    return [...this.#controller.items].map(([, item]) => item);
  }

  #fileItem(uri: vscode.Uri): vscode.TestItem {
    const path = this.pathOf(uri.toString());
    const present = this.#controller.items.get(path);
    if (present !== undefined) return present;
    const item = this.#controller.createTestItem(path, path, uri);
    item.canResolveChildren = true;
    return item;
  }
}
