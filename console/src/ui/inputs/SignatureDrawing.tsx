import css from './SignatureDrawing.module.css';

/** What somebody drew beside the name that they signed with. @param box the place that it takes, as an SVG has it. */
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
