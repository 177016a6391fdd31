/** The few forms of shell commands that the documentation shows. */
import { argumentsOf, callsSvc } from './console-lines.js';

export interface ShellLine {
  /** `svc`, `curl`, `chmod`, … */
  readonly program: string;
  readonly words: readonly string[];
  /** The file behind `>`. */
  readonly stdoutFile: string | undefined;
  /** The file behind `<`. */
  readonly stdinFile: string | undefined;
  /** The text of `echo '…' |`. */
  readonly input: string | undefined;
}

const ECHO = /^\$ echo '([^']*)' \| /;
const REDIRECTION = / ([<>]) (\S+)$/;

export function readShellLine(line: string): ShellLine {
  const [piped, input] = ECHO.exec(line) ?? [];
  const command = piped === undefined ? line : `$ ${line.slice(piped.length)}`;
  const [redirection = '', direction, file] = REDIRECTION.exec(command) ?? [];
  const plain = command.slice(0, command.length - redirection.length);
  const [program = '', ...words] = callsSvc(plain)
    ? ['svc', ...argumentsOf(plain)]
    : argumentsOf(plain.replace(/^\$ /, ''));
  return {
    program,
    words,
    stdoutFile: direction === '>' ? file : undefined,
    stdinFile: direction === '<' ? file : undefined,
    input: input === undefined ? undefined : `${input}\n`,
  };
}

export interface CurlCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Understands the flags -X, -H and -d, as curl does. */
export function readCurlWords(words: readonly string[]): CurlCall {
  const after = (flag: string): string[] => words.filter((_, i) => words[i - 1] === flag);
  const [body] = after('-d');
  const [method = body === undefined ? 'GET' : 'POST'] = after('-X');
  const url = new URL(words.find((word) => word.startsWith('http')) ?? '');
  const written = after('-H').map((header) => header.split(/: (.*)/s, 2));
  const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { url, method, headers: { Accept: '*/*', ...type, ...Object.fromEntries(written) }, body };
}
