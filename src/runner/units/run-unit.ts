/** Runs one unit in this process: one request after the other, with variables and cookies of its own. */
import { BackgroundWork } from '../background-work.js';
import type { Run } from '../run.js';
import { StepRunner, type ResultListener } from '../run-step.js';
import { importDependency } from './finished-dependency.js';
import type { UnitOrder } from './unit-executor.js';
import type { Unit } from './unit.js';

export async function runUnit(
  run: Run,
  { unit, dependencies }: UnitOrder,
  listener: ResultListener,
): Promise<void> {
  const background = new BackgroundWork();
  const options = run.options.parallel ? { ...run.options, parallel: false } : run.options;
  const steps = new StepRunner({ ...run, options }, background);
  for (const dependency of dependencies) await importDependency(dependency, steps);
  const stepReporter = steps.reporter(listener);
  for (const step of unit.steps) await steps.run(step, stepReporter);
  background.finish();
}

/** Reports the requests of a unit without sending anything: `--bail`, or the signal of the run, is the reason. */
export async function skipUnit(run: Run, unit: Unit, listener: ResultListener): Promise<void> {
  const background = new BackgroundWork();
  const steps = new StepRunner(run, background);
  steps.stop();
  const reporter = steps.reporter(listener);
  for (const step of unit.steps) await steps.run(step, reporter);
  background.finish();
}
