/** What a personal text reads as after its subject's key has been destroyed. */
export const ERASED = 'erased';
