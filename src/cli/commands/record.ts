import { urlHost } from '../../http/serving/allowed-host.js';
import { defineCommand } from '../command/command.js';
import { counted } from '../process/counted.js';
import { EXIT } from '../process/exit-code.js';
import { RECORD_FLAGS } from '../flags/record-flags.js';
import { readRecordLine } from '../record/record-line.js';
import { awaitInterruption, interrupted } from '../command/interruption.js';

export const record = defineCommand({
  arguments: [],
  flags: RECORD_FLAGS,
  examples: [
    'svc record --target https://api.example.test -o recorded.http',
    'svc record -t http://localhost:9000/v2 --port 0 --exclude /health,/assets/**',
    'svc record -t http://localhost:9000 --dedupe --har -o recorded.har',
  ],
  exitCodes: [
    [EXIT.ok, 'ended by SIGINT or SIGTERM, the export is written'],
    [EXIT.input, 'the config file is invalid, the port cannot be used or the export not be written'],
    [130, 'ended at once by a second SIGINT; 143 by a second SIGTERM'],
  ],
  async run(invocation) {
    const { context, terminal } = invocation;
    const line = readRecordLine(invocation);
    const { checkExport, writeExport } = await import('../record/write-export.js');
    const { startRecording } = await import('../record/start-recording.js');
    await checkExport(invocation);
    const interruption = awaitInterruption(context);
    try {
      const proxy = await startRecording(invocation, line);
      const { address, port } = proxy.address;
      if (!terminal.quiet) {
        await context.stderr.write(
          `Recording proxy on http://${urlHost(address)}:${port} for ${line.target.url}\n`,
        );
      }
      await interrupted(interruption.signal);
      await proxy.stop();
      const count = await writeExport(invocation, line, proxy);
      await terminal.note(`${counted(count, 'recording')} exported`);
      return EXIT.ok;
    } finally {
      interruption.release();
    }
  },
});
