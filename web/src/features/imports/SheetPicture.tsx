import styles from './imports.module.css';

const ROWS = [0, 1, 2, 3];

/** An illustration for the empty list: a spreadsheet whose rows become certificates. */
export function SheetPicture() {
  return (
    <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true" className={styles.picture}>
      <rect x="0.5" y="10.5" width="119" height="99" rx="4" className={styles.sheet} />
      <path d="M0.5 30.5h119M40.5 10.5v99M80.5 10.5v99" className={styles.rule} />
      {ROWS.map((row) => (
        <g key={row}>
          <rect x="8" y={38 + row * 18} width="24" height="5" rx="2.5" className={styles.ink} />
          <rect x="48" y={38 + row * 18} width="26" height="5" rx="2.5" className={styles.faint} />
          <rect x="88" y={38 + row * 18} width="18" height="5" rx="2.5" className={styles.faint} />
        </g>
      ))}
      <path d="M132 60h20m-6-6 6 6-6 6" className={styles.arrow} />
      {ROWS.slice(0, 3).map((card) => (
        <g key={card} transform={`translate(${164 + card * 6} ${14 + card * 14})`}>
          <rect x="0.5" y="0.5" width="63" height="44" rx="3" className={styles.sheet} />
          <rect x="12" y="12" width="40" height="5" rx="2.5" className={styles.green} />
          <rect x="18" y="22" width="28" height="4" rx="2" className={styles.faint} />
          <circle cx="32" cy="35" r="4" className={styles.seal} />
        </g>
      ))}
    </svg>
  );
}
