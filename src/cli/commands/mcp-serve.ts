import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { MCP_FLAGS } from '../mcp/mcp-flags.js';
import { readOptions } from '../mcp/mcp-options.js';
import { withInterruption } from '../command/interruption.js';

export const mcpServe = defineCommand({
  arguments: [],
  flags: MCP_FLAGS,
  ownsStdout: true,
  examples: [
    'svc mcp serve --workspace tests/',
    'svc mcp serve --workspace tests/ --allow-run --run-host api.example.com --run-env staging',
    'SEARCH_API_KEY=… svc mcp serve --search-provider tavily',
    'svc mcp serve --artifact-tool-path ./artifact-tool --timeout 10s',
  ],
  exitCodes: [
    [EXIT.ok, 'standard input ended, the client disconnected, or SIGINT or SIGTERM was received'],
    [EXIT.failed, 'a message was larger than 10 MiB'],
    [EXIT.input, 'the key, the artifact tool, the workspace or the dotenv file of --run-env-file is missing'],
    [130, 'ended immediately by a second SIGINT; 143 by a second SIGTERM'],
  ],
  async run(invocation) {
    const { context } = invocation;
    const options = await readOptions(invocation);
    context.forgetVariable('SEARCH_API_KEY');
    const { createMcpSettings, removeOldCaptures } = await import('../mcp/mcp-settings.js');
    const { serveMcp } = await import('../../mcp/serve-mcp.js');
    await removeOldCaptures();
    return withInterruption(context, async ({ signal: stop }) => {
      const settings = createMcpSettings(options, context);
      const code = await serveMcp(settings, { ...context.openStreams(), stop });
      // Nothing that still keeps the process alive is needed any more.
      setTimeout(() => context.endNow(code), EXIT_TIMEOUT_MS).unref();
      return code;
    });
  },
});

const EXIT_TIMEOUT_MS = 300;
