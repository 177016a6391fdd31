/** The size limit of a request file. */
export const MAX_REQUEST_FILE_BYTES = 10 * 1024 * 1024;
