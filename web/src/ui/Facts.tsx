import { Fragment, type ReactNode } from 'react';
import styles from './Facts.module.css';

/** A label and its value. Facts with the value null or '' are not shown. */
export type Fact = readonly [label: string, value: ReactNode];

/** A definition list of facts, with each label beside its value. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map((fact) => (
          // Labels are not unique: issuers choose some of them.
          <Fragment key={facts.indexOf(fact)}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
