import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import css from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'dangerPrimary' | 'quiet' | 'view';
export type ButtonSize = 's' | 'm' | 'l' | 'big';

interface Look {
  variant?: ButtonVariant;
  /** 32, 40, 48 or 56 px high. */
  size?: ButtonSize;
  leading?: ReactNode;
  trailing?: ReactNode;
  full?: boolean;
  /** Aligns the text of a quiet button with the line's start, without the padding. */
  flush?: boolean;
}

function classesOf({ variant = 'secondary', size = 'm', full, flush }: Look, off: boolean, className?: string): string {
  const shape = variant === 'view' ? `${css.quiet} ${css.view}` : variant === 'secondary' ? '' : css[variant];
  return [css.button, shape, css[size], full && css.full, flush && css.flush, off && css.off, className]
    .filter(Boolean)
    .join(' ');
}

/** A button. A disabled one stays in the tab order, so that its reason can be found. */
export function Button({
  variant,
  size,
  leading,
  trailing,
  full,
  flush,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: Look & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={(click) => (disabled ? click.preventDefault() : onClick?.(click))}
      className={classesOf({ variant, size, full, flush }, !!disabled, className)}
    >
      {leading}
      {children}
      {trailing}
    </button>
  );
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  variant,
  size,
  leading,
  trailing,
  full,
  flush,
  className,
  children,
  ...rest
}: Look & LinkProps) {
  return (
    <Link data-button {...rest} className={classesOf({ variant, size, full, flush }, false, className)}>
      {leading}
      {children}
      {trailing}
    </Link>
  );
}

/** A square button with only an icon; `label` is its accessible name and tooltip. */
export function IconButton({ label, className, children, ...rest }: { label: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={[css.icon, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
}
