export const named = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));
