// The part of punycode.js that is used here; it provides no types.
declare module 'punycode.js' {
  const punycode: {
    /** A domain with its ASCII labels in their own letters. @throws for a label that is no punycode. */
    toUnicode(domain: string): string;
  };
  export default punycode;
}
