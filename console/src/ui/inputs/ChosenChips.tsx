import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import css from './GroupedChoices.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface ChosenChipsProps {
  options: readonly { readonly value: string; readonly label: string }[];
  onRemove: (value: string) => void;
  /** The plural of an option: "worksites". */
  many: string;
}

/** The number of chosen options, and a chip to remove each. */
export function ChosenChips({ options, onRemove, many }: ChosenChipsProps) {
  const label = useId();
  return (
    <>
      <p className={css.count} id={label} role="status">
        {options.length === 0 ? `No ${many} chosen` : `${options.length} chosen`}
      </p>
      {options.length > 0 && (
        <ul className={css.chosen} aria-labelledby={label}>
          {options.map((option) => (
            <li key={option.value}>
              <button type="button" className={css.chip} onClick={() => onRemove(option.value)}>
                <span>{option.label}</span>
                <IconX size={16} aria-hidden />
                <VisuallyHidden>Take out</VisuallyHidden>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
