import { urlHost } from '../../http/serving/allowed-host.js';
import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { RECORD_FLAGS } from '../flags/record-flags.js';
import { readRecordFlags } from '../record/read-record-flags.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import { waitForAbort, withInterruption } from '../command/interruption.js';

export const record = defineCommand({
  arguments: [],
  flags: RECORD_FLAGS,
  examples: [
    'svc record --target https://api.example.test -o recorded.http',
    'svc record -t http://localhost:9000/v2 --port 0 --exclude "/health,/assets/**"',
    'svc record -t http://localhost:9000 --dedupe --har -o recorded.har',
  ],
  exitCodes: [
    [EXIT.ok, 'ended by SIGINT or SIGTERM, and the export is written'],
    [EXIT.input, 'the config file is invalid, the port cannot be used, or the export cannot be written'],
    [130, 'ended immediately by a second SIGINT; 143 by a second SIGTERM'],
  ],
  async run(invocation) {
    const { context, terminal } = invocation;
    const line = readRecordFlags(invocation);
    const { openExport } = await import('../record/write-export.js');
    const { startRecording } = await import('../record/start-recording.js');
    let started: RecordingProxy | undefined;
    const exported = await openExport(invocation, line, () => {
      if (started === undefined) throw new Error('nothing is recorded before the proxy listens');
      return started;
    });
    return withInterruption(context, async ({ signal }) => {
      const proxy = (started = await startRecording(invocation, line, exported.add));
      const { address, port } = proxy.address;
      if (!terminal.quiet) {
        await context.stderr.write(
          `Recording proxy on http://${urlHost(address)}:${port} for ${line.target.url}\n`,
        );
      }
      await waitForAbort(signal);
      await proxy.stop();
      await exported.finish();
      return EXIT.ok;
    });
  },
});
