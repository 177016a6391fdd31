import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure, type FailureKind } from '../../http/message/message.js';
import { ServiceError } from '../../errors.js';
import { fetchRequest } from '../../operations/runs/fetch-request.js';
import { loadRunSettings } from '../../operations/settings/run-settings.js';
import { printable } from '../../primitives/printable.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { Fetched } from '../../web-fetch/bounded-fetch.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { renderEnvelope, renderPage } from '../../web-fetch/render-response.js';
import { defineCommand } from '../command/command.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { openAsker } from '../process/person-asker.js';
import { FETCH_FLAGS } from '../fetch/fetch-flags.js';
import { readTarget, type FetchInvocation } from '../fetch/read-target.js';
import { writePayload } from '../fetch/write-payload.js';
import { isCiEnvironment, requestSettings } from '../command/settings-from-flags.js';
import { resolveOutput, STDOUT } from '../command/named-output.js';
import { REQUEST_FILES } from '../command/request-paths.js';
import { withInterruption } from '../command/interruption.js';

export const fetch = defineCommand({
  arguments: [
    {
      name: 'url-or-file',
      meaning: 'an http:// or https:// URL, or a request file (.http, .spec)',
      required: true,
      complete: REQUEST_FILES,
    },
  ],
  flags: FETCH_FLAGS,
  examples: [
    'svc fetch https://shop.example.test/lamps --format text',
    `svc fetch -X PUT -H 'Content-Type: application/json' -d @lamp.json https://shop.example.test/lamps/1`,
    'svc fetch orders.http -n readOrder --format json',
  ],
  exitCodes: [
    [EXIT.ok, 'a response was received, whatever its status'],
    [
      EXIT.failed,
      'a limit was exceeded, the response cannot be shown in that format, or --fail found a status of 400 or more',
    ],
    [EXIT.requestFile, 'the request file is missing, has errors or needs svc run'],
    [EXIT.input, 'another file is missing or has errors, or the output cannot be written'],
    [EXIT.network, 'the network failed'],
    [130, 'ended by SIGINT; 143 by SIGTERM'],
  ],
  run(invocation) {
    return withInterruption(invocation.context, async (interruption) => {
      try {
        return await fetchAndWrite(invocation, interruption.signal);
      } catch (error) {
        if (interruption.exitCode !== undefined) return interruption.exitCode;
        const failure = failureOf(error);
        if (failure === undefined) throw error;
        await invocation.terminal.error(failure.message);
        return failure.code;
      }
    });
  },
});

async function fetchAndWrite(invocation: FetchInvocation, signal: AbortSignal): Promise<ExitCode> {
  const { flags, positionals, terminal, context } = invocation;
  const target = await readTarget(invocation);
  const { options, root, warnings } = await loadRunSettings({
    ...requestSettings(invocation),
    paths: 'file' in target ? positionals : [],
    fixed: { allowSecretCommands: flags['allow-secret-commands'] },
    signal,
  });
  for (const warning of warnings) await terminal.warning(warning);
  const fileAccess = workspaceFileAccess({ root, shownFrom: context.cwd });
  const process = context.env;
  const asker = openAsker(context, { isCi: isCiEnvironment(process), port: flags['oauth-port'] });
  const fetched = await fetchRequest(target, { files: [], options, fileAccess, process, signal, asker });
  const payload = await payloadOf(fetched, flags.format ?? 'raw');
  const { 'output-file': output = STDOUT } = flags;
  if (output === STDOUT) await print(payload, invocation);
  else await writePayload(payload, await resolveOutput(output, invocation), flags.force);
  return flags.fail && fetched.statusCode >= 400 ? EXIT.failed : EXIT.ok;
}

/** A terminal would interpret control characters; files and programs get the text unchanged. */
function print(
  payload: string | Uint8Array,
  { flags, terminal, context: { stdout } }: FetchInvocation,
): Promise<void> {
  if (typeof payload !== 'string') return stdout.write(payload);
  if (flags.format === 'json') return terminal.json(payload);
  return stdout.write(stdout.isTerminal ? printable(payload) : payload);
}

async function payloadOf(
  fetched: Fetched,
  format: NonNullable<FetchInvocation['flags']['format']>,
): Promise<string | Uint8Array> {
  if (format === 'raw') return fetched.body;
  if (format === 'json') return `${renderEnvelope(fetched, format, Infinity)}\n`;
  const unlimited = { maxBytes: Infinity, maxIndentedChars: Infinity };
  return (await renderPage(fetched, format, { mainContent: false, ...unlimited })).text;
}

const NETWORK: ReadonlySet<FailureKind> = new Set<FailureKind>(['dns', 'connect', 'tls', 'reset', 'proxy']);

/** Returns undefined for errors that are handled in the same way as in other commands. */
function failureOf(error: unknown): { readonly code: ExitCode; readonly message: string } | undefined {
  if (error instanceof RequestFailure) {
    const code = NETWORK.has(error.errorKind) ? EXIT.network : EXIT.failed;
    return { code, message: error.message };
  }
  if (error instanceof VariableFailure) return { code: EXIT.requestFile, message: error.message };
  if (!(error instanceof FetchFailure)) return undefined;
  if (error.code === 'unsupported_request') {
    const message = error.message.replace('run it with svc run', 'run it with svc run -n');
    return { code: EXIT.requestFile, message };
  }
  if (error.code === 'ambiguous_request' || error.code === 'not_found') {
    throw new ServiceError('usage', error.message.replace('pass name or index', 'pass --name or --index'));
  }
  return { code: EXIT.failed, message: error.message };
}
