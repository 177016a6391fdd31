/** Bytes of a request file (language section 1.1). */
export const LARGEST_REQUEST_FILE = 10 * 1024 * 1024;
