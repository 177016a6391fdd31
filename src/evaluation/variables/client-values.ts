/** What environment files of other clients give to the requests of one file, as plain data. */

export interface ClientValues {
  /** All variables of the environment, with those of the config file, which are stronger. */
  readonly environment: Readonly<Record<string, unknown>>;
  /** The `$shared` variables, for `{{$shared name}}`. */
  readonly shared: Readonly<Record<string, unknown>>;
  /** Variables of the environment whose text and numbers are secret, because a private file gives them. */
  readonly secretNames: readonly string[];
  /** Variables whose value lies in a secret store, with the name of the store. */
  readonly stores: Readonly<Record<string, string>>;
  /** The `.env` file near the request file, which only `{{$dotenv NAME}}` reads, and only without a named one. */
  readonly dotenvNear?: Readonly<Record<string, string>>;
  /** The settings of tokens by their id, for `{{$auth.token("id")}}`. */
  readonly auth: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Shorter texts are not worth hiding, and would hide parts of others. */
const MIN_SECRET_LENGTH = 4;

/** The texts and numbers in a value of a private file. */
export function* privateTexts(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    if (text.length >= MIN_SECRET_LENGTH) yield text;
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* privateTexts(member);
  }
}
