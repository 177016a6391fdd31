/** The log of the server: one JSON object per line. */
import { SecretSet } from '../../redaction/secret-set.js';

export const MCP_LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type McpLogLevel = (typeof MCP_LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, unknown>>;
export type McpLog = (level: McpLogLevel, event: string, fields?: LogFields) => void;

export interface LogOptions {
  readonly minLevel: McpLogLevel;
  readonly write: (line: string) => void;
  readonly secrets: readonly string[];
}

export function openMcpLog({ minLevel, write, secrets }: LogOptions): McpLog {
  const lastLogged = MCP_LOG_LEVELS.indexOf(minLevel);
  const masked = new SecretSet();
  masked.addAll(secrets);
  return (level, event, fields = {}) => {
    if (MCP_LOG_LEVELS.indexOf(level) > lastLogged) return;
    const entry = { time: new Date().toISOString(), level, event, ...fields };
    write(`${masked.redact(JSON.stringify(entry))}\n`);
  };
}
