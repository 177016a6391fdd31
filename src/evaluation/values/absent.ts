/** There is no value at all, as opposed to the null of JSON. */
export const ABSENT: unique symbol = Symbol('absent');
export type Absent = typeof ABSENT;
