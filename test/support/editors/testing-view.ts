/** The Testing view of the editor, without a window. */
import { CancellationTokenSource, type Location, type Range, type Uri } from './values.js';

export class TestMessage {
  readonly message: string;
  expectedOutput?: string;
  actualOutput?: string;
  location?: Location;

  constructor(message: string) {
    this.message = message;
  }
}

export class TestRunRequest {
  readonly include: readonly TestItem[] | undefined;
  readonly exclude: readonly TestItem[] | undefined;

  constructor(include?: readonly TestItem[], exclude?: readonly TestItem[]) {
    this.include = include;
    this.exclude = exclude;
  }
}

export class TestItems {
  readonly #parent: TestItem | undefined;
  #items = new Map<string, TestItem>();

  constructor(parent?: TestItem) {
    this.#parent = parent;
  }

  get size(): number {
    return this.#items.size;
  }

  get(id: string): TestItem | undefined {
    return this.#items.get(id);
  }

  add(item: TestItem): void {
    item.parent = this.#parent;
    this.#items.set(item.id, item);
  }

  replace(items: readonly TestItem[]): void {
    this.#items = new Map();
    for (const item of items) this.add(item);
  }

  [Symbol.iterator](): Iterator<[string, TestItem]> {
    return this.#items.entries();
  }
}

export class TestItem {
  readonly id: string;
  readonly label: string;
  readonly uri: Uri;
  readonly children: TestItems = new TestItems(this);
  parent: TestItem | undefined;
  range: Range | undefined;
  description = '';
  error: unknown;
  canResolveChildren = false;

  constructor(id: string, label: string, uri: Uri) {
    this.id = id;
    this.label = label;
    this.uri = uri;
  }
}

/** What a run has said about its items. */
export class TestRun {
  readonly #source = new CancellationTokenSource();
  readonly token = this.#source.token;
  readonly states: string[] = [];
  readonly messages: TestMessage[] = [];
  output = '';
  isEnded = false;

  enqueued(): void {
    // Waiting is no state that a test looks at.
  }

  started({ label }: TestItem): void {
    this.states.push(`started ${label}`);
  }

  passed({ label }: TestItem): void {
    this.states.push(`passed ${label}`);
  }

  skipped({ label, description }: TestItem): void {
    this.states.push(`skipped ${label}: ${description}`);
  }

  failed({ label }: TestItem, messages: readonly TestMessage[]): void {
    this.states.push(`failed ${label}`);
    this.messages.push(...messages);
  }

  errored({ label }: TestItem, message: TestMessage): void {
    this.states.push(`errored ${label}`);
    this.messages.push(message);
  }

  appendOutput(text: string): void {
    this.output += text;
  }

  end(): void {
    this.isEnded = true;
  }

  cancel(): void {
    this.#source.cancel();
  }
}

export class TestController {
  readonly id: string;
  readonly label: string;
  readonly items = new TestItems();
  readonly runs: TestRun[] = [];
  readonly profiles: { readonly label: string; readonly run: (request: TestRunRequest) => Promise<void> }[] =
    [];
  resolveHandler: (item?: TestItem) => Promise<void> = async () => undefined;
  refreshHandler: () => Promise<void> = async () => undefined;

  constructor(id: string, label: string) {
    this.id = id;
    this.label = label;
  }

  createTestItem(id: string, label: string, uri: Uri): TestItem {
    return new TestItem(id, label, uri);
  }

  createRunProfile(label: string, _kind: unknown, run: (request: TestRunRequest) => Promise<void>): void {
    this.profiles.push({ label, run });
  }

  createTestRun(): TestRun {
    const run = new TestRun();
    this.runs.push(run);
    return run;
  }

  dispose(): void {
    this.items.replace([]);
  }
}
