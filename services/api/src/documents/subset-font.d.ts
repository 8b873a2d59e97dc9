// The part of subset-font that is used here; it provides no types.
declare module 'subset-font' {
  /** A font with the glyphs that a text needs, and no others. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Uint8Array>;
}
