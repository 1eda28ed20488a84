import { Anchor, Checkbox, type CheckboxProps } from '@mantine/core';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { Link } from 'react-router';
import { Picture } from '../Picture';
import styles from './Card.module.css';

export type CardView = 'grid' | 'list';

const Shown = createContext<CardView>('grid');

interface CardsProps {
  view?: CardView;
  /** Their order means something. */
  ordered?: boolean;
  busy?: boolean;
  label?: string | undefined;
  /** One `li` for each card. */
  children: ReactNode;
}

/** Cards beside each other, or one below the other. */
export function Cards({ view = 'grid', ordered = false, busy = false, label, children }: CardsProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <Shown value={view}>
      <List className={styles.cards} data-view={view} aria-busy={busy || undefined} aria-label={label}>
        {children}
      </List>
    </Shown>
  );
}

interface CardProps {
  /** In place of `src` and `placeholder`. */
  picture?: ReactNode;
  src?: string | null | undefined;
  placeholder?: string | null | undefined;
  title: string;
  /** The language of the title, unless it is that of the page. */
  lang?: string;
  /** Where the card leads: a page of this site, or a URL to open in a new tab. Without it, the card is the label of its check box. */
  to?: string;
  newTab?: boolean;
  /** What stands beside the title. */
  mark?: ReactNode;
  check?: Pick<CheckboxProps, 'aria-label' | 'checked' | 'disabled' | 'onChange'> | undefined;
  actions?: ReactNode;
  /** What is to say of it. */
  children: ReactNode;
}

/** A credential or a collection in a list: its picture, title and facts. */
export function Card({
  picture,
  src,
  placeholder,
  title,
  lang,
  to,
  newTab,
  mark,
  check,
  actions,
  children,
}: CardProps) {
  const view = useContext(Shown);
  const id = useId();
  const name = <bdi lang={lang}>{title}</bdi>;
  return (
    <article
      className={styles.card}
      data-selected={check?.checked || undefined}
      data-disabled={check?.disabled || undefined}
    >
      {check && <Checkbox id={id} className={styles.check} {...check} />}
      {picture ?? (
        <Picture
          src={src}
          placeholder={placeholder}
          alt=""
          width={view === 'list' ? 78 : '100%'}
          className={styles.picture ?? ''}
        />
      )}
      <div className={styles.about}>
        <span className={styles.heading}>
          {to ? (
            <Anchor
              component={Link}
              to={to}
              target={newTab ? '_blank' : undefined}
              className={styles.name}
              inherit
            >
              {name}
            </Anchor>
          ) : check ? (
            <label htmlFor={id} className={styles.name}>
              {name}
            </label>
          ) : (
            <span className={styles.name}>{name}</span>
          )}
          {mark}
        </span>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </article>
  );
}

/** Who issued it, or whose it is; nothing if that is unknown. */
export function CardBy({ children }: { children: ReactNode }) {
  return children ? (
    <span className={styles.by}>
      <bdi>{children}</bdi>
    </span>
  ) : null;
}

/** The facts at the end of a card: the status at one side, the date at the other. */
export function CardLine({ children }: { children: ReactNode }) {
  return <span className={styles.line}>{children}</span>;
}

/** A note that its owner wrote. */
export function CardNote({ children }: { children: string }) {
  return (
    <p className={styles.text}>
      <bdi>{children}</bdi>
    </p>
  );
}
