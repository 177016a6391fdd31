/** Dates and times, always in UTC. */
import { BadArgument, type FunctionTools, type TemplateFunction } from './call.js';

export const now: TemplateFunction = ([offset], tools) => `${iso(offset, tools).slice(0, 19)}Z`;

export const isoTimestamp: TemplateFunction = ([offset], tools) => iso(offset, tools);

export const isoDate: TemplateFunction = ([offset], tools) => iso(offset, tools).slice(0, 10);

export const timestamp: TemplateFunction = ([offset], tools) =>
  String(Math.floor(moment(offset, tools).getTime() / 1000));

export const timestampMs: TemplateFunction = ([offset], tools) => String(moment(offset, tools).getTime());

export const date: TemplateFunction = ([layout = '', offset], tools) =>
  format(moment(offset, tools), layout === '' ? 'YYYY-MM-DD' : layout);

function iso(offset: string | undefined, tools: FunctionTools): string {
  return moment(offset, tools).toISOString();
}

const OFFSET = /^([+-])[ \t]*(\d+)[ \t]*(ms|s|m|h|d|w|M|y)$/;
const MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The time, moved by an offset; calendar steps follow the calendar of UTC. */
export function moment(offset: string | undefined, { clock }: FunctionTools): Date {
  const start = new Date(clock());
  const moved = offset === undefined || offset === '' ? start : move(start, offset);
  const year = moved.getUTCFullYear();
  // Beyond these years no layout has a place for the digits; NaN fails both.
  if (!(year >= 0 && year <= 9999)) throw new BadArgument('the offset leads out of the years 0 to 9999');
  return moved;
}

function move(start: Date, offset: string): Date {
  const [, sign, digits, unit = ''] = OFFSET.exec(offset) ?? [];
  if (digits === undefined)
    throw new BadArgument('the offset must be a sign, a whole number and one of ms s m h d w M y');
  const count = Number(digits) * (sign === '-' ? -1 : 1);
  const milliseconds = MILLISECONDS[unit];
  if (milliseconds !== undefined) return new Date(start.getTime() + count * milliseconds);
  return moveMonths(start, unit === 'y' ? count * 12 : count);
}

/** A day that the month does not have becomes its last day. */
function moveMonths(start: Date, months: number): Date {
  const moved = new Date(start);
  const day = start.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return moved;
}

const DATE_TOKENS = /\[([^\]]*)\]|YYYY|YY|MM|M|DD|D|HH|H|mm|m|ss|s|SSS/g;

function format(moment: Date, layout: string): string {
  const parts: Readonly<Record<string, number>> = {
    Y: moment.getUTCFullYear(),
    M: moment.getUTCMonth() + 1,
    D: moment.getUTCDate(),
    H: moment.getUTCHours(),
    m: moment.getUTCMinutes(),
    s: moment.getUTCSeconds(),
    S: moment.getUTCMilliseconds(),
  };
  return layout.replace(DATE_TOKENS, (token, literal: string | undefined) => {
    if (literal !== undefined) return literal;
    const digits = String(parts[token[0] ?? ''] ?? '').padStart(token.length, '0');
    return token === 'YY' ? digits.slice(-2).padStart(2, '0') : digits;
  });
}
