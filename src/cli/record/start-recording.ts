import { openServedPorts } from '../../http/serving/served-ports.js';
import { toRecordSettings } from '../../operations/recordings/record-settings.js';
import { loadRunSettings } from '../../operations/settings/run-settings.js';
import { printableLine } from '../../primitives/printable.js';
import type { EndedExchange } from '../../record/capture/traffic-recorder.js';
import { startRecordingProxy, type RecordingProxy } from '../../record/recording-proxy.js';
import type { Recording } from '../../record/recordings/recording.js';
import { shownHeaders } from '../../record/export/recording-view.js';
import { MAX_RECORDED_BODY_BYTES, MAX_RECORDINGS } from '../../record/recordings/recordings.js';
import { openLiveOutput } from '../command/live-output.js';
import { settingsFromFlags } from '../command/settings-from-flags.js';
import { DEFAULT_HOST } from '../flags/listening-flags.js';
import { RECORD_PORT } from '../flags/record-flags.js';
import type { RecordInvocation, RecordOptions } from './read-record-flags.js';

export async function startRecording(
  invocation: RecordInvocation,
  line: RecordOptions,
  onRecording: (recording: Recording) => void,
): Promise<RecordingProxy> {
  const { flags, context, terminal } = invocation;
  const settings = await loadRunSettings({
    cwd: context.cwd,
    process: context.env,
    overrides: settingsFromFlags({ insecure: flags.insecure }),
  });
  for (const warning of settings.warnings) await terminal.warning(warning);
  const onWarning = (message: string): void => void terminal.warning(message);
  const print = terminal.quiet ? undefined : createLines(invocation);
  const onExchange = (exchange: EndedExchange): void => {
    if (exchange.recording !== undefined) onRecording(exchange.recording);
    print?.(exchange);
  };
  return startRecordingProxy({
    ...toRecordSettings(settings.options),
    address: line.target,
    addressName: '--target',
    host: (flags.host ?? DEFAULT_HOST).replace(/^\[(.*)\]$/, '$1').toLowerCase(),
    port: flags.port ?? RECORD_PORT,
    ownPorts: [],
    ports: openServedPorts({ env: context.env, self: context.identity, onWarning }),
    deduplicate: flags.dedupe,
    exclude: line.exclude,
    sanitize: line.sanitize,
    maxBodyBytes: flags['max-body-bytes'] ?? MAX_RECORDED_BODY_BYTES,
    maxRecordings: flags['max-recordings'] ?? MAX_RECORDINGS,
    onExchange,
    onFault: (error) => onWarning(`an exchange could not be recorded: ${String(error)}`),
  });
}

/** Writes one line per exchange to standard error; with `-v` also the headers, in which secrets are placeholders. */
function createLines({ terminal, context }: RecordInvocation): (exchange: EndedExchange) => void {
  const output = openLiveOutput(context.stderr);
  return ({ method, path, statusCode, duration, recording }) => {
    const note = recording === undefined ? ' not recorded' : '';
    const lines = [`${method} ${path} -> ${statusCode} (${duration}ms)${note}`];
    if (recording !== undefined && terminal.verbosity > 0) {
      for (const { name, value } of shownHeaders(recording.request.headers))
        lines.push(`  > ${name}: ${value}`);
      for (const { name, value } of shownHeaders(recording.response.headers))
        lines.push(`  < ${name}: ${value}`);
    }
    output.write(`${lines.map(printableLine).join('\n')}\n`);
  };
}
