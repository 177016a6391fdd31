import { ServiceError } from '../../errors.js';
import { formatFiles, formatSource, type FormatOutcome } from '../../operations/files/format-files.js';
import { printableLine } from '../../primitives/printable.js';
import { defineCommand, type Invocation } from '../command/command.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { EXIT, CODE_OF_SIGNAL, worstExitCode, type ExitCode } from '../process/exit-code.js';
import { switchFlag } from '../flags/flag.js';
import { noFileError } from '../flags/selection-flags.js';
import { findWorkspaceFolders } from '../command/named-output.js';
import type { TerminationSignal } from '../process/process-context.js';
import { namedPaths, PATHS_OR_STDIN, readSource, STDIN, STDIN_NAME } from '../command/request-paths.js';

const FLAGS = {
  check: switchFlag('write nothing, list the files that are not in canonical form'),
  stdout: switchFlag('print the canonical text instead of writing files'),
} as const;

export const fmt = defineCommand({
  arguments: [PATHS_OR_STDIN],
  flags: FLAGS,
  examples: ['svc fmt', 'svc fmt --check tests/', 'svc fmt - < draft.http'],
  exitCodes: [
    [EXIT.ok, 'every file is in canonical form'],
    [EXIT.failed, '--check found files that are not'],
    [EXIT.requestFile, 'a file is missing or has errors; it was left untouched'],
    [EXIT.input, 'a file cannot be written'],
  ],
  async run(invocation) {
    const { flags, terminal, context } = invocation;
    if (flags.check && flags.stdout)
      throw new ServiceError('usage', '--check and --stdout exclude each other');
    const ended: TerminationSignal[] = [];
    const release = context.onSignal((signal) => ended.push(signal));
    const codes: ExitCode[] = [];
    try {
      for await (const outcome of outcomes(invocation)) {
        codes.push(await show(outcome, invocation));
        if (ended.length > 0) break;
      }
    } finally {
      release();
    }
    if (codes.length === 0 && ended.length === 0) throw noFileError(namedPaths(invocation.positionals));
    const different = codes.filter((code) => code === EXIT.failed).length;
    if (different > 0) {
      await terminal.note(
        `${formatCount(different, 'file')} not in canonical form; svc fmt rewrites such files`,
      );
    }
    return worstExitCode([...codes, ...ended.map((signal) => CODE_OF_SIGNAL[signal])]);
  },
});

async function* outcomes(invocation: Invocation<typeof FLAGS>): AsyncGenerator<FormatOutcome> {
  const { flags, positionals, context } = invocation;
  if (positionals.includes(STDIN)) yield await formatSource(await readSource(context), STDIN_NAME);
  const write = flags.check || flags.stdout ? undefined : { folders: await findWorkspaceFolders(invocation) };
  yield* formatFiles(namedPaths(positionals), context.cwd, { write });
}

async function show(
  outcome: FormatOutcome,
  { flags, terminal }: Invocation<typeof FLAGS>,
): Promise<ExitCode> {
  if ('message' in outcome) {
    await terminal.error(outcome.message);
    return outcome.kind === 'refused' ? EXIT.requestFile : EXIT.input;
  }
  const changed = outcome.kind === 'changed';
  if (flags.check) {
    if (changed) await terminal.report(`${printableLine(outcome.file)}\n`);
    return changed ? EXIT.failed : EXIT.ok;
  }
  // The text is written unchanged, since escaping would change the content of the file.
  if (flags.stdout || outcome.file === STDIN_NAME) await terminal.payload(outcome.text);
  else if (changed) await terminal.report(`${printableLine(outcome.file)}\n`);
  return EXIT.ok;
}
