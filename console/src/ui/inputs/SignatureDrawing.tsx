import css from './SignatureDrawing.module.css';

/**
 * A drawn signature, next to the typed name.
 * @param box the SVG's viewBox.
 */
export function SignatureDrawing({ path, box, name }: { path: string; box: string; name: string }) {
  return (
    <svg
      className={css.drawing}
      viewBox={box}
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={name ? `Signature of ${name}` : 'Signature'}
    >
      <path d={path} />
    </svg>
  );
}
