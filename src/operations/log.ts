export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type LogFields = Readonly<Record<string, string | number | boolean>>;

/** Where a running service tells its operator something; never values of headers, bodies or variables. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;
