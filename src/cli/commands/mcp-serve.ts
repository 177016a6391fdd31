import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { MCP_FLAGS } from '../mcp/mcp-flags.js';
import { readOptions } from '../mcp/mcp-options.js';
import { awaitInterruption } from '../command/interruption.js';

export const mcpServe = defineCommand({
  arguments: [],
  flags: MCP_FLAGS,
  ownsStdout: true,
  examples: [
    'svc mcp serve --workspace tests/',
    'SEARCH_API_KEY=… svc mcp serve --search-provider tavily',
    'svc mcp serve --artifact-tool-path ./artifact-tool --timeout 10s',
  ],
  exitCodes: [
    [EXIT.ok, 'standard input ended, the client went away, or SIGINT or SIGTERM came'],
    [EXIT.failed, 'a message was larger than 10 MiB'],
    [EXIT.input, 'the key, the artifact tool or the workspace is missing'],
    [130, 'ended at once by a second SIGINT; 143 by a second SIGTERM'],
  ],
  async run(invocation) {
    const { context } = invocation;
    const options = await readOptions(invocation);
    context.forgetVariable('SEARCH_API_KEY');
    const { mcpSettings, removeOldCaptures } = await import('../mcp/mcp-settings.js');
    const { serveMcp } = await import('../../mcp/serve-mcp.js');
    await removeOldCaptures();
    const interruption = awaitInterruption(context);
    try {
      const settings = mcpSettings(options, context);
      const code = await serveMcp(settings, { ...context.openStreams(), stop: interruption.signal });
      // Whatever still keeps the process alive is nothing that anybody waits for.
      setTimeout(() => context.endNow(code), PATIENCE_MS).unref();
      return code;
    } finally {
      interruption.release();
    }
  },
});

const PATIENCE_MS = 300;
