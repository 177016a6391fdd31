/**
 * `npm run fuzz -- --seconds 60 [--seed 1] [--target name]`: tries inputs for all targets, each for its share of the
 * time. The same seed gives the same inputs. What breaks a rule is made short and kept in test/fuzz/corpus, where
 * `npm test` tries it again.
 */
import { parseArgs } from 'node:util';
import { allTargets } from './all-targets.js';
import { keepCase } from './corpus-files.js';
import { FuzzThread, type Fault } from './fuzz-thread.js';
import { caseInput } from './run-case.js';
import type { Target } from './target.js';

const USAGE = 'Usage: npm run fuzz -- --seconds <n> [--seed <n>] [--target <name>]';

interface Figures {
  readonly cases: number;
  readonly seconds: number;
  readonly faults: number;
}

try {
  process.exitCode = await fuzz(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 64;
}

async function fuzz(args: readonly string[]): Promise<number> {
  const { seconds, seed, targets } = readOptions(args);
  console.log(`seed ${seed}, ${targets.length} targets, ${seconds} s`);
  let faults = 0;
  let cases = 0;
  const thread = new FuzzThread();
  for (const target of targets) {
    const figures = await fuzzTarget(thread, target, seed, (seconds * 1000) / targets.length);
    faults += figures.faults;
    cases += figures.cases;
    const rate = Math.round(figures.cases / figures.seconds);
    console.log(
      `${target.name.padEnd(22)} ${String(figures.cases).padStart(9)} cases ${String(rate).padStart(7)}/s ${figures.faults} failures`,
    );
  }
  await thread.close();
  console.log(`${cases} cases, ${faults} failures`);
  return faults === 0 ? 0 : 1;
}

function readOptions(args: readonly string[]): { seconds: number; seed: number; targets: readonly Target[] } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { seconds: text, seed: text, target: text } });
  const seconds = Number(values.seconds ?? NaN);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  if (!(seconds > 0) || !Number.isSafeInteger(seed)) throw new Error(USAGE);
  const targets = allTargets.filter(({ name }) => values.target === undefined || name === values.target);
  if (targets.length === 0)
    throw new Error(
      `There is no target ${values.target}; use one of ${allTargets.map(({ name }) => name).join(', ')}.`,
    );
  return { seconds, seed, targets };
}

async function fuzzTarget(
  thread: FuzzThread,
  target: Target,
  seed: number,
  milliseconds: number,
): Promise<Figures> {
  const started = performance.now();
  let cases = 0;
  let faults = 0;
  for (let left = milliseconds; left > 0;) {
    const task = { target: target.name, seed, firstCase: cases, milliseconds: left };
    const began = performance.now();
    const outcome = await thread.run(task, (found) => {
      faults += 1;
      report(target, seed, found);
    });
    if (outcome.kind === 'done') {
      cases = outcome.nextCase;
      break;
    }
    // The rest of the time goes to the cases behind it.
    faults += 1;
    const input = caseInput(target, seed, outcome.case);
    report(target, seed, { kind: 'fault', case: outcome.case, fault: 'it does not end', input });
    cases = outcome.case + 1;
    left -= performance.now() - began;
  }
  return { cases, seconds: (performance.now() - started) / 1000, faults };
}

function report(target: Target, seed: number, found: Fault): void {
  const path = keepCase({
    target: target.name,
    fault: found.fault,
    seed,
    case: found.case,
    input: found.input,
  });
  console.log(
    `FAILED ${target.name}, seed ${seed}, case ${found.case}: ${found.fault.split('\n')[0]}\n  kept as ${path}`,
  );
}
