export const token = 'correct-horse-battery';

export const seenTokens = new Set<string>();
