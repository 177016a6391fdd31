/** Dates in responses, as texts and as seconds or milliseconds since 1970, and the same a day later. */

const DAY_MS = 86_400_000;

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?=$|[Tt ]\d{2}:\d{2})/;
/** RFC 9110, section 5.6.7, and with other zones those of feeds (RFC 822). */
const HTTP =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4}(?= \d{2}:\d{2}:\d{2} (?:[A-Z]{2,3}|[+-]\d{4})$)/;

/** Only the date changes; time and zone keep their text. Undefined for other texts. */
export function shiftDateText(text: string): string | undefined {
  const [date, year, month, day] = ISO.exec(text) ?? [];
  if (date !== undefined) {
    const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
    if (new Date(at).toISOString().slice(0, 10) !== date) return undefined;
    const shifted = new Date(at + DAY_MS).toISOString();
    return shifted.length === 24 ? shifted.slice(0, 10) + text.slice(date.length) : undefined;
  }
  const [written] = HTTP.exec(text) ?? [];
  const at = Date.parse(`${written} 00:00:00 GMT`);
  return written === undefined || Number.isNaN(at)
    ? undefined
    : new Date(at + DAY_MS).toUTCString().slice(0, written.length) + text.slice(written.length);
}

const LAST_WORD =
  /(?:^|[_-])(?:at|on|ts|date|time|timestamp|epoch|created|updated|modified|deleted|expires|expiry|exp|iat|nbf)$/i;
const LAST_CAPITAL = /[a-z\d](?:At|On|Ts|Date|Time|Timestamp|Epoch)$/;

/** From 1980 to 2100, as seconds since 1970. */
const FIRST_SECOND = 315_532_800;
const LAST_SECOND = 4_102_444_800;

/** The number a day later, when its name and its size say that it is a date. */
export function shiftEpoch(name: string, number: number): number | undefined {
  if (!Number.isInteger(number) || !(LAST_WORD.test(name) || LAST_CAPITAL.test(name))) return undefined;
  if (number >= FIRST_SECOND && number <= LAST_SECOND) return number + DAY_MS / 1000;
  if (number >= FIRST_SECOND * 1000 && number <= LAST_SECOND * 1000) return number + DAY_MS;
  return undefined;
}
