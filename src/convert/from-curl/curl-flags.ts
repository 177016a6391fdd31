/** The flags of curl that an import knows (cli.md 10.5), and how many values the others take. */
import type { CurlOptions, DataArgument } from './curl-options.js';

export interface CurlFlag {
  /** As messages name it. */
  readonly name: string;
  readonly takesValue: boolean;
  /** Without one the flag has no meaning for a request. */
  readonly apply?: (options: CurlOptions, value: string) => void;
}

type Apply = (options: CurlOptions, value: string) => void;

const REQUEST: readonly (readonly [string, Apply])[] = [
  ['--url', (options, value) => void options.urls.push(value)],
  ['-X --request', (options, value) => void (options.method = value.toUpperCase())],
  ['-H --header', addHeader],
  ['-d --data', data('--data')],
  ['--data-ascii', data('--data-ascii')],
  ['--data-binary', data('--data-binary')],
  ['--data-raw', (options, text) => void options.data.push({ kind: 'text', text })],
  ['--data-urlencode', (options, value) => addEncoded(options, value)],
  ['--json', (options, value) => addJson(options, value)],
  ['-F --form', (options, text) => void options.form.push({ text, literal: false })],
  ['--form-string', (options, text) => void options.form.push({ text, literal: true })],
  ['-T --upload-file', (options, value) => void (options.upload = value)],
  ['-u --user', (options, value) => void (options.user = value)],
  ['--oauth2-bearer', (options, value) => void (options.bearer = value)],
  ['--aws-sigv4', (options, value) => void (options.sigv4 = value)],
  ['-A --user-agent', (options, value) => addOther(options, 'User-Agent', value)],
  ['-e --referer', (options, value) => addOther(options, 'Referer', value.replace(/;auto$/, ''))],
  ['-b --cookie', addCookie],
  ['-m --max-time', (options, value) => void (options.timeout = milliseconds(options, '--max-time', value))],
  ['--retry', addRetries],
  [
    '--retry-delay',
    (options, value) => void (options.retryDelay = milliseconds(options, '--retry-delay', value)),
  ],
];

const SWITCHES: readonly (readonly [string, (options: CurlOptions) => void])[] = [
  ['-G --get', (options) => void (options.dataInQuery = true)],
  ['-I --head', (options) => void (options.head = true)],
  ['--basic', (options) => void (options.digest = false)],
  ['--digest', (options) => void (options.digest = true)],
  ['-g --globoff', (options) => void (options.globOff = true)],
  ['--path-as-is', (options) => void (options.pathAsIs = true)],
  ['-k --insecure', (options) => advise(options, '-k', 'run with --insecure or set validateSSL: false')],
];

/** Settings of the connection, which a request file does not hold. */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['-x --proxy', 'run with --proxy or set proxy'],
  ['--cacert', 'run with --cacert or set tls.caCert'],
  ['-E --cert', 'run with --cert or set tls.clientCert'],
  ['--key', 'run with --key or set tls.clientKey'],
  ['--resolve', 'write the address into the URL and the name into a Host header'],
  ['--connect-timeout', 'run with --connect-timeout or set connectTimeout'],
  ['--max-redirs', 'run with --max-redirects or set maxRedirects'],
];

const IGNORED =
  '-L --location --compressed -s --silent -S --show-error -i --include -v --verbose -f --fail -N --no-buffer -# --progress-bar -O --remote-name --http1.1 --http2 --no-progress-meter';
const IGNORED_WITH_VALUE = '-o --output -D --dump-header -c --cookie-jar -w --write-out';

/** Their values must not be taken for URLs. */
const OTHERS_WITH_VALUE =
  '-C --continue-at -K --config -P --ftp-port -Q --quote -r --range -t --telnet-option -U --proxy-user -y --speed-time -Y --speed-limit -z --time-cond --abstract-unix-socket --alt-svc --capath --cert-type --ciphers --connect-to --create-file-mode --crlfile --curves --delegation --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --ech --egd-file --engine --etag-compare --etag-save --expect100-timeout --ftp-account --ftp-alternative-to-user --ftp-method --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --haproxy-clientip --hostpubmd5 --hostpubsha256 --hsts --interface --ip-tos --ipfs-gateway --keepalive-cnt --keepalive-time --key-type --krb --libcurl --limit-rate --local-port --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --netrc-file --noproxy --output-dir --parallel-max --pass --pinnedpubkey --preproxy --proto --proto-default --proto-redir --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile --proxy-header --proxy-key --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy1.0 --pubkey --random-file --rate --request-target --retry-max-time --sasl-authzid --service-name --socks4 --socks4a --socks5 --socks5-gssapi-service --socks5-hostname --stderr --tftp-blksize --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii --trace-config --unix-socket --url-query --variable --vlan-priority';

