/** What functions of placeholders need, and how they fail. */

export interface FunctionTools {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly dotenv: (name: string) => string | undefined;
  /** The same, else the value of the `.env` file near the request file. */
  readonly dotenvNear: (name: string) => string | undefined;
  /** The token that was fetched for an id of an environment file of another client. */
  readonly token: (id: string) => string | undefined;
  /** Undefined for a variable that is unset, empty or protected. */
  readonly process: (name: string) => string | undefined;
  /** Whether functions may read the process environment; false under MCP. */
  readonly processReadable: boolean;
}

export type TemplateFunction = (args: readonly string[], tools: FunctionTools) => string;

/** An argument is not valid. The message never shows a value, which may be a secret. */
export class BadArgument extends Error {}

/** The function asked for a name that has no value. */
export class NoValue extends Error {
  readonly variable: string;

  constructor(variable: string) {
    super();
    this.variable = variable;
  }
}

export function readInteger(text: string, what: string): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new BadArgument(`${what} must be a whole number`);
  return value;
}
