/** One step of a plan: its gate, what it sees of others, and its run (language 9.2, 9.7). */
import type { Scope } from '../evaluation/scope.js';
import { copyCookies } from '../http/cookie-jar.js';
import { createFileContext, type FileContext } from './file-context.js';
import type { FileProgress } from './file-progress.js';
import type { Dependency, Node, Owner } from './graph.js';
import { skippedOutcome } from './outcome.js';
import type { Step } from './plan.js';
import type { RunContext } from './run-context.js';
import { runRequest, type RequestEnd } from './run-request.js';
import { hiddenCaptor, visibleRequests } from './visibility.js';

interface Finished {
  readonly passed: boolean;
  /** What a request of another file leaves for those who depend on it. */
  readonly lent: (RequestEnd & { readonly file: FileContext }) | undefined;
}

export class StepRunner {
  readonly #run: RunContext;
  readonly #files = new Map<Owner, FileContext>();
  readonly #finished = new Map<Node, Finished>();
  #bailed = false;

  constructor(run: RunContext) {
    this.#run = run;
  }

  fileContext(owner: Owner): FileContext {
    let file = this.#files.get(owner);
    if (!file) {
      file = createFileContext(this.#run, owner);
      this.#files.set(owner, file);
    }
    return file;
  }

  async run(step: Step, progress: FileProgress): Promise<void> {
    const { reason, warnings } = this.#gate(step);
    if (reason !== '') {
      const place = { step, row: undefined };
      progress.requestStart(place, true);
      progress.requestEnd(place, true, skippedOutcome(place, reason, this.#run.options, warnings));
      return;
    }
    const { node } = step;
    const file = this.fileContext(node.owner);
    for (const dependency of step.dependencies) await this.#import(dependency, file);
    const end = await runRequest({
      step,
      file,
      ...this.#surroundings(step, file),
      stopReason: () => this.#stopReason(),
      onStart: (place, last) => progress.requestStart(place, last),
      onEnd: (place, last, outcome) => {
        if (!outcome.passed && !outcome.skipped && this.#run.options.bail) this.#bailed = true;
        progress.requestEnd(place, last, outcome);
      },
    });
    this.#finished.set(node, { passed: end.passed, lent: node.owner.guest ? { ...end, file } : undefined });
  }

  /** No request of the file follows. */
  release(owner: Owner): void {
    this.#files.delete(owner);
  }

  /** Contexts that are still in use: those of lending files. */
  lending(): readonly FileContext[] {
    return [...this.#files.values()];
  }

  #gate({ skipReason, dependencies }: Step): {
    readonly reason: string;
    readonly warnings: readonly string[];
  } {
    if (this.#run.options.dryRun && skipReason !== 'filtered out') return { reason: 'dry run', warnings: [] };
    if (skipReason !== '') return { reason: skipReason, warnings: [] };
    const stopped = this.#stopReason();
    if (stopped !== '') return { reason: stopped, warnings: [] };
    const failed = dependencies.find(({ node }) => !node || !this.#finished.get(node)?.passed);
    if (!failed) return { reason: '', warnings: [] };
    const { written, notFound } = failed;
    if (!notFound) return { reason: `dependency failed: ${written}`, warnings: [] };
    return {
      reason: `dependency failed: ${written} not found`,
      warnings: [`@depends ${written}: there is no such request`],
    };
  }

  #stopReason(): string {
    const { input, options } = this.#run;
    if (input.signal.aborted) return options.mode === 'cli' ? 'interrupted' : 'cancelled';
    return this.#bailed ? 'bail' : '';
  }

  /** What a request of another file left becomes visible in this one, once. */
  async #import({ written, node }: Dependency, file: FileContext): Promise<void> {
    if (!node || node.owner === file.owner || file.imported.has(written)) return;
    const lent = this.#finished.get(node)?.lent;
    if (!lent) return;
    file.imported.add(written);
    const { name } = node.request;
    for (const [capture, value] of Object.entries(lent.captures)) {
      file.captures.setForeign(written, name, capture, value);
    }
    if (lent.view) file.captures.setForeignResponse(written, name, lent.view);
    if (lent.file.jar && file.jar) await copyCookies(lent.file.jar, file.jar);
  }

  #surroundings({ node }: Step, { scope, captures }: FileContext): { scope: Scope; captureId: string } {
    const { name } = node.request;
    if (!this.#run.options.parallel) {
      const capturedBy = (missing: string): string | undefined =>
        hiddenCaptor(node, missing, (_request, other) => this.#finished.has(other));
      return { captureId: name, scope: scope.with({ capturedBy }) };
    }
    // Unnamed requests share a key otherwise, and would see each other.
    const captureId = name === '' ? `\0${node.place}` : name;
    const visible = visibleRequests(node, captureId);
    const capturedBy = (missing: string): string | undefined =>
      hiddenCaptor(node, missing, (request) => visible.has(request.name));
    return { captureId, scope: scope.with({ captures: captures.visible(visible), capturedBy }) };
  }
}
