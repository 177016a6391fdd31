/** The secrets of a run whose values programs print; each program is asked once, when a request needs the value. */
import { PendingSecret, SecretFailure } from '../../../evaluation/variables/variable-failure.js';
import type { CommandValues } from '../../../evaluation/variables/scope-sources.js';
import { getOrAdd } from '../../../primitives/get-or-add.js';
import { printableLine } from '../../../primitives/printable.js';
import { REDACTED, type SecretSet } from '../../../redaction/secret-set.js';
import type { RunOptions } from '../../plan/options.js';
import {
  secretTexts,
  type AskedSecret,
  type AskSecret,
  type SecretCommand,
  type SettledSecret,
} from '../../plan/secret-command.js';

export type CommandSecretOptions = Pick<
  RunOptions,
  'secretCommands' | 'settledSecrets' | 'allowSecretCommands' | 'dryRun'
>;

const MAX_DETAIL_CHARACTERS = 200;

export class CommandSecrets implements CommandValues {
  readonly #commands: ReadonlyMap<string, SecretCommand>;
  readonly #settled: Map<string, SettledSecret>;
  readonly #asked = new Map<string, Promise<AskedSecret>>();
  readonly #options: CommandSecretOptions;
  readonly #secrets: SecretSet;
  readonly #ask: AskSecret;

  constructor(options: CommandSecretOptions, secrets: SecretSet, ask: AskSecret) {
    this.#options = options;
    this.#secrets = secrets;
    this.#ask = ask;
    this.#commands = new Map(options.secretCommands?.map((command) => [command.name, command]));
    this.#settled = new Map(Object.entries(options.settledSecrets ?? {}));
    for (const settled of this.#settled.values()) this.#mask(settled);
  }

  get names(): Iterable<string> {
    return new Set([...this.#commands.keys(), ...this.#settled.keys()]);
  }

  /** Whether no program is left that a request could need. */
  get isSettled(): boolean {
    const { allowSecretCommands, dryRun } = this.#options;
    return dryRun || !allowSecretCommands || this.#settled.size >= this.#commands.size;
  }

  /** Whether every program has given its value, so that no request fails for want of one. */
  get isComplete(): boolean {
    const states = [...this.#settled.values()];
    return (
      this.#options.dryRun ||
      (states.length >= this.#commands.size && states.every((state) => 'value' in state))
    );
  }

  /** Undefined for a name that no program gives. Throws SecretFailure, and PendingSecret before `settle`. */
  valueOf(name: string): string | undefined {
    const settled = this.#settled.get(name);
    if (settled === undefined && !this.#commands.has(name)) return undefined;
    if (this.#options.dryRun) return REDACTED;
    if (settled === undefined)
      throw this.#options.allowSecretCommands ? new PendingSecret(name) : notPermitted(name);
    if ('failure' in settled) throw new SecretFailure(name, settled.failure);
    return settled.value;
  }

  /** Asks the program, unless it was asked before. Throws StepFailure when the signal stops it. */
  async settle(name: string, signal: AbortSignal): Promise<void> {
    const command = this.#commands.get(name);
    if (command === undefined || this.#settled.has(name)) return;
    const asked = await getOrAdd(this.#asked, name, () => this.#ask(command, signal));
    if ('value' in asked) this.#mask(asked);
    this.#settled.set(name, 'value' in asked ? asked : { failure: this.#failureText(asked) });
  }

  /** What is settled, for a run that starts no programs. */
  settled(): Readonly<Record<string, SettledSecret>> {
    const refused = this.#options.allowSecretCommands ? [] : [...this.#commands.keys()];
    return Object.fromEntries([
      ...refused.map((name) => [name, { failure: notPermitted(name).message }] as const),
      ...this.#settled,
    ]);
  }

  /** Masked before it is cut, since a secret may cross the end. */
  #failureText({ failure, detail }: Extract<AskedSecret, { failure: string }>): string {
    if (detail === '') return failure;
    const shown = printableLine(this.#secrets.redact(detail));
    const isLong = shown.length > MAX_DETAIL_CHARACTERS;
    return `${failure}: ${isLong ? shown.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed() : shown}`;
  }

  /** The value is masked before anything can use it. */
  #mask(settled: SettledSecret): void {
    if ('value' in settled) this.#secrets.addAll(secretTexts(settled.value));
  }
}

function notPermitted(name: string): SecretFailure {
  return new SecretFailure(
    name,
    `secret "${name}" comes from a command; permit it with --allow-secret-commands`,
  );
}
