import { useTranslation } from 'react-i18next';
import styles from './Difference.module.css';
import { difference, type Piece } from './difference';

/** Two names side by side. Differences are marked with colour and with an underline or a strikethrough. */
export function Difference({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation();
  const { before, after } = difference(from, to);
  return (
    <dl className={styles.pair}>
      <div>
        <dt>{t('nameChanges.before')}</dt>
        <dd>
          <bdi>
            <Pieces pieces={before} as="del" />
          </bdi>
        </dd>
      </div>
      <div>
        <dt>{t('nameChanges.after')}</dt>
        <dd>
          <bdi>
            <Pieces pieces={after} as="ins" />
          </bdi>
        </dd>
      </div>
    </dl>
  );
}

function Pieces({ pieces, as: Mark }: { pieces: readonly Piece[]; as: 'ins' | 'del' }) {
  let at = 0;
  return pieces.map(({ text, changed }) => {
    const key = at;
    at += text.length;
    return changed ? (
      <Mark key={key} className={styles[Mark]}>
        {text}
      </Mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
