/** Why something is reported, and what to do about it: one sentence each. */
export interface Explanation {
  readonly why: string;
  readonly whatToDo: string;
}

export const explained = (why: string, whatToDo: string): Explanation => ({ why, whatToDo });
