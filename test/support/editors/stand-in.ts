/**
 * A stand-in for the API of the editor, for the extension as it is built for desktops: it keeps what the extension
 * shows and registers, and lets a test be the user.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { TestController, TestMessage, TestRunRequest } from './testing-view.js';
import {
  CancellationTokenSource,
  Disposable,
  EventEmitter,
  Location,
  Position,
  Range,
  Uri,
} from './values.js';

export interface StandInOptions {
  readonly root: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly isTrusted?: boolean;
  /** What the user chooses of the buttons of a message, by its start. */
  readonly choices?: Readonly<Record<string, string>>;
}

interface ShownDocument {
  readonly uri: Uri;
  readonly languageId: string;
  readonly version: number;
  readonly isDirty: boolean;
  readonly isClosed: boolean;
  readonly getText: () => string;
}

type Command = (...args: readonly unknown[]) => unknown;

export class StandIn {
  readonly commands = new Map<string, Command>();
  readonly messages: string[] = [];
  readonly executed: string[] = [];
  readonly controllers: TestController[] = [];
  readonly findings = new Map<string, readonly { readonly message: string; readonly code: unknown }[]>();
  readonly statusItems: { text: string }[] = [];
  readonly clipboard: string[] = [];
  readonly shown: ShownDocument[] = [];
  /** The label that is chosen of the next list. */
  pick = '';
  /** What is typed into the next box. */
  input: string | undefined;
  /** How often a box was shown. */
  asked = 0;
  readonly secrets = new Map<string, string>();
  readonly #options: StandInOptions;
  readonly #documents: ShownDocument[] = [];
  readonly #opened = new EventEmitter<ShownDocument>();
  readonly #providers = new Map<string, { provideTextDocumentContent: (uri: Uri) => string }>();
  readonly #state = new Map<string, unknown>();
  readonly #subscriptions: { dispose: () => unknown }[] = [];
  #deactivate: () => unknown = () => undefined;

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  /** Loads a bundle and activates the extension in it. */
  async activate(extension: string): Promise<void> {
    const file = join(extension, 'dist', 'main.js');
    const require = createRequire(file);
    const api = this.#api();
    const load = (name: string): unknown => (name === 'vscode' ? api : require(name));
    const module = { exports: {} as Record<string, unknown> };
    const parameters = ['require', 'module', 'exports', '__dirname', '__filename'];
    const run = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file });
    Reflect.apply(run, undefined, [load, module, module.exports, dirname(file), file]);
    const { activate, deactivate } = module.exports as {
      activate: (context: object) => Promise<void>;
      deactivate?: () => unknown;
    };
    this.#deactivate = deactivate ?? this.#deactivate;
    await activate({
      extensionUri: Uri.file(extension),
      subscriptions: this.#subscriptions,
      workspaceState: this.memento,
      globalState: this.memento,
      secrets: {
        get: async (key: string) => this.secrets.get(key),
        store: async (key: string, value: string) => void this.secrets.set(key, value),
      },
    });
  }

  readonly memento = {
    get: (key: string, otherwise?: unknown): unknown => this.#state.get(key) ?? otherwise,
    update: async (key: string, value: unknown): Promise<void> => void this.#state.set(key, value),
  };

  async open(path: string): Promise<void> {
    await this.#openDocument(Uri.file(join(this.#options.root, path)));
  }

  uriOf(path: string): string {
    return Uri.file(join(this.#options.root, path)).toString();
  }

  async run(command: string, ...args: readonly unknown[]): Promise<void> {
    await this.commands.get(command)?.(...args);
  }

  async close(): Promise<void> {
    await this.#deactivate();
    for (const each of this.#subscriptions.toReversed()) await each.dispose();
  }

  /** Everything else of the API is a class without members, or a function that gives something to dispose of. */
  #api(): object {
    const own: Record<string, unknown> = {
      __esModule: true,
      version: '1.91.1',
      Uri,
      Position,
      Range,
      Location,
      EventEmitter,
      Disposable,
      CancellationTokenSource,
      TestMessage,
      TestRunRequest,
      CancellationError: Error,
      CodeActionKind: new Proxy({}, { get: () => codeActionKind }),
      FileType: { File: 1, Directory: 2, SymbolicLink: 64 },
      workspace: withRest(this.#workspace()),
      window: withRest(this.#window()),
      languages: withRest({
        match: (_: unknown, { languageId }: ShownDocument) => (languageId === 'http' ? 10 : 0),
        createDiagnosticCollection: () => ({
          set: (uri: Uri, found: readonly { message: string; code: unknown }[]) =>
            void this.findings.set(uri.toString(), found),
          delete: (uri: Uri) => void this.findings.delete(uri.toString()),
          clear: () => this.findings.clear(),
          dispose: () => undefined,
        }),
      }),
      commands: {
        registerCommand: (name: string, command: Command) => {
          this.commands.set(name, command);
          return new Disposable(() => this.commands.delete(name));
        },
        executeCommand: async (...call: readonly unknown[]) => void this.executed.push(call.join(' ')),
      },
      env: {
        language: 'en',
        appName: 'test',
        clipboard: { writeText: async (text: string) => void this.clipboard.push(text) },
      },
      tests: {
        createTestController: (id: string, label: string) => {
          const controller = new TestController(id, label);
          this.controllers.push(controller);
          return controller;
        },
      },
    };
    // A bundle copies the members that it can list, and inherits the others.
    return Object.setPrototypeOf(own, anyClasses()) as object;
  }

  #workspace(): Record<string, unknown> {
    const { root, settings = {}, isTrusted = true } = this.#options;
    const folder = { uri: Uri.file(root), name: 'test', index: 0 };
    return {
      isTrusted,
      workspaceFolders: [folder],
      textDocuments: this.#documents,
      notebookDocuments: [],
      onDidOpenTextDocument: this.#opened.event,
      getWorkspaceFolder: ({ path }: Uri) => (path.startsWith(folder.uri.path) ? folder : undefined),
      asRelativePath: ({ path }: Uri) => path.slice(folder.uri.path.length + 1),
      openTextDocument: (uri: Uri) => this.#openDocument(uri),
      getConfiguration: (section: string) => ({
        get: (name: string, otherwise: unknown) => settings[`${section}.${name}`] ?? otherwise,
      }),
      registerTextDocumentContentProvider: (
        scheme: string,
        provider: { provideTextDocumentContent: (uri: Uri) => string },
      ) => {
        this.#providers.set(scheme, provider);
        return new Disposable(() => undefined);
      },
      createFileSystemWatcher: () => withRest({ dispose: () => undefined }),
      fs: {
        stat: async ({ fsPath }: Uri) => stat(fsPath),
        readFile: async ({ fsPath }: Uri) => readFile(fsPath),
        readDirectory: async ({ fsPath }: Uri) =>
          (await readdir(fsPath, { withFileTypes: true })).map((entry) => [
            entry.name,
            entry.isDirectory() ? 2 : 1,
          ]),
      },
    };
  }

  #window(): Record<string, unknown> {
    const show = async (message: string, ...buttons: readonly string[]): Promise<string | undefined> => {
      this.messages.push([message, ...buttons].join(' | '));
      const { choices = {} } = this.#options;
      return Object.entries(choices).find(([start]) => message.startsWith(start))?.[1];
    };
    return {
      activeTextEditor: undefined,
      visibleTextEditors: [],
      tabGroups: withRest({ all: [] }),
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      createOutputChannel: () => withRest({ dispose: () => undefined }),
      createStatusBarItem: () => {
        const item = { text: '', show: () => undefined, dispose: () => undefined };
        this.statusItems.push(item);
        return item;
      },
      showInputBox: async () => {
        this.asked++;
        return this.input;
      },
      showQuickPick: async (items: readonly { readonly label: string }[]) =>
        items.find(({ label }) => label === this.pick),
      showTextDocument: async (document: ShownDocument) => void this.shown.push(document),
      withProgress: async (_: unknown, work: (...args: readonly object[]) => unknown) =>
        work({ report: () => undefined }, new CancellationTokenSource().token),
    };
  }

  async #openDocument(uri: Uri): Promise<ShownDocument> {
    const present = this.#documents.find((each) => each.uri.toString() === uri.toString());
    if (present !== undefined) return present;
    const provider = this.#providers.get(uri.scheme);
    const text = provider?.provideTextDocumentContent(uri) ?? (await readFile(uri.fsPath, 'utf8'));
    const languageId = uri.path.endsWith('.http') ? 'http' : 'plaintext';
    const state = { version: 1, isDirty: false, isClosed: false };
    const document = { uri, languageId, ...state, getText: () => text };
    if (provider === undefined) this.#documents.push(document);
    this.#opened.fire(document);
    return document;
  }
}

const codeActionKind = { append: () => codeActionKind };

function withRest(own: Record<string, unknown>): object {
  const rest = (): Disposable => new Disposable(() => undefined);
  return new Proxy(own, {
    get: (target, name): unknown => (name in target ? Reflect.get(target, name) : rest),
    has: () => true,
  });
}

function anyClasses(): object {
  const classes: Record<string, object> = {};
  const get = (_: object, name: string | symbol): object | undefined =>
    typeof name === 'string' && /^[A-Z]/.test(name) ? (classes[name] ??= someClass()) : undefined;
  return new Proxy({}, { get });
}

/** Its instances keep what they are given, and its static members count from 0, as enumerations do. */
function someClass(): object {
  const numbers = new Map<string | symbol, number>();
  const base = class {
    readonly given: readonly unknown[];

    constructor(...given: readonly unknown[]) {
      this.given = given;
    }
  };
  return new Proxy(base, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name) as unknown;
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return numbers.get(name);
    },
  });
}
