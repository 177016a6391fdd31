import { callTool, type ToolResult } from '../../../src/mcp/call/call-tool.js';
import { Gate } from '../../../src/mcp/protocol/rate-limit.js';
import type { McpSettings } from '../../../src/mcp/call/settings.js';
import type { Tool } from '../../../src/mcp/call/tool.js';
import { hereNetwork } from '../clients/web-fetch.js';

/** What tools know in tests: public-only, with one loopback address as the internet. */
export function testSettings(workspace: string, more: Partial<McpSettings> = {}): McpSettings {
  return {
    workspace,
    maxBodyBytes: 1_048_576,
    timeoutMs: 10_000,
    network: hereNetwork(),
    publicNetwork: hereNetwork(),
    search: undefined,
    artifact: undefined,
    log: () => {},
    secrets: [],
    ...more,
  };
}

export function callHere(
  tool: Tool,
  args: object,
  settings: McpSettings,
  signal = never(),
): Promise<ToolResult> {
  const gate = new Gate(tool.name, tool.limit, Date.now);
  return callTool(tool, { ...args }, { settings, gate, signal, stopping: never() });
}

/** The text of a result, error or not. */
export function textOf({ content }: ToolResult): string {
  return content[0]?.text ?? '';
}

function never(): AbortSignal {
  return new AbortController().signal;
}
