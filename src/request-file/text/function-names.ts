/** The built-in functions a placeholder may call: how many arguments, and whether `$f text` is a call. */

export interface FunctionShape {
  readonly least: number;
  readonly most: number;
  /** Marked † in the language: arguments may follow the name after a blank. */
  readonly spaced?: true;
  /** Counts between least and most that are refused all the same. */
  readonly not?: number;
}

const none: FunctionShape = { least: 0, most: 0 };
const one: FunctionShape = { least: 1, most: 1 };
const optional: FunctionShape = { least: 0, most: 1 };

const SHAPES: Readonly<Record<string, FunctionShape>> = {
  uuid: none,
  guid: none,
  now: optional,
  isoTimestamp: { ...optional, spaced: true },
  isoDate: optional,
  timestamp: { ...optional, spaced: true },
  timestampMs: { ...optional, spaced: true },
  date: { least: 0, most: 2 },
  random: { least: 0, most: 2, not: 1 },
  randomInt: { least: 0, most: 2, not: 1, spaced: true },
  randomString: optional,
  randomAlphanumeric: optional,
  randomEmail: none,
  base64: one,
  base64url: one,
  base64Decode: one,
  md5: one,
  sha1: one,
  sha256: one,
  sha512: one,
  hmacSha256: { least: 2, most: 2 },
  urlEncode: one,
  urlDecode: one,
  json: one,
  env: { least: 1, most: 2 },
  dotenv: { ...one, spaced: true },
  processEnv: { ...one, spaced: true },
};

/** Functions of other clients: written without arguments they would pass for process variables. */
const FOREIGN: ReadonlySet<string> = new Set(['datetime', 'localDatetime', 'aadToken']);

export function functionShape(name: string): FunctionShape | undefined {
  return Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined;
}

export function isForeignFunction(name: string): boolean {
  return FOREIGN.has(name);
}

export const FUNCTION_NAMES: readonly string[] = Object.keys(SHAPES);
