import { printable, printableLine } from '../../primitives/printable.js';
import type { Notation } from '../../primitives/text/workflow-commands.js';
import { styler, type Styler } from '../../reports/console/style.js';
import { shouldUseColour } from './colour.js';
import type { GlobalFlags } from '../flags/global-flags.js';
import type { ParsedLine } from '../flags/parse-flags.js';
import type { ProcessContext } from '../process/process-context.js';

/** The outputs of a command and their streams. */
export interface Terminal {
  /** Writes text for people to standard output, unless `-q` is given. */
  readonly report: (text: string) => Promise<void>;
  /** Writes a JSON document; control characters that JSON allows are escaped. */
  readonly json: (text: string) => Promise<void>;
  /** Returns text for people in printable form, for callers that write it themselves. */
  readonly shown: (text: string) => string;
  /** Writes a report for programs, which may also appear in a log. */
  readonly structured: (text: string, notation: Notation) => Promise<void>;
  /** Writes the other results of a command: scripts, formatted files. */
  readonly payload: (text: string) => Promise<void>;
  readonly error: (message: string) => Promise<void>;
  readonly warning: (message: string) => Promise<void>;
  readonly note: (message: string) => Promise<void>;
  readonly style: Styler;
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
  const mode = {
    noColorFlag: noColorSource === 'flag' ? flags['no-color'] : undefined,
    colorFlag: flags.color,
    noColorVariable: noColorSource === 'environment' ? flags['no-color'] : undefined,
    env: context.env,
    noColorInConfig: async () => {
      const config: unknown = 'config' in flags ? flags.config : undefined;
      const named = typeof config === 'string' ? config : undefined;
      return (await import('./effective-config.js')).isColorDisabledInConfig(context, positionals, named);
    },
  };
  const style = styler(await shouldUseColour(stdout.isTerminal, mode));
  const errorStyle = styler(await shouldUseColour(stderr.isTerminal, mode));
  const { quiet } = flags;
  const guarded = await commandGuard(context);
  const writeLabelled = (label: string, message: string): Promise<void> =>
    stderr.write(`${label} ${message.split('\n').map(printableLine).join('\n')}\n`);

  return {
    report: async (text) => (quiet ? undefined : stdout.write(guarded(text, 'text'))),
    json: (text) => stdout.write(guarded(printable(text), 'json')),
    shown: (text) => guarded(text, 'text'),
    structured: (text, notation) => stdout.write(guarded(text, notation)),
    payload: (text) => stdout.write(text),
    error: (message) => writeLabelled(errorStyle('red', 'Error:'), message),
    warning: async (message) =>
      quiet ? undefined : writeLabelled(errorStyle('yellow', 'Warning:'), message),
    note: async (message) => (quiet ? undefined : writeLabelled(errorStyle('cyan', 'Note:'), message)),
    style,
    errorStyle,
    quiet,
    verbosity: quiet ? 0 : flags.verbose,
  };
}

/** Loaded only where lines of output can be interpreted as commands. */
async function commandGuard({ env }: ProcessContext): Promise<(text: string, notation: Notation) => string> {
  if (env['GITHUB_ACTIONS'] !== 'true') return (text) => text;
  return (await import('../../primitives/text/workflow-commands.js')).escapeCommands;
}
