/** Runs the steps of action.yml as a runner of GitHub does, with files and folders of its own. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot, runProgram } from './run-svc.js';

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly ActionStep[] };
}

interface ActionStep {
  readonly id: string;
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

export interface ActionOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The key of the cache that was asked for; undefined if none was. */
  readonly cacheKey: string | undefined;
}

type Values = Readonly<Record<string, string>>;

export const ACTION = parse(await readFile(join(repositoryRoot, 'action.yml'), 'utf8')) as ActionFile;

/** One machine after the other, with one cache between them. */
export class ActionRunner {
  readonly #cwd: string;
  readonly #machine: string;
  readonly #cache: string;
  readonly #env: Values;
  /** What the step of the cache ends with. */
  cacheOutcome = 'success';

  private constructor(cwd: string, machine: string, cache: string, env: Values) {
    this.#cwd = cwd;
    this.#machine = machine;
    this.#cache = cache;
    this.#env = env;
  }

  /** `cwd` is the clone of the repository that is tested, `root` where machines and the cache are. */
  static async start(cwd: string, root: string, env: Values = {}): Promise<ActionRunner> {
    return new ActionRunner(cwd, await mkdtemp(join(root, 'machine-')), join(root, 'cache'), env);
  }

  /** A new machine, which has nothing but the cache. */
  async renewed(): Promise<ActionRunner> {
    const machine = await mkdtemp(join(dirname(this.#cache), 'machine-'));
    return new ActionRunner(this.#cwd, machine, this.#cache, this.#env);
  }

  async run(inputs: Values): Promise<ActionOutcome> {
    const given = Object.entries(ACTION.inputs).map(([name, { default: initial = '' }]) => [
      `inputs.${name}`,
      inputs[name] ?? initial,
    ]);
    const values: Record<string, string> = Object.fromEntries(given) as Record<string, string>;
    let [code, stdout, stderr]: [number | null, string, string] = [0, '', ''];
    let cacheKey: string | undefined;
    for (const step of ACTION.runs.steps) {
      if (code !== 0 || !isWanted(step, values)) continue;
      if (step.uses === undefined) {
        const outcome = await this.#runScript(step, values);
        code = outcome.code;
        stdout += outcome.stdout;
        stderr += outcome.stderr;
      } else {
        cacheKey = filledIn(step.with?.['key'] ?? '', values);
        const folder = filledIn(step.with?.['path'] ?? '', values);
        values[`steps.${step.id}.outcome`] = this.cacheOutcome;
        if (this.cacheOutcome === 'success') await this.#restore(cacheKey, folder);
      }
    }
    const folder = values['steps.prepare.outputs.folder'] ?? '';
    if (cacheKey !== undefined && this.cacheOutcome === 'success') await this.#save(cacheKey, folder);
    const outputs = Object.entries(ACTION.outputs).map(([name, { value }]) => [
      name,
      filledIn(value, values),
    ]);
    const summary = await readFile(this.#place('summary'), 'utf8').catch(() => '');
    return { code, stdout, stderr, outputs: Object.fromEntries(outputs) as Values, summary, cacheKey };
  }

  async #runScript({ id, run = '', env = {} }: ActionStep, values: Record<string, string>) {
    const [, script = '', word = ''] = /^exec node "\$GITHUB_ACTION_PATH\/(\S+)" (\w+)$/.exec(run) ?? [];
    for (const file of ['output', 'summary']) await writeFile(this.#place(file), '');
    await mkdir(this.#place('temp'), { recursive: true });
    const own = Object.entries(env).map(([name, value]) => [name, filledIn(value, values)] as const);
    const outcome = await runProgram(process.execPath, [join(repositoryRoot, script), word], {
      cwd: this.#cwd,
      env: { ...this.variables(), ...this.#env, ...Object.fromEntries(own) },
    });
    for (const [name, value] of readOutputs(await readFile(this.#place('output'), 'utf8'))) {
      values[`steps.${id}.outputs.${name}`] = value;
    }
    return outcome;
  }

  /** What GitHub tells every step. */
  variables(): Values {
    return {
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: repositoryRoot,
      GITHUB_OUTPUT: this.#place('output'),
      GITHUB_STEP_SUMMARY: this.#place('summary'),
      GITHUB_WORKSPACE: this.#cwd,
      HOME: this.#place('home'),
      RUNNER_ARCH: 'X64',
      RUNNER_OS: 'Linux',
      RUNNER_TEMP: this.#place('temp'),
      RUNNER_TOOL_CACHE: this.#place('tools'),
      // No test asks a registry.
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    };
  }

  #place(name: string): string {
    return join(this.#machine, name);
  }

  async #restore(key: string, folder: string): Promise<void> {
    const kept = join(this.#cache, encodeURIComponent(key));
    if (existsSync(kept)) await cp(kept, folder, { recursive: true });
  }

  async #save(key: string, folder: string): Promise<void> {
    const kept = join(this.#cache, encodeURIComponent(key));
    if (!existsSync(kept) && existsSync(folder)) await cp(folder, kept, { recursive: true });
  }
}

function isWanted({ if: condition }: ActionStep, values: Values): boolean {
  if (condition === undefined) return true;
  const [, name = '', wanted] = /^([\w.-]+) == '(\w+)'$/.exec(condition) ?? [];
  return values[name] === wanted;
}

/** What is not there is an empty text. */
function filledIn(text: string, values: Values): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name: string) => values[name] ?? '');
}

function readOutputs(text: string): [name: string, value: string][] {
  const outputs: [string, string][] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, name, end] = /^([\w-]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || end === undefined) continue;
    const last = lines.indexOf(end, at + 1);
    outputs.push([name, lines.slice(at + 1, last).join('\n')]);
    at = last;
  }
  return outputs;
}
