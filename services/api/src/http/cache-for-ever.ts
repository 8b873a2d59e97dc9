/** Cache-Control of content whose address changes with it: one year. */
export const CACHE_FOR_EVER = 'public, max-age=31536000, immutable';
