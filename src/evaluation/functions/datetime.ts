/** `$datetime` and `$localDatetime`: layouts of other clients, in UTC or in the zone of the machine. */
import { BadArgument, type FunctionTools, type TemplateFunction } from './call.js';
import { moment } from './dates.js';
import { wordList } from './sample-words.js';

export const datetime: TemplateFunction = ([layout = '', offset], tools) => {
  const time = moment(withSign(offset), tools);
  if (layout === 'iso8601') return time.toISOString();
  if (layout === 'rfc1123') return time.toUTCString();
  return writeTime(time, 0, layout);
};

export const localDatetime: TemplateFunction = ([layout = '', offset], tools) => {
  const time = localMoment(withSign(offset), tools);
  const minutes = -Math.round(time.getTimezoneOffset());
  const named = layout === 'iso8601' ? ISO_8601 : layout === 'rfc1123' ? RFC_1123 : layout;
  return writeTime(time, minutes, named);
};

const ISO_8601 = 'YYYY-MM-DDTHH:mm:ss.SSSZ';
const RFC_1123 = 'ddd, DD MMM YYYY HH:mm:ss Z';

/** Other clients write `1 d` where the other functions of time write `+1 d`. */
function withSign(offset: string | undefined): string | undefined {
  return offset !== undefined && /^\d/.test(offset) ? `+${offset}` : offset;
}

/** Steps of days and longer keep the time of the day, also across the change to summer time. */
function localMoment(offset: string | undefined, tools: FunctionTools): Date {
  const isCalendarStep = offset !== undefined && /[dwMy]$/.test(offset);
  if (!isCalendarStep) return moment(offset, tools);
  const start = new Date(tools.clock());
  const wall = start.getTime() - Math.round(start.getTimezoneOffset()) * 60_000;
  const moved = moment(offset, { ...tools, clock: () => wall });
  const [year, month, day] = [moved.getUTCFullYear(), moved.getUTCMonth(), moved.getUTCDate()];
  const local = new Date(start);
  local.setFullYear(year, month, day);
  return local;
}

const TOKENS = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|SSS|A|a|X|x|Z/g;

/** The parts of a wall clock that is ahead of UTC by some minutes. */
export function writeTime(time: Date, minutes: number, layout: string): string {
  if (layout === '') throw new BadArgument('the layout must be iso8601, rfc1123 or a quoted layout');
  const wall = new Date(time.getTime() + minutes * 60_000);
  return layout.replace(TOKENS, (token, literal: string | undefined) => {
    if (literal !== undefined) return literal;
    const number = numberOf(token, wall);
    return number === undefined ? wordOf(token, wall, time, minutes) : number.padStart(token.length, '0');
  });
}

function numberOf(token: string, wall: Date): string | undefined {
  const digits = (value: number): string => String(value);
  switch (token) {
    case 'YYYY':
      return digits(wall.getUTCFullYear());
    case 'YY':
      return digits(wall.getUTCFullYear()).slice(-2);
    case 'MM':
    case 'M':
      return digits(wall.getUTCMonth() + 1);
    case 'DD':
    case 'D':
      return digits(wall.getUTCDate());
    case 'HH':
    case 'H':
      return digits(wall.getUTCHours());
    case 'hh':
    case 'h':
      return digits(wall.getUTCHours() % 12 || 12);
    case 'mm':
    case 'm':
      return digits(wall.getUTCMinutes());
    case 'ss':
    case 's':
      return digits(wall.getUTCSeconds());
    case 'SSS':
      return digits(wall.getUTCMilliseconds());
    default:
      return undefined;
  }
}

function wordOf(token: string, wall: Date, time: Date, minutes: number): string {
  const month = wordList('month')[wall.getUTCMonth()] ?? '';
  // The list of days starts with Monday.
  const day = wordList('weekday')[(wall.getUTCDay() + 6) % 7] ?? '';
  const half = wall.getUTCHours() < 12 ? 'AM' : 'PM';
  switch (token) {
    case 'MMMM':
      return month;
    case 'MMM':
      return month.slice(0, 3);
    case 'dddd':
      return day;
    case 'ddd':
      return day.slice(0, 3);
    case 'A':
      return half;
    case 'a':
      return half.toLowerCase();
    case 'X':
      return String(Math.floor(time.getTime() / 1000));
    case 'x':
      return String(time.getTime());
    default:
      return zoneOf(minutes);
  }
}

function zoneOf(minutes: number): string {
  const pair = (value: number): string => String(value).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pair(Math.floor(distance / 60))}:${pair(distance % 60)}`;
}
