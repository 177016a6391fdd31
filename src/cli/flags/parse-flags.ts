import type { Flag, FlagTable, FlagValues } from './flag.js';
import type { ProcessEnvironment } from '../process/process-context.js';
import { quoteWord, unknownWordMessage } from '../process/unknown-word-message.js';

export interface ParsedLine<F extends FlagTable> {
  readonly values: FlagValues<F>;
  readonly sources: FlagSources;
  readonly positionals: readonly string[];
  /** Problems in the order of the line; the values are complete nevertheless, which help and completion rely on. */
  readonly problems: readonly string[];
  /** The flag that the first problem is about, when it is an unknown one. */
  readonly unknownFlag: string | undefined;
}

/** The source of each value; flags that are not included have their default. */
export type FlagSources = ReadonlyMap<string, 'flag' | 'environment'>;

/** Parses the command line, then reads environment variables for all flags that are not given. */
export function parseFlags<F extends FlagTable>(
  tokens: readonly string[],
  flags: F,
  env: ProcessEnvironment,
): ParsedLine<F> {
  const line = new Line(flags, tokens);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token === '--') {
      line.positionals.push(...tokens.slice(at + 1));
      break;
    }
    if (token.startsWith('--')) at += line.takeLong(token, tokens[at + 1]);
    else if (token.startsWith('-') && token !== '-') at += line.takeShorts(token, tokens[at + 1]);
    else line.positionals.push(token);
  }
  line.takeEnvironment(env);
  const { sources, positionals, problems, unknownFlag } = line;
  const values = Object.fromEntries(line.values) as FlagValues<F>;
  return { values, sources, positionals, problems, unknownFlag };
}

class Line {
  readonly values = new Map<string, unknown>();
  readonly sources = new Map<string, 'flag' | 'environment'>();
  readonly positionals: string[] = [];
  readonly problems: string[] = [];
  unknownFlag: string | undefined;
  readonly #flags: ReadonlyMap<string, Flag<unknown>>;
  readonly #longOfShort = new Map<string, string>();
  readonly #isGiven: (name: string) => boolean;

  constructor(flags: FlagTable, tokens: readonly string[]) {
    this.#flags = new Map(Object.entries(flags));
    // A flag is never the value of another one, unless `=` stands between them.
    const beforeEnd = tokens.slice(0, tokens.includes('--') ? tokens.indexOf('--') : undefined);
    this.#isGiven = (name) =>
      beforeEnd.some((token) => token === `--${name}` || token.startsWith(`--${name}=`));
    for (const [name, flag] of this.#flags) {
      this.values.set(name, flag.initial);
      if (flag.short !== undefined) this.#longOfShort.set(flag.short, name);
    }
  }

  /** Both return how many further tokens they used. */
  takeLong(token: string, next: string | undefined): 0 | 1 {
    const equals = token.indexOf('=');
    const name = token.slice(2, equals === -1 ? undefined : equals);
    const flag = this.#flags.get(name);
    if (flag === undefined) {
      this.#unknown(`--${name}`);
      return 0;
    }
    if (equals !== -1) this.#read(name, flag, token.slice(equals + 1));
    else if (flag.value === undefined) this.#read(name, flag, 'true');
    else return this.#readNext(name, flag, next);
    return 0;
  }

  takeShorts(token: string, next: string | undefined): 0 | 1 {
    const shorts = Array.from(token.slice(1));
    for (const [i, short] of shorts.entries()) {
      const name = this.#longOfShort.get(short);
      const flag = name === undefined ? undefined : this.#flags.get(name);
      if (name === undefined || flag === undefined) {
        const meantLong = this.#flags.has(token.slice(1));
        this.#unknown(i === 0 || meantLong ? token : `-${short}`);
        return 0;
      }
      if (flag.value !== undefined) {
        const attached = shorts.slice(i + 1).join('');
        if (this.#flags.has(token.slice(1))) return this.#missingDash(token, `-${short} ${attached}`);
        if (attached === '') return this.#readNext(name, flag, next);
        this.#read(name, flag, attached);
        return 0;
      }
      this.#read(name, flag, 'true');
    }
    return 0;
  }

  takeEnvironment(env: ProcessEnvironment): void {
    for (const [name, flag] of this.#flags) {
      const text = flag.environment === undefined ? undefined : env[flag.environment];
      if (text === undefined || text.trim() === '' || this.sources.has(name)) continue;
      this.sources.set(name, 'environment');
      this.#store(name, flag, text, flag.environment ?? '');
    }
  }

  #readNext(name: string, flag: Flag<unknown>, next: string | undefined): 0 | 1 {
    // A flag in the place of a value means that the value is missing; `--name=--json` can still pass it.
    if (next === undefined || next === '--' || this.#isFlag(next)) {
      this.problems.push(`--${name} needs a value: --${name} <${flag.value}>`);
      return 0;
    }
    this.#read(name, flag, next);
    return 1;
  }

  #isFlag(token: string): boolean {
    if (token.startsWith('--')) return this.#flags.has(token.slice(2).replace(/=.*$/s, ''));
    return token.length === 2 && token.startsWith('-') && this.#longOfShort.has(token.slice(1));
  }

  #read(name: string, flag: Flag<unknown>, text: string): void {
    this.sources.set(name, 'flag');
    this.#store(name, flag, text, `--${name}`);
  }

  #store(name: string, flag: Flag<unknown>, text: string, origin: string): void {
    const result = flag.read(text, this.values.get(name), this.#isGiven);
    if ('value' in result) this.values.set(name, result.value);
    else if (flag.words !== undefined)
      this.problems.push(unknownWordMessage(`value of ${origin}`, text, flag.words));
    else this.problems.push(`${quoteWord(text)} is not a value of ${origin}; ${result.problem}`);
  }

  /** `-env dev` would mean the environment `nv`, which nobody has. */
  #missingDash(token: string, asWritten: string): 0 {
    this.problems.push(`${quoteWord(token)} means ${asWritten}; did you mean "-${token}"?`);
    return 0;
  }

  #unknown(word: string): void {
    const allowed = Array.from(this.#flags.keys(), (name) => `--${name}`);
    if (this.problems.length === 0) this.unknownFlag = word;
    this.problems.push(unknownWordMessage('flag', word, allowed));
  }
}
