let listener: (() => void) | undefined;

/** Sets the one listener that is called when a thread was ended because it exceeded a limit of time or memory. */
export function setRestartListener(onRestart: () => void): void {
  listener = onRestart;
}

export function reportRestart(): void {
  listener?.();
}
