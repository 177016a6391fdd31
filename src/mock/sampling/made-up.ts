/** What stands where anything would do. */
export const SAMPLE = 'sample';

/** Longer lists and texts are not made up. */
export const MAX_SAMPLE_SIZE = 1000;
