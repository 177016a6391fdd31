/** Whether the name of a variable makes it likely that its value is secret, though nothing marks it as one. */
export function looksSecret(name: string): boolean {
  return /pass|secret|token|key|credential|auth|signature|pin$/i.test(name);
}

/** What is shown in place of a secret. */
export const MASK = '••••••';
