import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { createContext, useContext, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { IconButton } from '../inputs/Button.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import css from './SortableList.module.css';

interface Sorting {
  readonly ids: readonly string[];
  readonly move: (id: string, name: string, by: 1 | -1) => void;
}

const SortingContext = createContext<Sorting>({ ids: [], move: () => undefined });

interface SortableListProps {
  /** The ids of the items, in their order. */
  ids: readonly string[];
  /** Called with the ids in their new order. */
  onOrder: (ids: string[]) => void;
  label?: string;
  children: ReactNode;
}

/** An ordered list of `SortableItem`s, which people reorder by dragging or with the buttons of each item. */
export function SortableList({ ids, onOrder, label, children }: SortableListProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const [moved, setMoved] = useState('');
  const items = [...ids];
  const move: Sorting['move'] = (id, name, by) => {
    const from = ids.indexOf(id);
    setMoved(`${name}: ${from + by + 1} of ${ids.length}`);
    onOrder(arrayMove(items, from, from + by));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) =>
        over &&
        active.id !== over.id &&
        onOrder(arrayMove(items, items.indexOf(String(active.id)), items.indexOf(String(over.id))))
      }
    >
      <SortingContext value={{ ids, move }}>
        <SortableContext items={items} strategy={verticalListSortingStrategy}>
          <ol className={css.list} aria-label={label}>
            {children}
          </ol>
        </SortableContext>
      </SortingContext>
      <VisuallyHidden>
        <span aria-live="polite">{moved}</span>
      </VisuallyHidden>
    </DndContext>
  );
}

interface SortableItemProps {
  id: string;
  /** The name of the item in the labels of its buttons: "Move Daniel Okafor up". */
  name: string;
  /** The accessible name of the item, if it differs from its content. */
  label?: string;
  title: ReactNode;
  className?: string | undefined;
  onRemove: () => void;
  children?: ReactNode;
}

/** An item of a `SortableList`: a grip, its title, and buttons that move it up and down and remove it. */
export function SortableItem({ id, name, label, title, className, onRemove, children }: SortableItemProps) {
  const { ids, move } = useContext(SortingContext);
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id });
  const place = ids.indexOf(id);
  const pressed = useRef<HTMLButtonElement>(null);
  // An element that moves in the document loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const mover = (by: 1 | -1) => {
    const isAtEnd = by < 0 ? place === 0 : place === ids.length - 1;
    return {
      // Not `disabled`, since the button would lose the focus when the item arrives at an end.
      'aria-disabled': isAtEnd || undefined,
      onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
        if (isAtEnd) return;
        pressed.current = currentTarget;
        move(id, name, by);
      },
    };
  };
  return (
    <li
      ref={setNodeRef}
      className={[className, isDragging && css.dragged].filter(Boolean).join(' ')}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      aria-label={label}
    >
      <div className={css.head}>
        <IconButton {...attributes} {...listeners} label={`Drag ${name}`} className={css.grip} tabIndex={-1}>
          <IconGripVertical size={20} aria-hidden />
        </IconButton>
        <div className={css.title}>{title}</div>
        <IconButton label={`Move ${name} up`} {...mover(-1)}>
          <IconArrowUp size={20} aria-hidden />
        </IconButton>
        <IconButton label={`Move ${name} down`} {...mover(1)}>
          <IconArrowDown size={20} aria-hidden />
        </IconButton>
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={20} aria-hidden />
        </IconButton>
      </div>
      {children}
    </li>
  );
}
