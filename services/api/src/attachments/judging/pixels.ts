/** Pixels of the largest picture in the file, according to its headers. */
export function heicPixels(content: Buffer): number {
  let max = 0;
  for (
    let at = content.indexOf('ispe', 0, 'latin1');
    at >= 0 && at + 16 <= content.length;
    at = content.indexOf('ispe', at + 4, 'latin1')
  ) {
    if (at >= 4 && content.readUInt32BE(at - 4) === 20)
      max = Math.max(max, content.readUInt32BE(at + 8) * content.readUInt32BE(at + 12));
  }
  return max;
}

/** Pixels of a WebP according to its header, which the library for pictures does not read where the end is missing. */
export function webpPixels(content: Buffer): number | null {
  if (content.length < 30) return null;
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (content.readUIntLE(24, 3) + 1) * (content.readUIntLE(27, 3) + 1);
    case 'VP8 ':
      return (content.readUInt16LE(26) & 0x3fff) * (content.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const sizes = content.readUInt32LE(21);
      return ((sizes & 0x3fff) + 1) * (((sizes >>> 14) & 0x3fff) + 1);
    }
    default:
      return null;
  }
}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
/** Pictures in the same container that the library for pictures decodes itself. */
const OTHER_BRANDS = new Set(['avif', 'avis']);

/** Whether a file is a HEIC, by the brands at its beginning. */
export function isHeic(content: Buffer): boolean {
  if (content.length < 16 || content.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(content.readUInt32BE(0), content.length, 256);
  const brands = Array.from({ length: Math.max(0, Math.floor((end - 8) / 4)) }, (_, index) =>
    content.toString('latin1', 8 + 4 * index, 12 + 4 * index),
  );
  return brands.some((brand) => HEIC_BRANDS.has(brand)) && !brands.some((brand) => OTHER_BRANDS.has(brand));
}
