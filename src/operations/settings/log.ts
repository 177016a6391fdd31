export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export const LOG_FORMATS = ['text', 'json'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFormat = (typeof LOG_FORMATS)[number];
export type LogFields = Readonly<Record<string, string | number | boolean>>;

/** Where a running service tells its operator something; never values of headers, bodies or variables. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;
