// The part of punycode.js that is used here; it provides no types.
declare module 'punycode.js' {
  const punycode: {
    /** A label in its own letters, without its 'xn--'. @throws for what is not punycode. */
    decode(label: string): string;
  };
  export default punycode;
}
