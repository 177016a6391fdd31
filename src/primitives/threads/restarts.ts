let listener: (() => void) | undefined;

/** Called when a thread was ended because it met a limit of time or memory; one for the program. */
export function setRestartListener(onRestart: () => void): void {
  listener = onRestart;
}

export function reportRestart(): void {
  listener?.();
}
