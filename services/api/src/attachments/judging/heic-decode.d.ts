// Neither heic-decode nor DefinitelyTyped brings types for what is used here.
declare module 'heic-decode' {
  /** The first picture of a HEIC file, as RGBA. @throws when it is none. */
  export default function decode(from: {
    buffer: Uint8Array;
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}