/** By each spelling. */
export const CURL_FLAGS: ReadonlyMap<string, CurlFlag> = new Map(
  [
    ...REQUEST.flatMap(([names, apply]) => spellings(names, true, () => apply)),
    ...SWITCHES.flatMap(([names, apply]) => spellings(names, false, () => apply)),
    ...SETTINGS.flatMap(([names, advice]) =>
      spellings(names, true, (name) => (options) => advise(options, name, advice)),
    ),
    ...spellings(IGNORED, false, () => undefined),
    ...spellings(IGNORED_WITH_VALUE, true, () => undefined),
    ...spellings(
      OTHERS_WITH_VALUE,
      true,
      (name) => (options) => void options.losses.push(`the flag ${name} has no counterpart`),
    ),
  ].map((flag) => [flag.name, flag]),
);

function spellings(
  names: string,
  takesValue: boolean,
  applyOf: (name: string) => Apply | undefined,
): CurlFlag[] {
  return names.split(' ').map((name) => {
    const apply = applyOf(name);
    return { name, takesValue, ...(apply && { apply }) };
  });
}

function advise(options: CurlOptions, name: string, advice: string): void {
  options.losses.push(`the flag ${name} is no part of a request; ${advice}`);
}

/** `Name: value`, `Name;` for an empty one, `Name:` to take one away. */
function addHeader(options: CurlOptions, text: string): void {
  const [, key = '', mark, rest = ''] = /^([^:;]*)([:;])([\s\S]*)$/.exec(text) ?? [];
  if (text.startsWith('@')) options.losses.push('the headers of -H @file are not read');
  else if (mark === ':') options.headers.push({ key, value: rest.trim() || undefined, written: true });
  else if (mark === ';' && rest.trim() === '') options.headers.push({ key, value: '', written: true });
  else options.losses.push('a -H without a colon has no effect');
}

function addOther(options: CurlOptions, key: string, text: string): void {
  const value = text.trim() || undefined;
  const at = options.headers.findIndex((header) => header.key === key && !header.written);
  const header = { key, value, written: false };
  if (at < 0) options.headers.push(header);
  else options.headers[at] = header;
}

function addCookie(options: CurlOptions, text: string): void {
  if (!text.includes('=')) {
    options.losses.push('the cookies of the file that -b names are not read');
    return;
  }
  const before = options.headers.find(({ key, written }) => key === 'Cookie' && !written)?.value;
  addOther(options, 'Cookie', before === undefined ? text : `${before}; ${text}`);
}

function data(flag: string): Apply {
  return (options, value) => void options.data.push(filePiece(value, flag) ?? { kind: 'text', text: value });
}

function filePiece(value: string, flag: string): DataArgument | undefined {
  if (!value.startsWith('@')) return undefined;
  return { kind: 'file', path: value.slice(1), json: flag === '--json', flag };
}

function addJson(options: CurlOptions, value: string): void {
  options.data.push(filePiece(value, '--json') ?? { kind: 'json', text: value });
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`. */
function addEncoded(options: CurlOptions, value: string): void {
  const [, name = '', mark, text = ''] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? [];
  if (mark === '@') options.losses.push('the file of --data-urlencode is not read');
  else options.data.push({ kind: 'encode', name, text: mark === undefined ? value : text });
}

function milliseconds(options: CurlOptions, flag: string, text: string): number | undefined {
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seconds)) options.losses.push(`the value of ${flag} is no number of seconds`);
  return seconds > 0 ? Math.max(1, Math.round(seconds * 1000)) : undefined;
}

const MOST_RETRIES = 100;

function addRetries(options: CurlOptions, text: string): void {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(count)) options.losses.push('the value of --retry is no whole number');
  else if (count > MOST_RETRIES) options.losses.push('--retry is cut to 100, the most that @retry takes');
  options.retry = Number.isNaN(count) ? undefined : Math.min(count, MOST_RETRIES);
}
