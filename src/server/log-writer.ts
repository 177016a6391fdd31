import {
  LOG_LEVELS,
  type Log,
  type LogFields,
  type LogFormat,
  type LogLevel,
} from '../operations/settings/log.js';
import { printableLine } from '../primitives/printable.js';
import { timeTexts } from '../primitives/time-texts.js';

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: LogFormat;
  readonly write: (text: string) => Promise<void>;
}

export interface LogWriter {
  readonly log: Log;
  /** When everything said so far is written. */
  readonly flush: () => Promise<void>;
}

/** Lines are handed over a few at a time: a system call for each would cost more than the request. */
export function openLog({ level, format, write }: LogSettings): LogWriter {
  const least = LOG_LEVELS.indexOf(level);
  const line = format === 'json' ? jsonLine : textLine;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const timeText = timeTexts();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') last = write(waiting);
    waiting = '';
    return last;
  };

  return {
    log(at, message, fields = {}) {
      if (LOG_LEVELS.indexOf(at) < least) return;
      waiting += line(timeText(Date.now()), at, message, fields);
      // What went wrong should not be lost when worse follows.
      if (at === 'error' || at === 'warn' || waiting.length > MOST_WAITING) void flush();
      else timer ??= setTimeout(() => void flush(), PAUSE_MS);
    },
    flush,
  };
}

const PAUSE_MS = 20;
const MOST_WAITING = 65_536;
const LONGEST_VALUE = 4096;

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return `${JSON.stringify({ time, level, message, ...fields })}\n`;
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  let text = `${time} ${level.padEnd(LONGEST_LEVEL)} ${printableLine(message)}`;
  for (const name in fields) text += ` ${name}=${shown(fields[name])}`;
  return `${text}\n`;
}

const LONGEST_LEVEL = 5;

function shown(value: LogFields[string] | undefined): string {
  if (typeof value !== 'string') return String(value);
  const text = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
  return PLAIN.test(text) || /^[^\s"=\p{C}]+$/u.test(text) ? text : printableLine(JSON.stringify(text));
}

/** Nearly all are: looking up classes of characters takes many times as long. */
const PLAIN = /^[!#-<>-~]+$/;
