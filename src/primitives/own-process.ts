/** The identity of this process, for modules that mark files as their own. */
export interface OwnProcess {
  readonly id: number;
  /** The name of the machine. */
  readonly host: () => string;
  /** Whether a process with this id runs, also one of another user. */
  readonly isAlive: (id: number) => boolean;
}

let own: OwnProcess | undefined;

/** Undefined in threads, which are not told. */
export function ownProcess(): OwnProcess | undefined {
  return own;
}

/** Called by the entry, the only module that reads process state. */
export function setOwnProcess(process: OwnProcess): void {
  own = process;
}
