/** Properties whose lengths scale with the font size. Lines, gaps and shadows do not. */
const grows =
  /^(font|font-size|line-height|((min|max)-)?(width|height|inline-size|block-size)|flex|flex-basis|grid-template-columns|grid-template-rows|left|top|bottom|translate|scroll-(padding|margin)-(top|bottom))$/;

const ROOT = 16;
/** Lengths up to this are hairlines, which do not scale. */
const HAIRLINE = 3;
const pixels = /(?<![\w.-])(-?\d*\.?\d+)px\b/g;

/** A length that does not grow. Case cannot mark it (`44PX`): formatters write units in lower case. */
const fixed = /\bfixed\((-?[\d.]+px)\)/;

const inUnit = (unit) => (written, number) =>
  Math.abs(Number(number)) <= HAIRLINE ? written : `${Number((Number(number) / ROOT).toFixed(5))}${unit}`;

function convert(declaration) {
  if (!declaration.value.includes('px')) return;
  const grown = grows.test(declaration.prop);
  // Every second part is what `fixed()` encloses.
  declaration.value = declaration.value
    .split(fixed)
    .map((part, index) => (grown && index % 2 === 0 ? part.replace(pixels, inUnit('rem')) : part))
    .join('');
}

/**
 * A PostCSS plugin that converts pixels to rem and em. Styles are written in pixels; font sizes, their boxes and the
 * breakpoints are delivered in relative units, so that the browser's font size applies. Lengths that must not scale are
 * written `fixed(44px)`.
 */
export const typeInRem = () => ({
  postcssPlugin: 'type-in-rem',
  // `Declaration` would visit a changed declaration again, and convert what was fixed.
  Once(root) {
    root.walkDecls(convert);
  },
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(pixels, inUnit('em'));
    },
  },
});
