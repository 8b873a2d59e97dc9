/** How a request was settled with the access log: its line is written, or it showed nothing that needs one. */
export type AccessSettled = 'WRITTEN' | 'NOT_NEEDED';
