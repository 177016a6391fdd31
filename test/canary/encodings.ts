/** The forms in which a secret is looked for. Each gives the bytes that would stand in an artefact. */
export const ENCODINGS: Readonly<Record<string, (secret: string) => string | Uint8Array>> = {
  plain: (secret) => secret,
  reversed: (secret) => Array.from(secret).reverse().join(''),
  'upper case': (secret) => secret.toUpperCase(),
  'lower case': (secret) => secret.toLowerCase(),
  hex: (secret) => bytes(secret).toString('hex'),
  'upper-case hex': (secret) => bytes(secret).toString('hex').toUpperCase(),
  base64: (secret) => base64(secret, 0),
  'base64 behind one byte': (secret) => base64(secret, 1),
  'base64 behind two bytes': (secret) => base64(secret, 2),
  base64url: (secret) => base64url(secret, 0),
  'base64url behind one byte': (secret) => base64url(secret, 1),
  'base64url behind two bytes': (secret) => base64url(secret, 2),
  'base64 twice': (secret) => base64(bytes(secret).toString('base64'), 0),
  percent: (secret) => encodeURIComponent(secret),
  'lower-case percent': (secret) => encodeURIComponent(secret).replaceAll(/%../g, (hex) => hex.toLowerCase()),
  'form encoding': (secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
  'percent twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'percent, each byte': (secret) => bytes(secret).toString('hex').replaceAll(/../g, '%$&'),
  'JSON string': (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON escapes': (secret) => each(secret, (unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  'named entities': (secret) => secret.replaceAll(/[&<>"']/g, (sign) => NAMED[sign] ?? sign),
  'decimal entities': (secret) => each(secret, (unit) => `&#${unit};`),
  'hex entities': (secret) => each(secret, (unit) => `&#x${unit.toString(16)};`),
  'UTF-16LE': (secret) => Buffer.from(secret, 'utf16le'),
  'UTF-16BE': (secret) => Buffer.from(secret, 'utf16le').swap16(),
  'quoted-printable': (secret) => secret.replaceAll(/[^\x21-\x3c\x3e-\x7e]/g, quotedPrintable),
  base32: (secret) => base32(secret),
};

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function bytes(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}

function each(text: string, write: (unit: number) => string): string {
  return Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('');
}

/** Only the characters that hold nothing but bits of the secret: what stands around it may be anything. */
function base64(secret: string, before: number): string {
  const length = before + bytes(secret).length;
  const whole = Buffer.concat([Buffer.alloc(before), bytes(secret)]).toString('base64');
  return whole.slice(Math.ceil((before * 8) / 6), Math.floor((length * 8) / 6));
}

function base64url(secret: string, before: number): string {
  return base64(secret, before).replaceAll('+', '-').replaceAll('/', '_');
}

function quotedPrintable(sign: string): string {
  return bytes(sign).toString('hex').toUpperCase().replaceAll(/../g, '=$&');
}

function base32(text: string): string {
  const bits = Array.from(bytes(text), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{5}/g) ?? [];
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group, 2)]).join('');
}
