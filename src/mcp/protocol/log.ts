/** The log of the server: one JSON object per line, without the secrets that the operator gave. */
import { openJsonLog, type JsonLog, type LogLevel } from '../../primitives/json/json-log.js';
import { SecretSet } from '../../redaction/secret-set.js';

export interface LogOptions {
  readonly minLevel: LogLevel;
  readonly write: (line: string) => void;
  readonly secrets: readonly string[];
}

export function openMcpLog({ minLevel, write, secrets }: LogOptions): JsonLog {
  const masked = new SecretSet();
  masked.addAll(secrets);
  return openJsonLog({ minLevel, write, mask: (line) => masked.redact(line) });
}
