import { ServiceError } from '../errors.js';
import { version } from '../version.js';
import type { Argument, Command, CommandGroup, Invocation } from './command/command.js';
import { GLOBAL_FLAGS, type GlobalFlags } from './flags/global-flags.js';
import { EXIT, worstExitCode, type ExitCode } from './process/exit-code.js';
import { reportFailure, reportInOneLine } from './command/failure.js';
import { findCommand, unknownCommandError, type CommandCall } from './command/find-command.js';
import type { FlagTable } from './flags/flag.js';
import { parseFlags, type ParsedLine } from './flags/parse-flags.js';
import type { ProcessContext } from './process/process-context.js';
import { openTerminal, type Terminal } from './command/terminal.js';
import { quoteWord, unknownWordMessage } from './process/unknown-word-message.js';

type Line = ParsedLine<FlagTable & GlobalFlags>;

/** Runs the command named on the command line and returns its exit code. */
export async function dispatch(context: ProcessContext, root: CommandGroup): Promise<number> {
  const call = findCommand(context.argv, root);
  const command = 'load' in call.node ? await call.node.load() : undefined;
  const flags = command?.flags ?? ('load' in call.node ? {} : call.node.flags);
  const line: Line = parseFlags(call.rest, { ...flags, ...GLOBAL_FLAGS }, context.env);
  const terminal = await openTerminal(context, line);
  try {
    const code = await perform(call, command, line, { terminal, context, root });
    if (context.stdout.failure === undefined) return code;
    const { codeReason } = await import('../workspace/paths/disk-error.js');
    await terminal.error(`could not write to standard output: ${codeReason(context.stdout.failure)}`);
    return worstExitCode([code, EXIT.input]);
  } catch (error) {
    if (command?.ownsStdout) return await reportInOneLine(error, call.path, context);
    return await reportFailure(error, call.path, terminal, context);
  }
}

async function perform(
  call: CommandCall,
  command: Command | undefined,
  line: Line,
  commandContext: Pick<Invocation, 'terminal' | 'context' | 'root'>,
): Promise<number> {
  const { terminal, context } = commandContext;
  if (line.values.help || asksForHelp(context.argv)) {
    if (!command?.ownsStdout) return printHelp(call, terminal, context);
    await context.stderr.write(await loadHelp(call, context, 'stderr'));
    return EXIT.ok;
  }
  if (call.unknown !== undefined) throw await unknownCommandError(call, call.unknown, context.cwd);
  const [problem] = line.problems;
  if (problem !== undefined)
    throw new ServiceError('usage', await explain(problem, line, command?.flags ?? {}));
  if (command === undefined) {
    if (line.values['version'] !== true) return printHelp(call, terminal, context);
    await terminal.payload(`svc ${version}\n`);
    return EXIT.ok;
  }
  checkArguments(line, command.arguments);
  const { values, sources, positionals } = line;
  return command.run({ flags: values, sources, positionals, ...commandContext });
}

/** Names our flag for one of another tool; the table is loaded only when a flag is unknown. */
async function explain(problem: string, { unknownFlag }: Line, flags: FlagTable): Promise<string> {
  if (unknownFlag === undefined) return problem;
  const { insteadOfForeign } = await import('./flags/foreign-flags.js');
  const instead = insteadOfForeign(unknownFlag, { ...flags, ...GLOBAL_FLAGS });
  return instead === undefined ? problem : `unknown flag ${quoteWord(unknownFlag)}; ${instead}`;
}

/** `--help` works anywhere on the line, also in the place of a value. */
function asksForHelp(argv: readonly string[]): boolean {
  const words = wordsBeforeEnd(argv);
  return words.includes('--help') || words.includes('-h');
}

function wordsBeforeEnd(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

/** `-h` is one screen; `--help` is everything, and so is `svc` without a command. */
function wantsShortHelp(argv: readonly string[]): boolean {
  return wordsBeforeEnd(argv).includes('-h') && !wordsBeforeEnd(argv).includes('--help');
}

async function printHelp(call: CommandCall, terminal: Terminal, context: ProcessContext): Promise<ExitCode> {
  await terminal.payload(await loadHelp(call, context, 'stdout'));
  return EXIT.ok;
}

/** Commands that run need no help text, so it is loaded on request. */
async function loadHelp(
  { node, path }: CommandCall,
  context: ProcessContext,
  stream: 'stdout' | 'stderr',
): Promise<string> {
  const [{ helpText, shortHelpText }, { helpWidth }] = await Promise.all([
    import('./command/help.js'),
    import('./command/help-page.js'),
  ]);
  const text = wantsShortHelp(context.argv) ? shortHelpText : helpText;
  return text(node, path, helpWidth(context, stream));
}

function checkArguments({ positionals, sources }: Line, declared: readonly Argument[]): void {
  const missing = declared[positionals.length];
  if (missing?.required === true && sources.get(missing.unlessFlag ?? '') !== 'flag') {
    const words = missing.words === undefined ? '' : `: ${missing.words.join(', ')}`;
    throw new ServiceError('usage', `missing argument <${missing.name}>${words}`);
  }
  for (const [i, word] of positionals.entries()) {
    const argument = declared[i] ?? (declared.at(-1)?.repeatable === true ? declared.at(-1) : undefined);
    if (argument === undefined) {
      const most = declared.length === 0 ? 'no argument' : `at most ${declared.length}`;
      throw new ServiceError('usage', `unexpected argument ${quoteWord(word)}; the command takes ${most}`);
    }
    if (argument.words !== undefined && !argument.words.includes(word)) {
      throw new ServiceError('usage', unknownWordMessage(argument.name, word, argument.words));
    }
  }
}
