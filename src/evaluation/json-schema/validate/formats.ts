/** The formats that are checked (docs/language.md#schemas-and-snapshots). Every pattern here is linear. */

export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isDateTime,
  date: isDate,
  time: isTime,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
};

/** RFC 3339 section 5.6. */
function isDateTime(text: string): boolean {
  return /^.{10}[tT]/s.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const match = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[zZ]|([+-])(\d{2}):(\d{2}))$/.exec(text);
  if (!match) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const offset = [Number(match[5] ?? 0), Number(match[6] ?? 0)] as const;
  if (hour > 23 || minute > 59 || second > 60 || offset[0] > 23 || offset[1] > 59) return false;
  if (second < 60) return true;
  // A leap second is the last one of a day in UTC.
  const shift = (offset[0] * 60 + offset[1]) * (match[4] === '-' ? -1 : 1);
  return (hour * 60 + minute - shift + 2880) % 1440 === 1439;
}

/** RFC 5321 section 4.1.2: a dot-string or a quoted string before a domain or an address literal. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  const isLocal =
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local) ||
    /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/.test(local);
  const literal = /^\[(?:(IPv6:)([^\]]*)|([^\]]*))\]$/i.exec(domain);
  if (!literal) return isLocal && isHostname(domain);
  return isLocal && (literal[1] === undefined ? isIpv4(literal[3] ?? '') : isIpv6(literal[2] ?? ''));
}

/** RFC 1123 section 2.1. */
function isHostname(text: string): boolean {
  if (text.length > 253 || text === '') return false;
  return text.split('.').every((label) => isLabel(label));
}

function isLabel(label: string): boolean {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) return false;
  // Only A-labels may have two hyphens there (RFC 5890 section 2.3.1).
  return label.slice(2, 4) !== '--' || /^xn--[a-z0-9-]*[a-z0-9]$/i.test(label);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

/** RFC 4291 section 2.2. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasIpv4 = last.includes('.');
  if (hasIpv4 && (!isIpv4(last) || (halves.length === 2 && halves[1] === ''))) return false;
  const plain = hasIpv4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = plain.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

/** RFC 3986: a URI with a scheme. */
function isUri(text: string): boolean {
  const match = /^[a-z][a-z0-9+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is.exec(text);
  if (!match) return false;
  const [, authority, path = '', query = '', fragment = ''] = match;
  if (authority !== undefined && !isAuthority(authority)) return false;
  return isUriText(path) && isUriText(query) && isUriText(fragment);
}

function isAuthority(authority: string): boolean {
  const match = /^(?:(.*)@)?(\[[^\]]*\]|[^:[\]]*)(?::\d*)?$/s.exec(authority);
  if (!match || !isUriText(match[1] ?? '')) return false;
  const host = match[2] ?? '';
  const inner = /^\[(.*)\]$/s.exec(host)?.[1];
  return inner === undefined
    ? isUriText(host)
    : isIpv6(inner) || /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(inner);
}

function isUriText(text: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i.test(text);
}
