import { printableLine } from '../primitives/printable.js';
import { styler, type Styler } from '../reports/style.js';
import { wantsColour } from './colour.js';
import type { CommonFlags } from './common-flags.js';
import type { FlagValues } from './flag.js';
import type { FlagSources } from './parse-flags.js';
import type { ProcessContext } from './process-context.js';

/** What a command may say, and on which stream (cli.md 3). */
export interface Terminal {
  /** Text for people on standard output; silent with `-q`. */
  report(text: string): Promise<void>;
  /** What the command was called for: documents, schemas, scripts. */
  payload(text: string): Promise<void>;
  error(message: string): Promise<void>;
  warning(message: string): Promise<void>;
  note(message: string): Promise<void>;
  /** Styles for standard output. */
  readonly style: Styler;
  readonly quiet: boolean;
  readonly verbosity: number;
}

export async function openTerminal(
  context: ProcessContext,
  flags: FlagValues<CommonFlags>,
  sources: FlagSources,
): Promise<Terminal> {
  const { stdout, stderr } = context;
  const noColorSource = sources.get('no-color');
  const wish = {
    noColorFlag: noColorSource === 'flag' ? flags['no-color'] : undefined,
    colorFlag: flags.color,
    noColorVariable: noColorSource === 'environment' ? flags['no-color'] : undefined,
    env: context.env,
    noColorInConfig: () => noColorInConfig(context),
  };
  const style = styler(await wantsColour(stdout.isTerminal, wish));
  const errorStyle = styler(await wantsColour(stderr.isTerminal, wish));
  const { quiet } = flags;
  const say = (label: string, message: string): Promise<void> =>
    stderr.write(`${label} ${printableLine(message)}\n`);

  return {
    report: async (text) => (quiet ? undefined : stdout.write(text)),
    payload: (text) => stdout.write(text),
    error: (message) => say(errorStyle('red', 'Error:'), message),
    warning: async (message) => (quiet ? undefined : say(errorStyle('yellow', 'Warning:'), message)),
    note: async (message) => (quiet ? undefined : say(errorStyle('cyan', 'Note:'), message)),
    style,
    quiet,
    verbosity: quiet ? 0 : flags.verbose,
  };
}

async function noColorInConfig(_context: ProcessContext): Promise<boolean> {
  return false;
}
