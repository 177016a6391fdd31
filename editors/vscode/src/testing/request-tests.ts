/** The Testing view: its controller, what keeps it up to date, and its one run profile. */
import * as vscode from 'vscode';
import type { LanguageServer } from '../client/language-server.js';
import type { RequestPlace } from '../client/messages.js';
import type { Runner } from '../running/runner.js';
import { placesOf } from './chosen-places.js';
import { TestSession } from './test-session.js';
import { TestTree } from './test-tree.js';

/** Changes of many files at once are one refresh. */
const REFRESH_DELAY_MS = 300;

export class RequestTests implements vscode.Disposable {
  readonly #controller = vscode.tests.createTestController('svc', 'Request files');
  readonly #tree = new TestTree(this.#controller);
  readonly #server: LanguageServer;
  readonly #runner: Runner;
  readonly #disposables: vscode.Disposable[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(server: LanguageServer, runner: Runner) {
    this.#server = server;
    this.#runner = runner;
    this.#controller.resolveHandler = (item) =>
      item === undefined ? this.refresh() : this.#tree.resolve(item);
    this.#controller.refreshHandler = () => this.refresh();
    const perform = (request: vscode.TestRunRequest): Promise<void> => this.#perform(request);
    this.#controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, perform, true);
    this.#watch();
  }

  /** Asks the server for the files again, until it has found no more of them. */
  async refresh(): Promise<void> {
    try {
      for (let before = -1, files = await this.#server.files(); files.length !== before;) {
        this.#tree.setFiles(files);
        before = files.length;
        files = await this.#server.files();
      }
    } catch {
      // A server that is being restarted is asked again when it is ready.
    }
  }

  /** Runs a request, or a file, as if it had been chosen in the view. */
  async runRequest(place: RequestPlace): Promise<void> {
    const item = await this.#tree.itemFor({ uri: place.uri, line: place.line });
    await this.#performPlaces(new vscode.TestRunRequest([item]), [place]);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#controller.dispose();
  }

  async #perform(request: vscode.TestRunRequest): Promise<void> {
    await this.#performPlaces(request, await placesOf(request, this.#tree)).catch(() => undefined);
  }

  async #performPlaces(request: vscode.TestRunRequest, places: readonly RequestPlace[]): Promise<void> {
    const run = this.#controller.createTestRun(request, 'svc');
    const session = new TestSession(run, this.#tree, this.#runner);
    const failures: unknown[] = [];
    try {
      for (const place of places) {
        if (run.token.isCancellationRequested) break;
        // One file that cannot be run keeps no other from running.
        await session.perform(place).catch((error: unknown) => failures.push(error));
      }
    } finally {
      run.end();
    }
    if (failures.length > 0) throw failures[0];
  }

  #watch(): void {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.http');
    const later = (): void => this.#refreshLater();
    this.#disposables.push(
      watcher,
      watcher.onDidCreate(later),
      watcher.onDidDelete(later),
      watcher.onDidChange(later),
      vscode.workspace.onDidChangeWorkspaceFolders(later),
      vscode.workspace.onDidSaveTextDocument(({ languageId }) => languageId === 'http' && later()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === 'http') this.#tree.noteText(document);
      }),
    );
  }

  #refreshLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), REFRESH_DELAY_MS);
  }
}
