import { printable, printableLine } from '../../primitives/printable.js';
import type { Notation } from '../../primitives/workflow-commands.js';
import { styler, type Styler } from '../../reports/console/style.js';
import { wantsColour } from './colour.js';
import type { GlobalFlags } from '../flags/global-flags.js';
import type { ParsedLine } from '../flags/parse-flags.js';
import type { ProcessContext } from '../process/process-context.js';

/** What a command may say, and on which stream (cli.md 3). */
export interface Terminal {
  /** Text for people on standard output; silent with `-q`. */
  readonly report: (text: string) => Promise<void>;
  /** A JSON document; what JSON leaves raw beyond C0 is escaped, which is the same to its readers. */
  readonly json: (text: string) => Promise<void>;
  /** Text for people as it may be printed, for who prints it himself. */
  readonly shown: (text: string) => string;
  /** A report for programs, which a log may show too. */
  readonly structured: (text: string, notation: Notation) => Promise<void>;
  /** What else the command was called for: scripts, formatted files. */
  readonly payload: (text: string) => Promise<void>;
  readonly error: (message: string) => Promise<void>;
  readonly warning: (message: string) => Promise<void>;
  readonly note: (message: string) => Promise<void>;
  /** Styles for standard output. */
  readonly style: Styler;
  /** Styles for standard error. */
  readonly errorStyle: Styler;
  readonly quiet: boolean;
  readonly verbosity: number;
}

export async function openTerminal(
  context: ProcessContext,
  { values: flags, sources, positionals }: ParsedLine<GlobalFlags>,
): Promise<Terminal> {
  const { stdout, stderr } = context;
  const noColorSource = sources.get('no-color');
  const wish = {
    noColorFlag: noColorSource === 'flag' ? flags['no-color'] : undefined,
    colorFlag: flags.color,
    noColorVariable: noColorSource === 'environment' ? flags['no-color'] : undefined,
    env: context.env,
    noColorInConfig: async () => {
      const config: unknown = 'config' in flags ? flags.config : undefined;
      const named = typeof config === 'string' ? config : undefined;
      return (await import('./config-in-use.js')).noColorInConfig(context, positionals, named);
    },
  };
  const style = styler(await wantsColour(stdout.isTerminal, wish));
  const errorStyle = styler(await wantsColour(stderr.isTerminal, wish));
  const { quiet } = flags;
  const guarded = await commandGuard(context);
  const say = (label: string, message: string): Promise<void> =>
    stderr.write(`${label} ${message.split('\n').map(printableLine).join('\n')}\n`);

  return {
    report: async (text) => (quiet ? undefined : stdout.write(guarded(text, 'text'))),
    json: (text) => stdout.write(guarded(printable(text), 'json')),
    shown: (text) => guarded(text, 'text'),
    structured: (text, notation) => stdout.write(guarded(text, notation)),
    payload: (text) => stdout.write(text),
    error: (message) => say(errorStyle('red', 'Error:'), message),
    warning: async (message) => (quiet ? undefined : say(errorStyle('yellow', 'Warning:'), message)),
    note: async (message) => (quiet ? undefined : say(errorStyle('cyan', 'Note:'), message)),
    style,
    errorStyle,
    quiet,
    verbosity: quiet ? 0 : flags.verbose,
  };
}

/** Loaded where lines of output are read as commands, and nowhere else. */
async function commandGuard({ env }: ProcessContext): Promise<(text: string, notation: Notation) => string> {
  if (env['GITHUB_ACTIONS'] !== 'true') return (text) => text;
  return (await import('../../primitives/workflow-commands.js')).withoutCommands;
}
