import styles from './SamplePages.module.css';

/** Three miniature designs for the empty state, drawn inline so that they need no request. */
export function SamplePages() {
  return (
    <svg viewBox="0 0 240 96" className={styles.pages} aria-hidden="true">
      {[0, 1, 2].map((place) => (
        <g key={place} transform={`translate(${4 + place * 80} 18)`}>
          <rect width="72" height="52" rx="2" className={styles.sheet} />
          <rect x="4" y="4" width="64" height="44" className={styles.frame} />
          <path d="M22 17h28M16 26h40" className={place === 1 ? styles.accent : styles.ink} />
          <path d="M26 33h20" className={styles.thin} />
          <circle cx="36" cy="41" r="3.2" className={styles.seal} />
        </g>
      ))}
    </svg>
  );
}
