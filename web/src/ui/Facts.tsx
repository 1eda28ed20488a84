import { Fragment, type ReactNode } from 'react';
import styles from './Facts.module.css';

/** A fact's name and value; a value of null or '' leaves the fact out. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts about one thing, name beside value. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map((fact) => (
          // Labels may repeat: issuers name some of them.
          <Fragment key={facts.indexOf(fact)}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
