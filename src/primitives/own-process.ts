/** What the entry knows of this process and of others, for those who mark files as theirs. */
export interface OwnProcess {
  readonly id: number;
  /** Name of the machine. */
  readonly host: () => string;
  /** Whether a process with this id runs; also when it belongs to somebody else. */
  readonly isAlive: (id: number) => boolean;
}

let own: OwnProcess | undefined;

/** Undefined where nobody has told, as in threads. */
export function ownProcess(): OwnProcess | undefined {
  return own;
}

/** Process state is gathered in the entry, which tells it here. */
export function setOwnProcess(told: OwnProcess): void {
  own = told;
}
