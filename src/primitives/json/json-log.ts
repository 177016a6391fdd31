/** A log of one JSON object per line, for processes whose standard output is a protocol. */

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, unknown>>;
export type JsonLog = (level: LogLevel, event: string, fields?: LogFields) => void;

export interface JsonLogOptions {
  readonly minLevel: LogLevel;
  readonly write: (line: string) => void;
  /** Changes each line before it is written. */
  readonly mask?: (line: string) => string;
}

export function openJsonLog({ minLevel, write, mask = (line) => line }: JsonLogOptions): JsonLog {
  const lastLogged = LOG_LEVELS.indexOf(minLevel);
  return (level, event, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) > lastLogged) return;
    const entry = { time: new Date().toISOString(), level, event, ...fields };
    write(`${mask(JSON.stringify(entry))}\n`);
  };
}
