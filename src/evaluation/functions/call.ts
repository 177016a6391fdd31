/** What functions of placeholders need and how they fail (language section 2.5). */

export interface FunctionTools {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly dotenv: (name: string) => string | undefined;
  /** Undefined when unset, empty or not to be read. */
  readonly process: (name: string) => string | undefined;
  /** False under MCP. */
  readonly processReadable: boolean;
}

export type TemplateFunction = (args: readonly string[], tools: FunctionTools) => string;

/** A bad argument. The message never shows a value: it may be a secret. */
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
