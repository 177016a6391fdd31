/** Bytes of a request file (language section 1.1). */
export const MAX_REQUEST_FILE_BYTES = 10 * 1024 * 1024;
