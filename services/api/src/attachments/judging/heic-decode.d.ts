// Neither heic-decode nor DefinitelyTyped provides types.
declare module 'heic-decode' {
  /** Decodes the first picture of a HEIC file to RGBA. @throws when there is none. */
  export default function decode(from: {
    buffer: Uint8Array;
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}
