/** Exit codes of the command, which programs that run svc get as a number. */

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 64 | 70 | 130 | 143;

export const EXIT = {
  ok: 0,
  failed: 1,
  requestFile: 2,
  input: 3,
  network: 4,
  usage: 64,
  internal: 70,
} as const satisfies Record<string, ExitCode>;

/** The order of severity, the most severe code first. */
const PRECEDENCE: readonly ExitCode[] = [130, 143, 70, 64, 3, 2, 1, 4, 0];

/** Returns the most severe of several codes; success when there is none. */
export function worstExitCode(codes: Iterable<number | undefined>): ExitCode {
  const given: ReadonlySet<number | undefined> = new Set(codes);
  return PRECEDENCE.find((code) => given.has(code)) ?? EXIT.ok;
}
