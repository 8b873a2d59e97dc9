/** A year: of what has another address as soon as it is another thing. */
export const CACHE_FOR_EVER = 'public, max-age=31536000, immutable';
