/** The log of the server: one JSON object per line (mcp.md 11). */
import { SecretSet } from '../../redaction/secret-set.js';

export const MCP_LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type McpLogLevel = (typeof MCP_LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, unknown>>;
export type McpLog = (level: McpLogLevel, event: string, fields?: LogFields) => void;

export interface LogOptions {
  readonly least: McpLogLevel;
  readonly write: (line: string) => void;
  readonly secrets: readonly string[];
}

export function openMcpLog({ least, write, secrets }: LogOptions): McpLog {
  const most = MCP_LOG_LEVELS.indexOf(least);
  const hidden = new SecretSet();
  hidden.addAll(secrets);
  return (level, event, fields = {}) => {
    if (MCP_LOG_LEVELS.indexOf(level) > most) return;
    const entry = { time: new Date().toISOString(), level, event, ...fields };
    write(`${hidden.redact(JSON.stringify(entry))}\n`);
  };
}
