/** There is no value at all, as opposed to JSON null (language: "Absent"). */
export const ABSENT: unique symbol = Symbol('absent');
export type Absent = typeof ABSENT;
