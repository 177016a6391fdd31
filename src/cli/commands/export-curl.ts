import type { CurlExport, ExportedCommand } from '../../convert/to-curl/write-curl.js';
import { formatCommandLine } from '../../convert/to-curl/shell-quote.js';
import { ServiceError } from '../../errors.js';
import { exportCurl } from '../../operations/exchange/export-curl.js';
import { printableLine } from '../../primitives/printable.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { defineCommand } from '../command/command.js';
import { exitCodeOfInterruption, withInterruption } from '../command/interruption.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { EXIT } from '../process/exit-code.js';
import { EXPORT_FLAGS, type ExportInvocation } from '../export/export-flags.js';
import { loadExportSettings } from '../export/export-settings.js';
import { selectRequests } from '../export/select-requests.js';
import { resolveOutput, STDOUT } from '../command/named-output.js';
import { REQUEST_FILES } from '../command/request-paths.js';

export const exportCurlCommand = defineCommand({
  arguments: [
    {
      name: 'file',
      meaning: 'a request file (.http, .rest, .spec)',
      required: true,
      complete: REQUEST_FILES,
    },
  ],
  flags: EXPORT_FLAGS,
  examples: [
    'svc export curl orders.http',
    'svc export curl -n createOrder -e staging orders.http',
    'svc export curl -n createOrder --exec orders.http',
  ],
  exitCodes: [
    [EXIT.ok, 'exported; with --exec the exit code of curl, or 127 when curl is not found'],
    [EXIT.requestFile, 'the file is missing or has errors, or --exec found a variable without a value'],
    [EXIT.input, 'another file is missing or has errors, or the output cannot be written'],
  ],
  async run(invocation) {
    const { flags, terminal, context } = invocation;
    if (flags.exec && flags.output !== undefined)
      throw new ServiceError('usage', '--exec and --output exclude each other');
    const { file, runnable, directory, requests } = await selectRequests(invocation);
    const settings = await withInterruption(context, (interruption) =>
      loadExportSettings(invocation, runnable, requests, interruption.signal).catch((error: unknown) =>
        exitCodeOfInterruption(error, interruption),
      ),
    );
    if (typeof settings === 'number') return settings;
    const verbose = flags.verbose > 0;
    const exported = exportCurl(file, { requests, directory, base: context.cwd, verbose, settings });
    if (flags.exec) return executeOne(exported, invocation);
    for (const warning of exported.warnings) await terminal.warning(warning);
    await writeCommands(exported, invocation);
    return EXIT.ok;
  },
});

async function executeOne(
  { commands, failures }: CurlExport,
  { terminal, context }: ExportInvocation,
): Promise<number> {
  const [command] = commands;
  if (command === undefined || commands.length !== 1)
    throw new ServiceError('usage', `--exec needs exactly one matching request; ${commands.length} match`);
  const [missing] = command.kept;
  if (missing !== undefined && failures[0] !== undefined)
    throw new ServiceError('request-file', `curl is not started, because ${failures[0]}`);
  if (missing !== undefined)
    throw new ServiceError('request-file', `${missing} has no value, so curl is not started`, {
      hint: 'give it with --variable or name an environment with --env',
    });
  const { executeCurl } = await import('../export/execute-curl.js');
  const words = command.words.slice(1).map(({ text }) => text);
  const code = await executeCurl(words, context);
  if (code !== undefined) return code;
  await terminal.error('curl is not on the search path; install it or leave out --exec');
  return NO_CURL;
}

async function writeCommands({ commands, secrets }: CurlExport, invocation: ExportInvocation): Promise<void> {
  const { flags, terminal } = invocation;
  const text = commands.map(commandText).join('\n');
  const { output = STDOUT } = flags;
  if (output === STDOUT) await terminal.payload(text);
  else {
    await writeOutput(await resolveOutput(output, invocation), text, { private: true });
    await terminal.note(`wrote ${output} (${formatCount(commands.length, 'command')})`);
  }
  if (secrets > 0) await terminal.note(`the output shows ${formatCount(secrets, 'secret value')}`);
}

/** The exit code that shells use for a missing command. */
const NO_CURL = 127;

function commandText({ name, remarks, words }: ExportedCommand): string {
  const comments = [`Request: ${printableLine(name)}`, ...remarks].map((line) => `# ${line}\n`);
  return `${comments.join('')}${formatCommandLine(words)}\n`;
}
