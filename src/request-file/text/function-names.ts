/** The built-in functions of placeholders, with the number of their arguments. */

export interface FunctionShape {
  readonly minArguments: number;
  readonly maxArguments: number;
  /** Whether arguments may follow the name after a blank, as in `$dotenv NAME`. */
  readonly takesSpacedArguments?: true;
  /** A number of arguments between minimum and maximum that is refused all the same. */
  readonly refusedCount?: number;
  /** Whether its value depends on time or chance, not only on arguments and environment. */
  readonly varies?: true;
}

const none: FunctionShape = { minArguments: 0, maxArguments: 0 };
const one: FunctionShape = { minArguments: 1, maxArguments: 1 };
const optional: FunctionShape = { minArguments: 0, maxArguments: 1 };

const SHAPES: Readonly<Record<string, FunctionShape>> = {
  uuid: { ...none, varies: true },
  guid: { ...none, varies: true },
  now: { ...optional, varies: true },
  isoTimestamp: { ...optional, takesSpacedArguments: true, varies: true },
  isoDate: { ...optional, varies: true },
  timestamp: { ...optional, takesSpacedArguments: true, varies: true },
  timestampMs: { ...optional, takesSpacedArguments: true, varies: true },
  date: { minArguments: 0, maxArguments: 2, varies: true },
  random: { minArguments: 0, maxArguments: 2, refusedCount: 1, varies: true },
  randomInt: { minArguments: 0, maxArguments: 2, refusedCount: 1, takesSpacedArguments: true, varies: true },
  randomString: { ...optional, varies: true },
  randomAlphanumeric: { ...optional, varies: true },
  randomEmail: { ...none, varies: true },
  base64: one,
  base64url: one,
  base64Decode: one,
  md5: one,
  sha1: one,
  sha256: one,
  sha512: one,
  hmacSha256: { minArguments: 2, maxArguments: 2 },
  urlEncode: one,
  urlDecode: one,
  json: one,
  env: { minArguments: 1, maxArguments: 2 },
  dotenv: { ...one, takesSpacedArguments: true },
  processEnv: { ...one, takesSpacedArguments: true },
  shared: { ...one, takesSpacedArguments: true },
  'auth.token': { ...one, varies: true },
};

/** Functions of other clients. Without arguments they would be taken for process variables. */
const FOREIGN: ReadonlySet<string> = new Set(['datetime', 'localDatetime', 'aadToken']);

export function functionShape(name: string): FunctionShape | undefined {
  return Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined;
}

/** Whether every call with the same arguments has the same value. */
export function isSettledFunction(name: string): boolean {
  return functionShape(name)?.varies !== true;
}

export function isForeignFunction(name: string): boolean {
  return FOREIGN.has(name);
}

export const FUNCTION_NAMES: readonly string[] = Object.keys(SHAPES);
