import {
  LOG_LEVELS,
  type Log,
  type LogFields,
  type LogFormat,
  type LogLevel,
} from '../operations/settings/log.js';
import { printableLine } from '../primitives/printable.js';
import { createTimeFormatter } from '../primitives/time/time-texts.js';

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: LogFormat;
  readonly write: (text: string) => Promise<void>;
}

export interface LogWriter {
  readonly log: Log;
  /** Resolves when everything logged so far is written. */
  readonly flush: () => Promise<void>;
}

/** Lines are written a few at a time, since each write is a system call (bench/measures/server.mjs). */
export function openLog({ level, format, write }: LogSettings): LogWriter {
  const minLevel = LOG_LEVELS.indexOf(level);
  const formatLine = format === 'json' ? jsonLine : textLine;
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const timeText = createTimeFormatter();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (pending !== '') last = write(pending);
    pending = '';
    return last;
  };

  return {
    log(at, message, fields = {}) {
      if (LOG_LEVELS.indexOf(at) < minLevel) return;
      pending += formatLine(timeText(Date.now()), at, message, fields);
      // A warning must not be lost when the process fails right after it.
      if (at === 'error' || at === 'warn' || pending.length > MAX_PENDING_CHARS) void flush();
      else timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS);
    },
    flush,
  };
}

const FLUSH_DELAY_MS = 20;
const MAX_PENDING_CHARS = 65_536;
const MAX_VALUE_CHARS = 4096;

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return `${JSON.stringify({ time, level, message, ...fields })}\n`;
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  let text = `${time} ${level.padEnd(LEVEL_WIDTH)} ${printableLine(message)}`;
  for (const name in fields) text += ` ${name}=${fieldText(fields[name])}`;
  return `${text}\n`;
}

const LEVEL_WIDTH = 5;

function fieldText(value: LogFields[string] | undefined): string {
  if (typeof value !== 'string') return String(value);
  const text = value.length > MAX_VALUE_CHARS ? `${value.slice(0, MAX_VALUE_CHARS)}…` : value;
  return PLAIN.test(text) || /^[^\s"=\p{C}]+$/u.test(text) ? text : printableLine(JSON.stringify(text));
}

/** Texts that need no look at their Unicode classes. */
const PLAIN = /^[!#-<>-~]+$/;
