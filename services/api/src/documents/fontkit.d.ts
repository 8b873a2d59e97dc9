// The part of fontkit that is used here; it provides no types.
declare module 'fontkit' {
  /** Reads a font file. @throws for what is none. */
  export function create(file: Uint8Array): {
    /** Code points that have a glyph. */
    readonly characterSet: readonly number[];
  };
}
