import type { FlagTable } from './flag.js';

/**
 * Flags of other tools, each with ours in the order of preference: the first one that the command has is suggested. An
 * entry without a flag of ours says what to do instead.
 */
const FOREIGN_FLAGS: Readonly<Record<string, readonly string[]>> = {
  '-f': ['paths are given without a flag'],
  '--file': ['paths are given without a flag'],
  '--files': ['paths are given without a flag'],
  '--dir': ['paths are given without a flag'],
  '--json': ['--output json', '--format json'],
  '--junit': ['--output junit'],
  '--html': ['--output html'],
  '--format': ['--output <format>', '--json'],
  '--reporter': ['--output <format>'],
  '--reporters': ['--output <format>'],
  '--report-json': ['--report json=<path>'],
  '--report-html': ['--report html=<path>'],
  '--report-junit': ['--report junit=<path>'],
  '--report-tap': ['--report tap=<path>'],
  '--reporter-junit-export': ['--report junit=<path>'],
  '--reporter-html-export': ['--report html=<path>'],
  '--outputFile': ['--output-file <path>'],
  '--out': ['--metrics-file <path>', '--output-file <path>', '--output <path>'],
  '--out-file': ['--output-file <path>', '--output <path>'],
  '--summary-export': ['--output json'],
  '--environment': ['--env <name>'],
  '--globals': ['--env-file <path>'],
  '--variables-file': ['--env-file <path>'],
  '--dotenv': ['--env-file <path>'],
  '--var': ['--variable <name=value>'],
  '--env-var': ['--variable <name=value>'],
  '--test': ['tests run without a flag'],
  '--run': ['tests run without a flag'],
  '--all': ['everything runs without a flag'],
  '-g': ['--name <glob>'],
  '--grep': ['--name <glob>'],
  '--filter': ['--name <glob>'],
  '--only': ['--name <glob>'],
  '--folder': ['--name <glob>', '--tags <tag,...>'],
  '--testNamePattern': ['--name <glob>'],
  '--test-name-pattern': ['--name <glob>'],
  '--include-tags': ['--tags <tag,...>'],
  '--skip-tags': ['--exclude-tags <tag,...>'],
  '--exclude': ['--exclude-tags <tag,...>'],
  '--onlyFailures': ['--last-failed'],
  '--lf': ['--last-failed'],
  '--failed': ['--last-failed'],
  '--fail-fast': ['--bail'],
  '-x': ['--bail', '--proxy <url>'],
  '-j': ['--concurrency <number>'],
  '--jobs': ['--concurrency <number>'],
  '--workers': ['--concurrency <number>'],
  '--maxWorkers': ['--concurrency <number>'],
  '--retry-interval': ['--retry-delay <duration>'],
  '--update': ['--update-snapshots'],
  '--updateSnapshot': ['--update-snapshots'],
  '--spec': ['--openapi <path-or-url>'],
  '--swagger': ['--openapi <path-or-url>'],
  '--silent': ['--quiet'],
  '-s': ['--quiet'],
  '--debug': ['-vvv'],
  '--very-verbose': ['-vv'],
  '-u': ["-H 'Authorization: Basic ...'", '--update-snapshots', '--vus <number>'],
  '--user': ["-H 'Authorization: Basic ...'"],
  '-A': ["-H 'User-Agent: ...'"],
  '--user-agent': ["-H 'User-Agent: ...'"],
  '-b': ["-H 'Cookie: ...'"],
  '--cookie': ["-H 'Cookie: ...'"],
  '-L': ['redirects are followed without a flag'],
  '--location': ['redirects are followed without a flag'],
  '--compressed': ['responses are decoded without a flag'],
  '-i': ['--format json'],
  '--include': ['--format json'],
  '-I': ['-X HEAD'],
  '--head': ['-X HEAD'],
  '--method': ['-X <method>'],
  '--body': ['-d <text>'],
  '--data-raw': ['-d <text>'],
  '--data-binary': ['-d <text>'],
  '--data-ascii': ['-d <text>'],
  '-m': ['--timeout <duration>'],
  '--max-time': ['--timeout <duration>'],
  '--timeout-request': ['--timeout <duration>'],
  '--max-redirs': ['--max-redirects <number>'],
  '--ca': ['--cacert <path>'],
  '--ssl-client-cert': ['--cert <path>'],
  '--ssl-client-key': ['--key <path>'],
  '-c': ['--vus <number>', '--config <path>'],
  '--connections': ['--vus <number>'],
  '--users': ['--vus <number>'],
  '-z': ['--duration <duration>'],
  '--rps': ['--rate <number>'],
  '--stage': ['--ramp-up <duration>'],
  '--stages': ['--ramp-up <duration>'],
  '--iterations': ['--duration <duration>'],
  '--address': ['--host <host>'],
  '--bind': ['--host <host>'],
  '--listen': ['--host <host>'],
  '--upstream': ['--target <url>'],
  '--url': ['--target <url>', '--provider <url>', 'the URL is given without a flag'],
  '--targetUrl': ['--target <url>'],
  '--providerUrl': ['--provider <url>'],
  '--provider-base-url': ['--provider <url>'],
};

/** Returns what to write instead of a flag of another tool, or undefined when it is not known. */
export function insteadOfForeign(word: string, flags: FlagTable): string | undefined {
  if (!Object.hasOwn(FOREIGN_FLAGS, word)) return undefined;
  const instead = FOREIGN_FLAGS[word]?.find((form) => !form.startsWith('-') || isFlag(form, flags));
  if (instead === undefined) return undefined;
  return instead.startsWith('-') ? `did you mean ${instead}?` : instead;
}

function isFlag(form: string, flags: FlagTable): boolean {
  const [word = '', value = ''] = form.split(' ');
  const named = Object.entries(flags).find(([name, { short }]) =>
    word.startsWith('--') ? word === `--${name}` : word[1] === short,
  );
  const words = named?.[1].words;
  return named !== undefined && (words === undefined || value.startsWith('<') || words.includes(value));
}
