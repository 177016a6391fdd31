/** Runs request files one after another, or in parallel along the graph of all their dependencies. */
import { countResults, PlanProgress } from './file-progress.js';
import { globalWaits, setsGlobals } from './plan/global-order.js';
import { callOf, hasCalls, type Node } from './plan/graph.js';
import type { RunPlan, Step } from './plan/plan.js';
import type { RunOutcome } from './outcome/result.js';
import type { Run } from './run.js';
import type { RunEvent } from './outcome/run-event.js';
import { runGraph } from './run-graph.js';
import { BackgroundWork } from './background-work.js';
import type { Reporter } from './run-request.js';
import { StepRunner } from './run-step.js';

/** Runs the plan; the caller that opened the run closes it. Failures of requests are results, not exceptions. */
export function runFiles(run: Run, plan: RunPlan, onEvent: (event: RunEvent) => void): Promise<RunOutcome> {
  return reportRun(run, plan, onEvent, (progress) => new PlanExecution(run, progress).run());
}

/** Reports what `execute` does with the files of a plan as one run. */
export async function reportRun(
  run: Run,
  plan: RunPlan,
  onEvent: (event: RunEvent) => void,
  execute: (progress: PlanProgress) => Promise<void>,
): Promise<RunOutcome> {
  const startedAt = run.wallClock();
  const start = run.clock.now();
  const progress = new PlanProgress(run, plan, onEvent);
  const total = plan.files.reduce((sum, { steps }) => sum + steps.length, 0);
  onEvent({ kind: 'run-start', files: plan.files.length, total });
  await execute(progress);
  const { outcomes: files, problems, createdSnapshots } = progress;
  const { passed, failed, skipped } = countResults(files.flatMap(({ results }) => results));
  const outcome: RunOutcome = {
    startedAt,
    duration: Math.round(run.clock.now() - start),
    environment: run.options.environmentName,
    files,
    passed,
    failed,
    skipped,
    secrets: run.secrets,
    problems,
    createdSnapshots,
    unresolved: plan.unresolved,
  };
  onEvent({ kind: 'run-end', outcome });
  return outcome;
}

class PlanExecution {
  readonly #run: Run;
  readonly #background = new BackgroundWork();
  readonly #steps: StepRunner;
  readonly #usesGlobals: boolean;
  /** The steps of files with lines that execute requests at their place. */
  readonly #inOrder: ReadonlySet<Step>;
  readonly #progress: PlanProgress;

  constructor(run: Run, progress: PlanProgress) {
    this.#run = run;
    this.#progress = progress;
    this.#usesGlobals = setsGlobals(progress.files.flatMap(({ plan }) => plan.steps));
    const calling = progress.files.flatMap(({ plan }) => (hasCalls(plan.steps) ? plan.steps : []));
    this.#inOrder = new Set(calling);
    const owners = new Set(calling.filter(isOfFile).map(({ node }) => node.owner));
    this.#steps = new StepRunner(run, this.#background, this.#usesGlobals, owners);
  }

  async run(): Promise<void> {
    if (this.#run.options.parallel && !this.#run.options.dryRun) await this.#parallel();
    else await this.#sequential();
    for (const { snapshots } of this.#steps.externalFiles()) await this.#progress.save(snapshots, false);
  }

  async #sequential(): Promise<void> {
    for (const [index, progress] of this.#progress.files.entries()) {
      progress.start();
      const reporter = this.#steps.reporter(progress);
      for (const step of progress.plan.steps) await this.#steps.run(step, reporter);
      await this.#endFile(index);
    }
  }

  async #parallel(): Promise<void> {
    const tasks: { readonly step: Step; readonly file: number; readonly reporter: Reporter }[] = [];
    const numbers = new Map<Node, number>();
    for (const [file, progress] of this.#progress.files.entries()) {
      const reporter = this.#steps.reporter(progress);
      for (const step of progress.plan.steps)
        numbers.set(step.node, tasks.push({ step, file, reporter }) - 1);
      if (progress.plan.steps.length > 0) continue;
      progress.start();
      await this.#endFile(file);
    }
    const edges = this.#withGlobals(
      tasks.map(({ step }) => step),
      tasks.map(({ step, file }, number) => {
        const own = taskDependencies(step, numbers);
        const isNext = this.#inOrder.has(step) && tasks[number - 1]?.file === file;
        return isNext ? [...own, number - 1] : own;
      }),
    );
    await runGraph(edges, this.#run.options.concurrency, async (number) => {
      const task = tasks[number];
      const progress = task && this.#progress.files[task.file];
      if (!progress) return;
      progress.start();
      await this.#steps.run(task.step, task.reporter, number);
      if (progress.stepDone()) await this.#endFile(task.file);
    });
  }

  /** Adds the order that globals need. */
  #withGlobals(
    steps: readonly Step[],
    edges: readonly (readonly number[])[],
  ): readonly (readonly number[])[] {
    if (!this.#usesGlobals) return edges;
    const waits = globalWaits(steps, this.#run.options.environment);
    return edges.map((own, number) =>
      steps[number]?.skipReason === '' ? [...own, ...(waits[number] ?? [])] : own,
    );
  }

  async #endFile(index: number): Promise<void> {
    const steps = this.#progress.files[index]?.plan.steps ?? [];
    this.#background.finish();
    const owner = steps.find(({ node }) => !node.owner.isExternal)?.node.owner;
    const context = owner && this.#steps.release(owner);
    await this.#progress.endFile(index, context?.snapshots);
  }
}

/** Requests of other files that others depend on run once, whoever needs them. */
function isOfFile({ node }: Step): boolean {
  return !node.owner.isExternal || callOf(node) !== undefined;
}

/** A step that is skipped anyway need not wait for its dependencies. */
function taskDependencies(step: Step, numbers: ReadonlyMap<Node, number>): readonly number[] {
  if (step.skipReason !== '') return [];
  return step.dependencies.flatMap(({ node }) => (node ? (numbers.get(node) ?? []) : []));
}
