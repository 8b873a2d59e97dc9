/** What type fills, and what has to grow with it. Lines, gaps and shadows stay as they are. */
const grows =
  /^(font|font-size|line-height|((min|max)-)?(width|height|inline-size|block-size)|flex|flex-basis|grid-template-columns|grid-template-rows|left|top|bottom|translate|scroll-(padding|margin)-(top|bottom))$/;

const ROOT = 16;
/** A hairline stays a hairline. */
const HAIRLINE = 3;
const pixels = /(?<![\w.-])(-?\d*\.?\d+)px\b/g;

/** A length that does not grow. Case cannot mark it (`44PX`): formatters write units in lower case. */
const fixed = /\bfixed\((-?[\d.]+px)\)/;

const inUnit = (unit) => (written, number) =>
  Math.abs(Number(number)) <= HAIRLINE ? written : `${Number((Number(number) / ROOT).toFixed(5))}${unit}`;

/**
 * The styles are written in the pixels of the look. Type, its room and the widths at which layouts change are delivered
 * in rem and em, so that the font size that people choose in their browser holds. What must not grow is written `fixed(44px)`.
 */
export const typeInRem = () => ({
  postcssPlugin: 'type-in-rem',
  Declaration(declaration) {
    if (!declaration.value.includes('px')) return;
    const parts = declaration.value.split(fixed);
    const grown = grows.test(declaration.prop);
    // Every second part is what `fixed()` encloses.
    declaration.value = parts
      .map((part, index) => (grown && index % 2 === 0 ? part.replace(pixels, inUnit('rem')) : part))
      .join('');
  },
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(pixels, inUnit('em'));
    },
  },
});
