import { testSettings } from './mcp-settings.js';
import { Type } from '../../../src/primitives/shapes/type.js';
import { callTool, type ToolResult } from '../../../src/mcp/call/call-tool.js';
import { Gate } from '../../../src/mcp/protocol/rate-limit.js';
import { defineTool, type ToolOutput } from '../../../src/mcp/call/tool.js';

const never = new AbortController().signal;

export function callTestTool(run: () => Promise<ToolOutput>, maxMessageChars?: number): Promise<ToolResult> {
  const tool = defineTool({
    name: 'svc_test',
    title: '',
    description: '',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: Type.Object({}),
    limit: { bucket: 1, perSecond: 1, running: 1 },
    read: () => undefined,
    run,
  });
  return callTool(
    tool,
    {},
    {
      settings: testSettings('/'),
      gate: new Gate(tool.name, tool.limit, () => 0),
      signal: never,
      stopping: never,
      ...(maxMessageChars !== undefined && { maxMessageChars }),
    },
  );
}
