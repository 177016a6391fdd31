/** One run in the Testing view: events of the runner become states of its items. */
import * as vscode from 'vscode';
import type { RequestPlace, RunEvent, RunResult, RunTest } from '../client/messages.js';
import type { Runner } from '../running/runner.js';
import { closingLines, testLine } from './console-report.js';
import type { TestTree } from './test-tree.js';

/** The worst result of the rows of a request is that of the request. */
const RANKS = { passed: 0, skipped: 1, failed: 2 } as const;

export class TestSession {
  readonly #run: vscode.TestRun;
  readonly #tree: TestTree;
  readonly #runner: Runner;
  readonly #finished = new Map<vscode.TestItem, RunTest[]>();
  /** The tests of the present call that events have reported. */
  #reported = 0;

  constructor(run: vscode.TestRun, tree: TestTree, runner: Runner) {
    this.#run = run;
    this.#tree = tree;
    this.#runner = runner;
  }

  /** Runs one file or one request of it; a failure of the run itself is shown at its item and thrown. */
  async perform(place: RequestPlace): Promise<void> {
    const item = await this.#tree.itemFor(place);
    for (const each of item.children.size === 0 ? [item] : this.#tree.childrenOf(item))
      this.#run.enqueued(each);
    this.#reported = 0;
    let work = Promise.resolve();
    const onEvent = (event: RunEvent): void => {
      // Items of other files may have to be made first; events keep their order.
      work = work.then(() => this.#apply(event));
    };
    try {
      this.#write(this.#tree.pathOf(place.uri));
      const result = await this.#runner.run(place, this.#run.token, onEvent);
      await work;
      await this.#applyRest(result);
      for (const line of closingLines(result, (uri) => this.#tree.pathOf(uri))) this.#write(line);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#run.errored(item, new vscode.TestMessage(message));
      this.#write(message);
      throw error;
    }
  }

  async #apply(event: RunEvent): Promise<void> {
    const item = await this.#tree.itemFor(event.test);
    if (event.event === 'started') {
      this.#run.started(item);
      return;
    }
    this.#reported++;
    this.#finish(item, event.test);
  }

  /** What no event has reported: a file that cannot be run, or requests that were skipped at the end. */
  async #applyRest({ tests }: RunResult): Promise<void> {
    if (tests.length === this.#reported) return;
    for (const test of tests) {
      const item = await this.#tree.itemFor(test);
      const isReported = this.#finished.get(item)?.some(({ name }) => name === test.name) === true;
      if (!isReported) this.#finish(item, test);
    }
  }

  #finish(item: vscode.TestItem, test: RunTest): void {
    this.#write(testLine(test), item);
    const all = [...(this.#finished.get(item) ?? []), test];
    this.#finished.set(item, all);
    const worst = all.reduce((a, b) => (RANKS[b.status] > RANKS[a.status] ? b : a));
    const duration = all.reduce((sum, { durationMs }) => sum + durationMs, 0);
    this.#tree.describe(item, worst.status === 'skipped' ? `skipped: ${worst.message ?? ''}` : '');
    if (worst.status === 'passed') this.#run.passed(item, duration);
    else if (worst.status === 'skipped') this.#run.skipped(item);
    else this.#run.failed(item, all.flatMap(messagesOf), duration);
  }

  /** Terminals need a carriage return before each line feed. */
  #write(line: string, item?: vscode.TestItem): void {
    this.#run.appendOutput(`${line.replaceAll(/\r?\n/g, '\r\n')}\r\n`, undefined, item);
  }
}

/** One message for each assertion that does not hold, at its own line. */
export function messagesOf(test: RunTest): readonly vscode.TestMessage[] {
  if (test.status !== 'failed') return [];
  const uri = vscode.Uri.parse(test.uri);
  if (test.failures.length === 0) return [messageAt(test.message ?? 'failed', uri, test.line)];
  return test.failures.map(({ line, message, expected, actual }) => {
    const shown = messageAt(message, uri, line);
    if (expected !== undefined) shown.expectedOutput = expected;
    if (actual !== undefined) shown.actualOutput = actual;
    return shown;
  });
}

function messageAt(text: string, uri: vscode.Uri, line: number): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  message.location = new vscode.Location(uri, new vscode.Position(Math.max(line - 1, 0), 0));
  return message;
}
